// Some rules are about what a server does not offer: they hold on a correct server that leaves the feature out.

import { expect, test } from "vitest";
import type { Context } from "../servers/mutants/context.ts";
import type { Feature } from "../servers/server-core.ts";
import { judgeServer } from "./judge-server.ts";

const WITHOUT: readonly Feature[] = ["completions", "subscribe", "list-changed"];

const HELD: readonly (readonly [Context, readonly string[]])[] = [
  ["http/2025-11-25", ["COMPL-001", "COMPL-007", "PROMPT-019", "RES-020", "RES-022"]],
  ["http/2026-07-28", ["COMPL-001", "COMPL-007", "PROMPT-019"]],
];

for (const [context, ids] of HELD) {
  test(`a correct server without ${WITHOUT.join(", ")} fails nothing (${context})`, async () => {
    const { verdicts } = await judgeServer(context, undefined, { without: WITHOUT });
    expect(verdicts.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
    const passed = verdicts.filter(({ state }) => state === "pass").map(({ id }) => id);
    expect(passed).toEqual(expect.arrayContaining([...ids]));
  });
}
