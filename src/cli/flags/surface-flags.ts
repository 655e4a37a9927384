import { LOCK_GATES } from "../../scores/lock/lock.ts";
import type { ResultRequest } from "../../scores/result/make-result.ts";
import { UsageError } from "../usage-error.ts";
import { readChoice } from "./choice.ts";
import { type FlagsOf, inGroup } from "./flag.ts";

/** What is asked about the surface beside the rules. */
export const SURFACE_FLAGS = inGroup("Surface", {
  "--lock <file>": "compare the surface with this lock (mcptest lock writes one)",
  "--lock-fail-on <what>": "which changes exit 1: breaking, meaning (default: or worse), any, never",
  "--max-tokens <n>": "exit 1 if instructions and tools cost more tokens than this",
});

/** In a lock of several servers, the name says which one is meant. */
export type SurfaceFlags = FlagsOf<typeof SURFACE_FLAGS> & { readonly name?: string | undefined };

/** Read before the probe: a broken lock must not cost a session. The tokenizer is loaded only where its count decides or is read. */
export const readSurfaceFlags = async (
  { lock, lockFailOn, maxTokens, name }: SurfaceFlags,
  isCounted: boolean,
): Promise<Pick<ResultRequest, "lock" | "maxTokens" | "tokenizer">> => {
  if (lockFailOn !== undefined && lock === undefined)
    throw new UsageError("--lock-fail-on needs a lock; name it with --lock <file>");
  const max = maxTokens === undefined ? undefined : readMaximum(maxTokens);
  return {
    lock: lock === undefined ? undefined : await readLock(lock, lockFailOn, name),
    maxTokens: max,
    tokenizer:
      max === undefined && !isCounted
        ? undefined
        : await (await import("../../scores/result/tokens.ts")).loadTokenizer(),
  };
};

const readLock = async (file: string, failOn: string | undefined, server: string | undefined) => {
  const { readLockFile } = await import("../files/lock-file.ts");
  return {
    file,
    lock: readLockFile(file),
    failOn: readChoice("--lock-fail-on", failOn ?? "meaning", LOCK_GATES),
    server,
  };
};

export const readMaximum = (text: string): number => {
  const value = Number(text.replaceAll(/[_,]/g, ""));
  if (Number.isInteger(value) && value > 0) return value;
  throw new UsageError(`--max-tokens ${text} is not a number of tokens; write a whole number such as 8000`);
};
