/** A capture that cannot be judged: too large, too slow, or a bug of ours. */
export class JudgeError extends Error {
  override readonly name = "JudgeError";
}
