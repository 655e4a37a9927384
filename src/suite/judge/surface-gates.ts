import type { Capture } from "../../capture/capture.ts";
import type { GateResult } from "../../report/gate-result.ts";
import type { LockFile, LockGate, LockStanding } from "../../scores/lock/lock.ts";
import { compareWithLock } from "../../scores/result/lock.ts";
import { isLockBroken } from "../../scores/result/lock-score.ts";
import { deriveTokens } from "../../scores/result/tokens.ts";
import type { Tokenizer } from "../../scores/tokens/tokens.ts";

export interface SuiteLock {
  readonly file: string;
  readonly lock: LockFile;
  readonly failOn: LockGate;
}

/** `lock` of a suite: what each server offers beside what was written down of it. */
export const settleLock = async (
  captures: ReadonlyMap<string, Capture>,
  { file, lock, failOn }: SuiteLock,
): Promise<GateResult> => {
  const standings: (readonly [string, LockStanding])[] = [];
  const isAlone = captures.size === 1 && Object.keys(lock.servers).length === 1;
  for (const [server, capture] of captures)
    standings.push([server, await compareWithLock(capture, { file, lock, failOn, ...(isAlone ? {} : { server }) })]);
  // What nobody could see was not approved either.
  const isBad = (standing: LockStanding): boolean =>
    isLockBroken(standing, failOn) || (failOn !== "never" && standing.servers.some(({ state }) => state === "unseen"));
  const broken = standings.filter(([, standing]) => isBad(standing));
  const pass = broken.length === 0;
  return {
    gate: "lock",
    pass,
    line: `lock: ${pass ? "PASS" : "FAIL"} ${file}${pass ? "" : `, ${broken.map(([server]) => server).join(", ")}`}`,
    values: { file, fail_on: failOn, broken: broken.map(([server]) => server) },
    details: broken.map(([server, standing]) => `${server}: ${whyBroken(standing)}; mcptest lock --check shows it`),
  };
};

const whyBroken = ({ counts, servers }: LockStanding): string => {
  const [state] = servers.map((one) => one.state);
  if (state === "new") return "it is not in the lock";
  if (state === "unseen") return "nothing of what it offers was seen";
  const { breaking, meaning, compatible, cosmetic } = counts;
  const words = Object.entries({ breaking, meaning, compatible, cosmetic }).filter(([, count]) => count > 0);
  return words.map(([name, count]) => `${count} ${name}`).join(", ");
};

/** `max_tokens` of a suite. */
export const settleMaxTokens = async (
  captures: ReadonlyMap<string, Capture>,
  max: number,
  tokenizer: Tokenizer,
): Promise<GateResult> => {
  const totals: (readonly [string, number])[] = [];
  for (const [server, capture] of captures) totals.push([server, (await deriveTokens(capture, tokenizer))?.total ?? 0]);
  const over = totals.filter(([, total]) => total > max);
  const pass = over.length === 0;
  return {
    gate: "max_tokens",
    pass,
    line: `max_tokens: ${pass ? "PASS" : "FAIL"} ${totals.map(([server, total]) => `${server} ${total}`).join(", ")} of ${max}`,
    values: { max, tokenizer: tokenizer.name, totals: Object.fromEntries(totals) },
    details: over.map(([server, total]) => `${server} costs ${total} tokens, ${total - max} more than max_tokens`),
  };
};
