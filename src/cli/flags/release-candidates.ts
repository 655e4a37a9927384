import type { Command } from "commander";
import { releaseNote, releaseOf } from "../../protocol/revision.ts";
import type { Console } from "../terminal/console.ts";
import { oneLine } from "../usage-error.ts";
import type { CorpusFlags } from "./find-corpora.ts";

/** Options that take a revision, in every command. */
const REVISION_OPTIONS = ["revision", "to"];

/**
 * Before any command runs: a release candidate is read as the revision it became, and the user is told. A corpus folder
 * may bear the name of a candidate; then --target-version means that folder.
 */
export const resolveCandidates = async (command: Command, console: Console): Promise<void> => {
  const flags = command.opts<CorpusFlags>();
  const { targetVersion } = flags;
  if (targetVersion !== undefined && releaseOf(targetVersion) !== undefined) {
    const { hasCorpusNamed } = await import("./find-corpora.ts");
    if (!hasCorpusNamed(targetVersion, flags)) replace(command, "targetVersion", console);
  }
  for (const name of REVISION_OPTIONS) replace(command, name, console);
};

const replace = (command: Command, name: string, console: Console): void => {
  const text = command.opts<Readonly<Record<string, unknown>>>()[name];
  const release = typeof text === "string" ? releaseOf(text) : undefined;
  if (typeof text !== "string" || release === undefined) return;
  console.err(`mcptest: ${oneLine(releaseNote(text, release))}\n`);
  command.setOptionValue(name, release);
};
