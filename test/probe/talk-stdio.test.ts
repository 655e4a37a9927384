// Both eras over stdio, against the example server as a child and against inline scripts.

import { describe, expect, test } from "vitest";
import { type Json, member, stringMember } from "../../src/base/json.ts";
import type { ReceivedMessage } from "../../src/capture/capture.ts";
import { STATEFUL_REVISIONS } from "../../src/protocol/revision.ts";
import { stdioScript } from "./ad-hoc-servers.ts";
import { bareTalk, exampleTarget, openRun, statefulTalk, statelessTalk, stdioTarget, watchFor } from "./context.ts";

const method = ({ message }: ReceivedMessage): string | undefined => stringMember(message, "method");

describe("the stateful era", () => {
  test.each(STATEFUL_REVISIONS)("shakes hands at %s", async (revision) => {
    const run = openRun(exampleTarget({ era: "stateful" }));
    const talk = statefulTalk(run, { revision });
    const draft = await talk.initialize();
    expect(member(member(draft.request, "params"), "protocolVersion")).toBe(revision);
    expect(talk.session).toEqual({ sessionId: undefined, negotiated: revision });
    expect(draft.http).toBeUndefined();
    expect(run.conversation("c")).toMatchObject({ transport: "stdio", revision });
    const list = await talk.request("tools/list").done;
    expect(list.response).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
  });

  test("answers the server's requests", async () => {
    const run = openRun(exampleTarget({ era: "stateful" }));
    const talk = statefulTalk(run, { capabilities: { elicitation: {}, sampling: {}, roots: {} } });
    await talk.initialize();
    for (const name of ["ask_user", "ask_model", "ask_roots"]) {
      const call = await talk.request("tools/call", { name }, { step: name }).done;
      expect(call.response).toMatchObject({ result: { content: expect.any(Array) } });
      expect(call.meanwhile).toHaveLength(1);
    }
    const answers = run.snapshot().exchanges.filter(({ step }) => step === "answer");
    expect(answers.map(({ request }) => member(request, "id"))).toEqual(["server-1", "server-2", "server-3"]);
    expect(answers.every(({ trouble }) => trouble === undefined)).toBe(true);
  });

  test("files progress under the request it belongs to", async () => {
    const run = openRun(exampleTarget({ era: "stateful" }));
    const talk = statefulTalk(run);
    await talk.initialize();
    const count = (steps: number) =>
      talk.request(
        "tools/call",
        { name: "count_slowly", arguments: { steps } },
        { meta: { progressToken: steps }, step: `count-${steps}` },
      ).done;
    await Promise.all([count(3), count(1), count(2)]);
    for (const steps of [1, 2, 3]) {
      const progress = (run.step(`count-${steps}`).meanwhile ?? []).filter(
        (one) => method(one) === "notifications/progress",
      );
      expect(progress.map(({ message }) => member(member(message, "params"), "progressToken"))).toEqual(
        Array.from({ length: steps }, () => steps),
      );
    }
    // Log messages name no request; with several under way nobody can tell whose they are.
    expect(run.unsolicited().every((one) => method(one) === "notifications/message")).toBe(true);
  });
});

describe("the stateless era", () => {
  test("discovers, lists, and answers a dialogue", async () => {
    const run = openRun(exampleTarget({ era: "stateless" }));
    const talk = statelessTalk(run);
    const [discover, list] = await Promise.all([talk.discover().done, talk.request("tools/list").done]);
    expect(discover.response).toMatchObject({ result: { supportedVersions: ["2026-07-28"] } });
    expect(list.response).toMatchObject({ result: { resultType: "complete" } });
    const drafts = await talk.requestWithRounds(
      "tools/call",
      { name: "ask_user" },
      { clientCapabilities: { elicitation: {} } },
    );
    expect(drafts).toHaveLength(2);
    expect(JSON.stringify(drafts[1]?.response)).toContain("Hello, ");
  });

  test("subscribes, and cancels by saying so", async () => {
    const run = openRun(exampleTarget({ era: "stateless" }));
    const talk = statelessTalk(run);
    const acknowledged = watchFor<ReceivedMessage>((one) => method(one) === "notifications/subscriptions/acknowledged");
    const changed = watchFor<ReceivedMessage>((one) => method(one) === "notifications/tools/list_changed");
    const listening = talk.listen(
      { toolsListChanged: true },
      { step: "listen", onMessage: (one) => acknowledged.onMessage(one) ?? changed.onMessage(one) },
    );
    await acknowledged.seen;
    const publish = () => talk.request("tools/call", { name: "publish_change", arguments: { what: "tools" } }).done;
    await Promise.all([publish(), changed.seen]);
    talk.cancel(listening);
    await listening.done;
    // What follows the cancellation on the same pipe is read after it.
    await publish();

    const listen = run.step("listen");
    expect(listen.meanwhile?.map(method)).toEqual([
      "notifications/subscriptions/acknowledged",
      "notifications/tools/list_changed",
    ]);
    expect(listen.response).toBeUndefined();
    expect(listen.trouble).toBeUndefined();
    expect(run.step("listen-cancel").request).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: member(listen.request, "id") },
    });
    expect(run.unsolicited()).toEqual([]);
  });

  test("cancels a call by saying so, and goes on", async () => {
    const run = openRun(exampleTarget({ era: "stateless", slowMs: 60_000 }));
    const talk = statelessTalk(run);
    const slow = talk.request("tools/call", { name: "wait_a_while" }, { step: "slow" });
    talk.cancel(slow);
    expect((await slow.done).response).toBeUndefined();
    expect((await talk.discover().done).response).toBeDefined();
    await talk.close();
    expect(run.step("slow").meanwhile).toBeUndefined();
    expect(run.unsolicited()).toEqual([]);
  });
});

describe("requests sent without waiting", () => {
  test("are answered in any order", async () => {
    const run = openRun(
      stdioScript(`globalThis.kept ??= []; globalThis.kept.unshift(message);
        if (globalThis.kept.length === 3) for (const one of globalThis.kept) send({ jsonrpc: "2.0", id: one.id, result: { to: one.method } });`),
    );
    const talk = bareTalk(run);
    const drafts = await Promise.all(["a", "b", "c"].map((name) => talk.request(name).done));
    expect(drafts.map(({ response }) => member(member(response, "result"), "to"))).toEqual(["a", "b", "c"]);
    const order = drafts.map(({ response_seq = 0 }) => response_seq);
    expect(order).toEqual([...order].sort((a, b) => b - a));
  });

  test("are matched by the type of their id too", async () => {
    const run = openRun(
      stdioScript(
        `if (message.id === "1") { respond({ is: "text" }); send({ jsonrpc: "2.0", id: 1, result: { is: "number" } }); }`,
      ),
    );
    const talk = bareTalk(run);
    const [number, text] = await Promise.all([
      talk.request("a", {}, { id: 1 }).done,
      talk.request("b", {}, { id: "1" }).done,
    ]);
    expect(number.response).toMatchObject({ result: { is: "number" } });
    expect(text.response).toMatchObject({ result: { is: "text" } });
  });

  test("may have the id null", async () => {
    const run = openRun(stdioScript("respond({})"));
    const draft = await bareTalk(run).request("a", undefined, { id: null, deliberate: true }).done;
    expect(draft.request).toEqual({ jsonrpc: "2.0", id: null, method: "a" });
    expect(draft.response).toEqual({ jsonrpc: "2.0", id: null, result: {} });
  });

  test("leave what nobody asked for unsolicited, in order", async () => {
    const run = openRun(
      stdioScript(`send({ jsonrpc: "2.0", id: 999, result: {} }); write("not json\\n"); write("\\n"); respond({});`),
    );
    const talk = bareTalk(run);
    await Promise.all([talk.request("a").done, talk.request("b").done]);
    const notes = run.unsolicited().map(({ message, raw, notes: found }) => message ?? raw?.data ?? found?.[0]?.kind);
    expect(notes.slice(0, 2)).toEqual([{ jsonrpc: "2.0", id: 999, result: {} }, "not json"]);
    const order = run.unsolicited().map(({ seq }) => seq);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });
});

describe("a line", () => {
  test("is the plain serialisation and one newline, nothing else", async () => {
    const run = openRun(stdioScript(`respond({ line })`));
    const talk = bareTalk(run);
    const params = { text: "Grüße, 世界 👋\n\u{2028}", nested: { deep: [1, null, true] } };
    const draft = await talk.request("echo", params).done;
    expect(member(member(draft.response, "result"), "line")).toBe(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "echo", params }),
    );
    expect(draft.request_raw).toBeUndefined();
  });
});

describe("the shutdown", () => {
  test("is recorded with its timing and how the child ended", async () => {
    const run = openRun(exampleTarget({ era: "stateful" }));
    const talk = statefulTalk(run);
    await talk.initialize();
    await talk.close();
    const { process, closed_ms, trouble } = run.conversation("c");
    expect(process).toMatchObject({ exit_code: 0, signal: null, ended_by: "stdin-close", stderr_bytes: 0 });
    expect(process?.shutdown_ms).toBeGreaterThanOrEqual(0);
    expect(process?.stdout_bytes).toBeGreaterThan(0);
    expect(process).not.toHaveProperty("survivors");
    expect(closed_ms).toBeTypeOf("number");
    expect(trouble).toBeUndefined();
    expect(talk.conversation.dead).toBe(true);
  });

  test.each([
    [
      "ends with a code of its own",
      "process.stdin.on('end', () => process.exit(9));",
      { exit_code: 9, ended_by: "stdin-close" },
    ],
    ["needs SIGTERM", "setInterval(() => {}, 1000);", { signal: "SIGTERM", ended_by: "sigterm" }],
    [
      "ignores SIGTERM",
      "setInterval(() => {}, 1000); process.on('SIGTERM', () => {});",
      { signal: "SIGKILL", ended_by: "sigkill" },
    ],
  ])("of a child that %s", async (_what, script, expected) => {
    const run = openRun(
      stdioTarget(process.execPath, [
        "-e",
        `${script} process.stdin.on("data", (d) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(d).id, result: {} }) + "\\n"));`,
      ]),
      {
        stdinCloseMs: 200,
        termMs: 200,
      },
    );
    const talk = bareTalk(run);
    await talk.request("ping").done;
    await talk.conversation.close();
    expect(run.conversation("c").process).toMatchObject(expected);
  });

  test("of a child that has gone already is not ours", async () => {
    const run = openRun(stdioScript(`respond({}); process.exitCode = 4; process.stdin.destroy();`));
    const talk = bareTalk(run);
    await talk.request("ping").done;
    // It goes after its answer; what is asked then fails with the reason.
    const late = await talk.request("ping").done;
    expect(late.trouble?.kind).toMatch(/^(unexpected-exit|closed)$/);
    await talk.conversation.close();
    expect(run.conversation("c").process?.exit_code).toBe(4);
  });

  test("keeps what the child said on stderr", async () => {
    const run = openRun(stdioScript(`process.stderr.write("Grüße\\n"); respond({});`));
    const talk = bareTalk(run);
    await talk.request("ping").done;
    await talk.conversation.close();
    expect(run.conversation("c").process?.stderr).toEqual({ encoding: "utf8", data: "Grüße\n" });
  });

  test("by interruption fails what is waiting and still reaps the child", async () => {
    const run = openRun(exampleTarget({ era: "stateless", slowMs: 60_000 }));
    const talk = statelessTalk(run);
    await talk.discover().done;
    const slow = talk.request("tools/call", { name: "wait_a_while" });
    run.abort();
    expect((await slow.done).trouble?.kind).toBe("aborted");
    await talk.close();
    expect(run.conversation("c").process?.ended_by).toBe("stdin-close");
  });
});

test("the environment of a child is the small one and what was given", async () => {
  const target = stdioScript("respond({ env: process.env })", { GIVEN: "to the child" });
  const run = openRun(target);
  const draft = await bareTalk(run).request("env").done;
  const env = member(member(draft.response, "result"), "env") as Record<string, Json>;
  expect(Object.keys(env).sort()).toEqual(["GIVEN", "PATH"]);
});
