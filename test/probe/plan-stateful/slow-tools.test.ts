import { expect, test } from "vitest";
import { probeTarget } from "../../../src/areas/probe-target.ts";
import type { Capture } from "../../../src/capture/capture.ts";
import { INITIALIZE_RESULT, stdioScript } from "../ad-hoc-servers.ts";

/** One tool, and what its calls do: `calls` counts them in this process. */
const serverWhoseCalls = (does: string) =>
  stdioScript(`
  globalThis.calls ??= 0;
  if (message?.method === "initialize") respond({
    ...${JSON.stringify(INITIALIZE_RESULT)},
    protocolVersion: message.params.protocolVersion,
    capabilities: { tools: {} },
  });
  else if (message?.method === "ping") respond({});
  else if (message?.method === "tools/list") respond({ tools: [
    { name: "one", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
  ] });
  else if (message?.method === "tools/call" && message.params.name === "one") {
    const asks = () => send({ jsonrpc: "2.0", id: "roots-" + calls, method: "roots/list" });
    const ends = () => respond({ content: [] });
    calls += 1;
    ${does}
  }
  else if (message?.id !== undefined && message.method !== undefined)
    send({ jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "Method not found" } });
`);

const probe = (does: string): Promise<Capture> =>
  probeTarget(serverWhoseCalls(does), {
    client: { name: "test", version: "0" },
    revision: "2025-11-25",
    limits: { quietMs: 20, toolMs: 300 },
  });

const callsIn = ({ exchanges }: Capture): [string | undefined, string | undefined][] =>
  exchanges
    .filter(({ conversation, step }) => conversation === "client-features" && /^(call|contrary)-/.test(step ?? ""))
    .map(({ step, trouble }) => [step, trouble?.limit]);

test("a tool that never ends is cancelled, and the run goes on", async () => {
  const capture = await probe("");
  expect(callsIn(capture)).toEqual([
    ["call-1", "toolMs"],
    ["call-1-cancel", undefined],
  ]);
  expect(capture.outcome).toBe("complete");
  expect(capture.not_probed?.filter(({ reason }) => reason === "timed-out")).toEqual([]);
});

const TOO_SLOW = expect.stringContaining("everything else had been asked");

test("without a limit of the user's, it is not waited for when everything else has been asked", async () => {
  const capture = await probeTarget(serverWhoseCalls(""), {
    client: { name: "test", version: "0" },
    revision: "2025-11-25",
    limits: { quietMs: 20 },
  });
  const calls = capture.exchanges.filter(({ step }) => step === "call-1");
  expect(calls.map(({ id, trouble }) => [id, trouble])).toEqual([
    ["stateful/call-1", { kind: "timed-out", limit: "toolMs", detail: TOO_SLOW }],
    ["client-features/call-1", { kind: "timed-out", limit: "toolMs", detail: TOO_SLOW }],
  ]);
  expect(capture.exchanges.filter(({ step }) => step === "call-1-cancel")).toHaveLength(2);
  expect(capture.outcome).toBe("complete");
});

test("one that seemed to ask gets a longer look, and only if it asks again", async () => {
  const capture = await probe("if (calls === 1) asks();");
  expect(callsIn(capture)).toEqual([
    ["call-1", "toolMs"],
    ["call-1-cancel", undefined],
    ["call-1-longer", "quietMs"],
    ["call-1-longer-cancel", undefined],
  ]);
  expect(capture.not_probed?.find(({ step }) => step === "contrary")).toMatchObject({ reason: "not-offered" });
});

test("one that does not ask again is not called in contrary ways", async () => {
  const capture = await probe("if (calls === 1) { asks(); ends(); }");
  expect(callsIn(capture)).toEqual([
    ["call-1", undefined],
    ["call-1-longer", "quietMs"],
    ["call-1-longer-cancel", undefined],
  ]);
  expect(capture.not_probed?.find(({ step }) => step === "contrary")).toMatchObject({ reason: "not-offered" });
});

test("what a server asks on its own account during a call is not what the tool asks for", async () => {
  const form = `send({ jsonrpc: "2.0", id: "form-" + calls, method: "elicitation/create", params: { message: "Name?" } });`;
  const capture = await probe(`if (calls === 1) asks(); ${form} ends();`);
  // Nobody is told that the roots have changed: no tool asks for them.
  expect(callsIn(capture).map(([step]) => step)).toEqual([
    "call-1",
    "call-1-longer",
    "contrary-1-declining",
    "contrary-1-cancelling",
    "contrary-1-careless",
    "contrary-1-refusing",
  ]);
});

test("one that asks each time is", async () => {
  const capture = await probe("asks(); ends();");
  expect(callsIn(capture).map(([step]) => step)).toEqual([
    "call-1",
    "call-1-longer",
    "contrary-1-declining",
    "contrary-1-cancelling",
    "contrary-1-careless",
    "contrary-1-changed",
    "contrary-1-refusing",
  ]);
});
