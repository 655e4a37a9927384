import { jsonLines, jsonPieces } from "../../capture/serialize.ts";
import type { TestedServer } from "../../suite/functional/run-tests.ts";
import { openOutputFile } from "../files/output-file.ts";
import type { SaveFlags } from "../target/probe-target.ts";
import type { Console } from "../terminal/console.ts";
import { pathFor } from "./probe-servers.ts";

/** The captures of the tests; beside those of a probe, or where there are several, each has a name of its own. */
export const saveTestCaptures = (
  captures: readonly TestedServer[],
  { save, quiet = false }: SaveFlags,
  besideProbe: boolean,
  console: Console,
): void => {
  if (save === undefined) return;
  for (const { server, identity, capture } of captures) {
    const parts = [
      ...(besideProbe ? ["tests"] : []),
      ...(captures.length > 1 ? [server] : []),
      ...(identity === undefined ? [] : [identity]),
    ];
    const path = parts.length === 0 ? save : pathFor(save, parts.join("."));
    openOutputFile(path, "owner").commit(path.endsWith(".jsonl") ? jsonLines(capture) : jsonPieces(capture));
    if (!quiet) console.err(`saved ${path}\n`);
  }
};
