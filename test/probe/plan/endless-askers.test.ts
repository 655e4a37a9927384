// A tool that asks its client something and never ends: it is cancelled when everything else has been asked.

import { expect, test } from "vitest";
import { probeTarget } from "../../../src/areas/probe-target.ts";
import type { Capture } from "../../../src/capture/capture.ts";
import { judgeRules } from "../../../src/library/judge.ts";
import { DISCOVER_RESULT, INITIALIZE_RESULT, stdioScript } from "../ad-hoc-servers.ts";

const TOOLS = `[{ name: "one", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }]`;
const FORM = `{ message: "Name?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } }`;

/** `answered` is what it does with the answer to its form: `message` is the answer, `ends()` ends the call. */
const statefulServer = (answered: string) =>
  stdioScript(`
  globalThis.open ??= new Map();
  if (message?.method === "initialize") globalThis.mayAsk = message.params.capabilities.elicitation !== undefined;
  if (message?.method === "initialize") respond({
    ...${JSON.stringify(INITIALIZE_RESULT)},
    protocolVersion: message.params.protocolVersion,
    capabilities: { tools: {} },
  });
  else if (message?.method === "ping") respond({});
  else if (message?.method === "tools/list") respond({ tools: ${TOOLS} });
  else if (message?.method === "tools/call" && message.params.name === "one") {
    const id = "form-" + message.id;
    open.set(id, message.id);
    if (mayAsk) send({ jsonrpc: "2.0", id, method: "elicitation/create", params: ${FORM} });
    else respond({ content: [] });
  }
  else if (message?.result !== undefined && open.has(message.id)) {
    const ends = () => send({ jsonrpc: "2.0", id: open.get(message.id), result: { content: [] } });
    ${answered}
  }
  else if (message?.id !== undefined && message.method !== undefined)
    send({ jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "Method not found" } });
`);

const statelessServer = stdioScript(`
  if (message?.method === "server/discover")
    respond({ ...${JSON.stringify(DISCOVER_RESULT)}, capabilities: { tools: {} } });
  else if (message?.method === "tools/list")
    respond({ resultType: "complete", tools: ${TOOLS}, ttlMs: 0, cacheScope: "public" });
  else if (message?.method === "tools/call" && message.params.name === "one") {
    const may = message.params._meta["io.modelcontextprotocol/clientCapabilities"].elicitation !== undefined;
    if (!may) respond({ resultType: "complete", content: [] });
    else if (message.params.inputResponses === undefined) respond({
      resultType: "input_required",
      inputRequests: { name: { method: "elicitation/create", params: ${FORM} } },
    });
  }
  else if (message?.id !== undefined && message.method !== undefined)
    send({ jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "Method not found" } });
`);

const probe = (target: ReturnType<typeof stdioScript>, revision: "2025-11-25" | "2026-07-28"): Promise<Capture> =>
  probeTarget(target, { client: { name: "test", version: "0" }, revision, limits: { quietMs: 20 } });

const GIVEN_UP = { kind: "timed-out", limit: "toolMs", detail: expect.stringContaining("everything else had been") };

/** The calls whose name begins so: what they came to, and whether they were cancelled. */
const callsNamed = ({ exchanges }: Capture, conversation: string, step: RegExp) =>
  exchanges
    .filter((one) => one.conversation === conversation && step.test(one.step ?? ""))
    .map((one) => [one.step, one.trouble]);

const expectNobodyAccused = async (capture: Capture, revision: "2025-11-25" | "2026-07-28", open: string) => {
  expect(capture.outcome).toBe("complete");
  expect(capture.exchanges.filter(({ trouble }) => trouble?.limit === "exchangeMs").map(({ id }) => id)).toEqual([]);
  const { verdicts } = await judgeRules(capture, revision);
  const givenUp = capture.exchanges.flatMap(({ id, trouble }, index) =>
    trouble?.limit === "toolMs" ? [id ?? index] : [],
  );
  const accusing = verdicts.filter(({ state }) => state === "fail" || state === "error");
  const unjust = accusing.filter(({ evidence }) =>
    evidence.some(({ exchange }) => givenUp.some((one) => one === exchange)),
  );
  expect(unjust.map(({ id }) => id)).toEqual([]);
  expect(verdicts.find(({ id }) => id === open)).toMatchObject({ state: "inconclusive", reason: "timed-out" });
};

test("a call whose form was answered, in the stateful era", async () => {
  const capture = await probe(statefulServer(""), "2025-11-25");
  expect(callsNamed(capture, "client-features", /^call-/)).toEqual([
    ["call-1", GIVEN_UP],
    ["call-1-cancel", undefined],
    ["call-1-longer", GIVEN_UP],
    ["call-1-longer-cancel", undefined],
  ]);
  await expectNobodyAccused(capture, "2025-11-25", "ELICIT-019");
});

test("a call whose form was declined, in the stateful era", async () => {
  const capture = await probe(statefulServer(`if (message.result.action === "accept") ends();`), "2025-11-25");
  expect(callsNamed(capture, "client-features", /^(call|contrary)-/)).toEqual([
    ["call-1", undefined],
    ["call-1-longer", undefined],
    ["contrary-1-declining", GIVEN_UP],
    ["contrary-1-declining-cancel", undefined],
  ]);
  await expectNobodyAccused(capture, "2025-11-25", "ELICIT-019");
});

test("a call whose form was answered, in the stateless era", async () => {
  const capture = await probe(statelessServer, "2026-07-28");
  expect(callsNamed(capture, "input", /^input-\d/)).toEqual([
    ["input-1", undefined],
    ["input-1-round-1", GIVEN_UP],
    ["input-1-round-1-cancel", undefined],
  ]);
  await expectNobodyAccused(capture, "2026-07-28", "MRTR-023");
});
