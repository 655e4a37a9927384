/** The bytes are no archive that is taken; the message is one clause, without text of the archive's. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}
