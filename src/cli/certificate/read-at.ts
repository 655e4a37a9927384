import { readMoment } from "../../certificate/verify/times.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** `--at`, or now: the only time that certificates are compared with. */
export const readAt = (text: string | undefined): number => {
  const at = text === undefined ? Date.now() : readMoment(text.trim());
  if (at === undefined)
    throw new UsageError(`--at ${quoted(text ?? "")} is not a time; write 2026-01-31 or 2026-01-31T12:00:00Z (UTC)`);
  return at;
};
