// Some rules are about what a server seldom does: they hold on a correct server that does it while it is watched.

import { expect, test } from "vitest";
import type { Context } from "../servers/mutants/context.ts";
import type { ServerOptions } from "../servers/server-core.ts";
import { judgeServer } from "./judge-server.ts";

const HELD: readonly (readonly [string, Context, ServerOptions, readonly string[]])[] = [
  ["pings its client", "http/2025-11-25", { pingIntervalMs: 300 }, ["PING-005", "PING-006"]],
  ["publishes new lists", "http/2025-11-25", { newEditionAfterMs: 300 }, ["TOOL-017", "TOOL-019"]],
  ["publishes new lists", "http+sse/2024-11-05", { newEditionAfterMs: 60 }, ["TOOL-019"]],
  ["does not log", "http/2025-11-25", { without: ["logging"] }, ["LOG-013"]],
  ["uses nothing deprecated", "http/2026-07-28", { without: ["deprecated"] }, ["LOG-018"]],
  ["has no tools", "http/2025-11-25", { without: ["tools"] }, ["TOOL-031", "TOOL-003"]],
  ["has no tools", "http/2026-07-28", { without: ["tools"] }, ["TOOL-031", "TOOL-003"]],
];

for (const [what, context, options, ids] of HELD) {
  test(`a correct server that ${what} fails nothing (${context})`, async () => {
    const { verdicts } = await judgeServer(context, undefined, options);
    expect(verdicts.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
    const passed = verdicts.filter(({ state }) => state === "pass").map(({ id }) => id);
    expect(passed).toEqual(expect.arrayContaining([...ids]));
  });
}
