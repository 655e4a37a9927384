import { CaptureError } from "../capture/capture-error.ts";
import { holdCaptureFile } from "../capture/open-capture-file.ts";
import type { Capture } from "../model/capture.ts";
import { UsageError } from "./usage-error.ts";

/** Runs `read` on a file and turns whatever is wrong with the file into one line. */
export const readingFile = <T>(path: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof CaptureError) throw new UsageError(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && FILE_TROUBLE.test(code))
      throw new UsageError(`cannot read ${path}: ${describeTrouble(code)}`);
    throw error;
  }
};

/** The one session of a capture file. */
export const readCaptureFile = (path: string): Capture => {
  const { sessions } = readingFile(path, () => holdCaptureFile(path));
  const [capture, ...others] = sessions;
  if (!capture) throw new UsageError(`${path} holds no session`);
  if (others.length > 0) throw new UsageError(`${path} holds ${sessions.length} sessions; judge them one by one`);
  return capture;
};

const FILE_TROUBLE = /^E[A-Z0-9]+$/;

const describeTrouble = (code: string): string => {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "there is no such file";
    case "EISDIR":
      return "it is a folder; name a capture in it";
    case "EACCES":
    case "EPERM":
      return "no permission to read it";
    default:
      return code;
  }
};
