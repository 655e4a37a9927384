import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type CallOf,
  DISCOVERABILITY_GRADES,
  EXIT,
  type ExitCode,
  type fleetCertify,
  loadSigningKey,
  openOutputFile,
  readChoice,
  show,
  UsageError,
  watchInterrupts,
  writeFailure,
} from "mcptest/internal";
import { certify } from "../certify.ts";
import { many, manyOf, readWhole } from "../cli/numbers.ts";
import { withStore } from "../cli/store-flags.ts";

/** `mcptest fleet certify`: certificates for all that deserve one, and revocations of those that no longer hold. */
export const runFleetCertify = async ({ flags, console }: CallOf<typeof fleetCertify>): Promise<ExitCode> => {
  const { issuer = "" } = flags;
  if (issuer.trim() === "") throw new UsageError("a certificate names who signs it; add --issuer <name>");
  const minGrade = readChoice("--min-grade", (flags.minGrade ?? "b").toUpperCase(), DISCOVERABILITY_GRADES);
  const validDays = readWhole(flags.validDays, "--valid-days", 1, 366);
  const key = loadSigningKey(flags, process.env);
  const save = folderWriter(flags.out);
  return withStore(flags, async (store) => {
    const interrupt = watchInterrupts();
    try {
      const { issued, revoked } = await certify(store, {
        ...{ key, issuer, minGrade, validDays, now: Date.now(), signal: interrupt.signal },
        onIssued: ({ target, text }) => save(`${target}.json`, text),
        onRevoked: ({ target, id, text, reason }) => {
          save(`${id}.revocation.json`, text);
          console.err(`mcptest: revoked the certificate of ${target}: ${show(reason, 200)}\n`);
        },
      });
      console.out(`${manyOf(issued, "certificate")} issued (grade ${minGrade} or better), ${many(revoked)} revoked\n`);
      return interrupt.code ?? EXIT.ok;
    } finally {
      interrupt.release();
    }
  });
};

const folderWriter = (folder: string | undefined): ((name: string, text: string) => void) => {
  if (folder === undefined) return () => {};
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`cannot write to ${folder}: ${writeFailure(error)}`);
  }
  return (name, text) => openOutputFile(join(folder, name)).commit(text);
};
