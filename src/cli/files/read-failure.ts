/** Why a file cannot be read. A file of its own: every command needs it, and not every command reads captures. */
export const describeReadFailure = (error: unknown): string => {
  const { code = "unknown reason" } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
  if (code === "EISDIR") return "it is a folder; name a file in it";
  return code === "EACCES" || code === "EPERM" ? "no permission to read it" : code;
};
