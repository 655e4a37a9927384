// What needs no server is answered at once, however many checks are under way.

import { expect, onTestFinished, test } from "vitest";
import { startViceServer } from "../hostile/servers/http.ts";
import { connect, GENERATIONS, startAgent } from "./agent-under-test.ts";

test.each(GENERATIONS)("Four runs: cheap tools do not wait behind 300 checks (%s)", async (generation) => {
  const silent = await startViceServer(() => {});
  onTestFinished(() => silent.close());
  const { url, bugs } = await startAgent();
  const caller = await connect(generation, url);
  const ending = new AbortController();
  let ended = 0;
  const checks = Array.from({ length: 300 }, () =>
    caller.call("check_server", { url: silent.url }, { signal: ending.signal }).then(
      ({ text }) => {
        // Beyond a hundred that wait, a call is told to come back.
        if (!text.includes("too many runs are waiting")) ended += 1;
      },
      () => undefined,
    ),
  );
  const cheap = ["get_standard", "explain_rule", "diff_revisions"] as const;
  const args = {
    get_standard: {},
    explain_rule: { id: "PROTO-002" },
    diff_revisions: { from: "2024-11-05", to: "2025-03-26" },
  };
  for (const name of cheap) expect((await caller.call(name, args[name])).isError, name).toBe(false);
  // The checks never end by themselves, so none of them was waited for.
  expect(ended).toBe(0);
  ending.abort();
  await Promise.all(checks);
  expect(bugs).toEqual([]);
});
