import type { Capture } from "../../capture/capture.ts";
import { holdCaptureFile } from "../../capture/open-capture-file.ts";
import { UsageError } from "../usage-error.ts";
import { readingFile } from "./read-file.ts";

/** Every session of a capture file: several are servers that one model is offered together. */
export const readSessions = (path: string): readonly Capture[] =>
  readingFile(path, () => holdCaptureFile(path)).sessions;

/** The only session of a capture file. */
export const readCaptureFile = (path: string): Capture => onlySession(path, readSessions(path));

export const onlySession = (path: string, sessions: readonly Capture[]): Capture => {
  const [capture, ...others] = sessions;
  if (!capture) throw new UsageError(`${path} holds no session; record one with mcptest record -o ${path}`);
  if (others.length > 0)
    throw new UsageError(
      `${path} holds ${sessions.length} sessions; save each to its own file and judge them one by one`,
    );
  return capture;
};
