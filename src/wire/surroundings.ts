/**
 * What was looked at beside the server, only where nothing could be asked of it: enough to say why, and what helps. It
 * tells nothing about the server, so no rule reads it.
 */
export interface Surroundings {
  /** The program of a command that could not be started. */
  readonly program?: ProgramLook;
  /** The first argument that reads like a file and names none. */
  readonly file?: FileLook;
  /** Other addresses of the same origin where servers often are. */
  readonly paths?: readonly PathLook[];
}

/**
 * not-found: nowhere on the PATH. not-executable: the file is there, but may not be run. no-interpreter: its first line
 * names a program that does not exist. no-folder: the folder to start it in does not exist.
 */
export const PROGRAM_STATES = ["not-found", "not-executable", "no-interpreter", "no-folder"] as const;

export interface ProgramLook {
  readonly state: (typeof PROGRAM_STATES)[number];
  /** What the first line of the file names. */
  readonly interpreter?: string;
  /** Programs that can be started instead, nearest first. */
  readonly near: readonly string[];
}

export interface FileLook {
  readonly name: string;
  /** Files that exist, nearest first. */
  readonly near: readonly string[];
}

/** mcp: initialize was answered with a message. sse: a stream named its endpoint. locked: credentials are asked for. */
export const PATH_ANSWERS = ["mcp", "sse", "locked", "other", "nothing"] as const;

export interface PathLook {
  readonly url: string;
  readonly status: number | null;
  readonly answers: (typeof PATH_ANSWERS)[number];
}
