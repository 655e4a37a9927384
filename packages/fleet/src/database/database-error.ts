/**
 * gone: nobody answers there, or the connection broke. refused: it answers and will not have us. read-only, full: it takes
 * nothing more. newer: a newer mcptest made it. in-use: another process has the folder. usage: the address or folder is wrong.
 */
export type DatabaseErrorKind = "gone" | "refused" | "read-only" | "full" | "newer" | "in-use" | "usage";

/** What is wrong with the database, in one line that says what to do. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly kind: DatabaseErrorKind;

  constructor(kind: DatabaseErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** SQLSTATE classes and codes, and the codes of the operating system, that say that nobody is there any more. */
const GONE =
  /^(08...|57P0[123]|53300|55006|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
const REFUSED = /^(28...|3D000|42501|0A000)$/;
const READ_ONLY = /^(25006|EROFS|EACCES|EPERM)$/;
const FULL = /^(53100|53200|54000|ENOSPC|EDQUOT)$/;

/** pg tells some of it by words alone. */
const GONE_WORDS =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|client has encountered a connection error|socket (?:hang up|closed)|server closed the connection|database system is (?:starting up|shutting down|in recovery mode)/i;

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === "string") return code;
  // Node tries several addresses and reports them together.
  const first = (error as { errors?: readonly unknown[] } | null)?.errors?.[0];
  return first === undefined ? "" : codeOf(first);
};

/** The error that a user is shown; anything that is not about the database itself stays as it is, because it is a bug of ours. */
export const explainDatabaseError = (error: unknown, where: string): unknown => {
  if (error instanceof DatabaseError) return error;
  const code = codeOf(error);
  const words = (error instanceof Error ? error.message : String(error)).replaceAll("\n", " ");
  if (GONE.test(code) || GONE_WORDS.test(words))
    return new DatabaseError(
      "gone",
      `the database at ${where} does not answer (${code || words}); is it running?`,
      error,
    );
  if (REFUSED.test(code)) return new DatabaseError("refused", `the database at ${where} refuses: ${words}`, error);
  if (READ_ONLY.test(code))
    return new DatabaseError(
      "read-only",
      `the database at ${where} is read-only; give one that can be written to`,
      error,
    );
  if (FULL.test(code))
    return new DatabaseError("full", `the database at ${where} is full; free some space (${words})`, error);
  return error;
};
