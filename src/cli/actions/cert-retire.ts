import { retireKey } from "../../certificate/revoke.ts";
import { readMoment } from "../../certificate/verify/times.ts";
import { RETIREMENT_REASONS } from "../../model/revocation.ts";
import { loadSigningKey, type SigningKeyFlags } from "../certificate/load-signing-key.ts";
import { refuseLoss, writeStatement } from "../certificate/write-statement.ts";
import type { ExitCode } from "../exit-codes.ts";
import { readChoice } from "../flags/choice.ts";
import type { Console } from "../terminal/console.ts";
import { quoted, UsageError } from "../usage-error.ts";

export interface CertRetireFlags extends SigningKeyFlags {
  readonly reason?: string;
  readonly from?: string;
  readonly out?: string;
}

/** `mcptest cert retire`: the end of a key, signed by the key itself. */
export const runCertRetire = (flags: CertRetireFlags, console: Console): ExitCode => {
  if (flags.reason === undefined)
    throw new UsageError("say why the key ends: --reason superseded, or --reason compromised");
  const reason = readChoice("--reason", flags.reason, RETIREMENT_REASONS);
  const from = flags.from === undefined ? undefined : readMoment(flags.from.trim());
  if (flags.from !== undefined && from === undefined)
    throw new UsageError(`--from ${quoted(flags.from)} is not a time; write 2026-01-31 or 2026-01-31T12:00:00Z (UTC)`);
  refuseLoss(flags.out);
  const key = loadSigningKey(flags, process.env);
  return writeStatement(
    retireKey({ key, reason, from, now: Date.now() }),
    flags.out,
    ({ from: since }) =>
      reason === "compromised"
        ? `key ${key.spki_hex} is retired as compromised: nothing it signed holds any more`
        : `key ${key.spki_hex} is retired: what it observes from ${since} on does not hold`,
    console,
  );
};
