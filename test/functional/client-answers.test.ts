// What the scripted client says, in both eras.

import { expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import { AnsweringClient, capabilitiesOf, kindsOf } from "../../src/probe/talk/client-answers.ts";

const elicit = (id: number): Json => ({
  jsonrpc: "2.0",
  id,
  method: "elicitation/create",
  params: {
    message: "?",
    requestedSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
  },
});

test("answers are given in turn, the last one again; a form is filled in by its schema", () => {
  const client = new AnsweringClient();
  client.use({ elicitation: [{ action: "accept" }, { action: "decline" }] });
  expect(client.respond(elicit(1))).toMatchObject({
    id: 1,
    result: { action: "accept", content: { n: expect.any(Number) } },
  });
  expect(client.respond(elicit(2))).toMatchObject({ id: 2, result: { action: "decline" } });
  expect(client.respond(elicit(3))).toMatchObject({ id: 3, result: { action: "decline" } });
  client.use({ elicitation: [{ action: "cancel" }] });
  expect(client.respond(elicit(4))).toMatchObject({ id: 4, result: { action: "cancel" } });
});

test("what was not scripted is not known, and not declared", () => {
  const client = new AnsweringClient();
  client.use({ roots: [{ uri: "file:///r" }] });
  expect(client.respond(elicit(1))).toMatchObject({ id: 1, error: { code: -32601 } });
  expect(client.respond({ jsonrpc: "2.0", id: 2, method: "roots/list" })).toMatchObject({
    result: { roots: [{ uri: "file:///r" }] },
  });
  expect(client.respond({ jsonrpc: "2.0", id: 3, method: "ping" })).toMatchObject({ result: {} });
  expect(capabilitiesOf(kindsOf({ roots: [], sampling: [] }))).toEqual({ sampling: {}, roots: {} });
});

test("a round of the stateless era carries the answers and the state, or is not begun", () => {
  const client = new AnsweringClient();
  client.use({ sampling: [{ role: "assistant" }] });
  const asked = {
    resultType: "input_required",
    requestState: "s",
    inputRequests: { a: { method: "sampling/createMessage" } },
  };
  expect(client.nextRound(asked)).toEqual({ inputResponses: { a: { role: "assistant" } }, requestState: "s" });
  expect(client.nextRound({ resultType: "input_required", requestState: "s" })).toEqual({ requestState: "s" });
  expect(client.nextRound({ ...asked, inputRequests: { a: { method: "elicitation/create" } } })).toBeUndefined();
  expect(client.nextRound({ resultType: "input_required" })).toBeUndefined();
});
