// What a server of the handshake era asks of its client is answered and recorded.

import { describe, expect, test } from "vitest";
import { stringMember } from "../../src/base/json.ts";
import type { ReceivedMessage } from "../../src/capture/capture.ts";
import { answerServerRequest } from "../../src/probe/talk/client-answers.ts";
import { statefulTalk } from "./context.ts";
import { serve } from "./example-server.ts";

const method = ({ message }: ReceivedMessage): string | undefined => stringMember(message, "method");

describe("a request of the server's", () => {
  const capabilities = { sampling: {}, elicitation: {}, roots: {} };

  test.each([
    ["ask_user", "elicitation/create", { action: "accept" }, "Hello, "],
    ["ask_model", "sampling/createMessage", { role: "assistant" }, "The model says: This is a canned answer"],
    ["ask_roots", "roots/list", { roots: [] }, "The client has 0 roots."],
  ])("by %s is answered and recorded: %s", async (tool, asks, answer, outcome) => {
    const { run, requests } = await serve();
    const talk = statefulTalk(run, { capabilities });
    await talk.initialize();
    const call = await talk.request("tools/call", { name: tool }, { step: "call" }).done;
    expect(JSON.stringify(call.response)).toContain(outcome);
    const [asked] = call.meanwhile;
    expect(asked?.message).toMatchObject({ method: asks, id: "server-1" });
    const answered = run.step("answer");
    expect(answered.request).toMatchObject({ jsonrpc: "2.0", id: "server-1", result: answer });
    expect(answered.http).toMatchObject({ method: "POST", status: 202 });
    // The answer belongs to the session as any other message does.
    expect(
      requests.find(({ httpMethod, rpcMethod }) => httpMethod === "POST" && rpcMethod === undefined),
    ).toMatchObject({
      headers: { "mcp-session-id": talk.session.sessionId, "mcp-protocol-version": "2025-11-25" },
    });
  });

  test("for something never declared is refused", async () => {
    const { run } = await serve({ hooks: { skip: ["client-capability"] } });
    const talk = statefulTalk(run);
    await talk.initialize();
    const call = await talk.request("tools/call", { name: "ask_model" }).done;
    expect(run.step("answer").request).toEqual({
      jsonrpc: "2.0",
      id: "server-1",
      error: { code: -32601, message: "Method not found" },
    });
    expect(JSON.stringify(call.response)).toContain("The client refused");
  });

  test("to ping is answered on the stream of a GET too", async () => {
    const { run, server } = await serve({ pingIntervalMs: 20 });
    const talk = statefulTalk(run);
    await talk.initialize();
    const stream = talk.openStream();
    await server.log.waitFor(
      (entry) => entry.kind === "received" && JSON.stringify(entry.message).includes('"id":"server-1","result":{}'),
    );
    stream.close();
    await stream.done;
    expect(run.step("open-stream").meanwhile?.map(method)).toContain("ping");
    expect(run.step("answer").request).toEqual({ jsonrpc: "2.0", id: "server-1", result: {} });
  });

  test("is answered only so many times", async () => {
    const asks = Array.from({ length: 5 }, (_, index) => ({ jsonrpc: "2.0", id: `flood-${index}`, method: "ping" }));
    const { run } = await serve(
      {
        sse: true,
        hooks: { outgoing: (message, { request }) => (request?.method === "ping" ? [...asks, message] : undefined) },
      },
      { serverRequests: 2 },
    );
    const talk = statefulTalk(run);
    await talk.initialize();
    const draft = await talk.request("ping").done;
    expect(draft.meanwhile).toHaveLength(5);
    await talk.close();
    expect(run.snapshot().exchanges.filter(({ step }) => step === "answer")).toHaveLength(2);
  });
});

test("an address the server wants opened is declined, never visited", () => {
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method: "elicitation/create",
    params: { mode: "url", url: "http://127.0.0.1:1/" },
  };
  expect(answerServerRequest(request, { elicitation: { url: {} } })).toEqual({
    jsonrpc: "2.0",
    id: 1,
    result: { action: "decline" },
  });
});
