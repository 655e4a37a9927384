import { DEFAULT_LIMITS } from "../limits.ts";
import { type ChildStart, exitDetail, trySpawn } from "./child-process.ts";
import { HeadAndTail } from "./head-and-tail.ts";
import { RunningChild } from "./running-child.ts";

/**
 * Runs a command of the user's to its end, in a process group of its own and without a shell. Resolves to what went wrong, one
 * line, or to nothing. A signal ends it, and whatever it started.
 */
export const runCommand = async (start: ChildStart, signal?: AbortSignal): Promise<string | undefined> => {
  const started = trySpawn(start);
  if ("trouble" in started) return started.trouble.detail;
  const child = new RunningChild(started.process, start.command, DEFAULT_LIMITS);
  const said = new HeadAndTail(DEFAULT_LIMITS.rawBytes);
  const { stdin, stdout, stderr } = child.spawned;
  stdin.on("error", () => {});
  stdin.end();
  for (const stream of [stdout, stderr]) stream.on("data", (chunk: Buffer) => said.push(chunk));
  const onAbort = (): void => void child.end(0, DEFAULT_LIMITS.termMs);
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  await child.exited;
  signal?.removeEventListener("abort", onAbort);
  await child.endSurvivors();
  child.release();
  if (child.startTrouble) return child.startTrouble.detail;
  if (child.exit?.code === 0) return undefined;
  const how = exitDetail(child.exit, undefined).replace(
    /^the server/,
    JSON.stringify([start.command, ...start.args].join(" ")),
  );
  const last = lastLine(said);
  return last === "" ? how : `${how}: ${last}`;
};

const lastLine = (said: HeadAndTail): string => {
  const text = new TextDecoder().decode(said.tail.length > 0 ? said.tail : said.head);
  return (text.trimEnd().split("\n").at(-1) ?? "").trim().slice(0, 300);
};
