import type { Capture } from "../../capture/capture.ts";
import type { GateResult } from "../../report/gate-result.ts";
import type { Suite } from "../../suite/suite.ts";

type SettleGates = (captures: ReadonlyMap<string, Capture>) => Promise<readonly GateResult[]>;

/** `lock` and `max_tokens` of a suite. The lock is read before anything is probed; what they need is loaded only for them. */
export const openSurfaceGates = async ({ lock, maxTokens, resolve }: Suite): Promise<SettleGates> => {
  if (!lock && maxTokens === undefined) return async () => [];
  const [{ readLockFile }, { settleLock, settleMaxTokens }, { loadTokenizer }] = await Promise.all([
    import("../files/lock-file.ts"),
    import("../../suite/judge/surface-gates.ts"),
    import("../../scores/result/tokens.ts"),
  ]);
  const held = lock && { ...lock, lock: readLockFile(resolve(lock.file)) };
  const tokenizer = maxTokens === undefined ? undefined : await loadTokenizer();
  return async (captures) => [
    ...(held ? [await settleLock(captures, held)] : []),
    ...(maxTokens !== undefined && tokenizer ? [await settleMaxTokens(captures, maxTokens, tokenizer)] : []),
  ];
};
