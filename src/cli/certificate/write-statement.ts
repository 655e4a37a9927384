import type { Stated } from "../../certificate/revoke.ts";
import type { RevocationStatement } from "../../certificate/verify/revocation.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { refuseExisting, writeNewFile } from "../files/new-file.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";

/** Before anything is signed: a statement that replaced another would bring back what that one took away. */
export const refuseLoss = (out: string | undefined): void => {
  if (out === "") throw new UsageError("-o is empty; name a file, or - for stdout");
  if (out !== undefined && out !== "-") refuseExisting(out);
};

/** Writes a signed statement, and says what to do with it. */
export const writeStatement = <S extends RevocationStatement>(
  stated: Stated<S>,
  out: string | undefined,
  said: (statement: S) => string,
  console: Console,
): ExitCode => {
  if (!stated.ok) throw new UsageError(stated.reason);
  const text = `${JSON.stringify(stated.envelope, null, 2)}\n`;
  if (out === undefined || out === "-") console.out(text);
  else writeNewFile(out, text);
  console.err(`${said(stated.statement)}; publish it with mcptest cert publish --revocations\n`);
  return EXIT.ok;
};
