/** The archive cannot be used; the message is one clause, without text from the archive. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}
