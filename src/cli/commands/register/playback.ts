import { collect } from "../../flags/collect.ts";
import { addRunFlags } from "../../flags/probe-flags.ts";
import { addReporterFlags, REPORTERS } from "../../flags/reporter-flags.ts";
import { addTargetFlags } from "../../target/target-flags.ts";
import { addCommonFlags, type Registration, refuseBareCommand, SAVE } from "./registration.ts";

/** `mcptest serve` and `replay`. */
export const addPlaybackCommands = ({ program, console, command, exits }: Registration): void => {
  addCommonFlags(
    program
      .command("serve")
      .argument("<capture>", "a capture of a server (.json or .jsonl)")
      .description("serve a recording: answer clients as the recorded server did")
      .option("--http <port>", "serve HTTP on this port (0 picks a free one; the default where HTTP was recorded)")
      .option("--host <address>", "listen here instead of 127.0.0.1; other machines can then connect")
      .option("--latency <which>", "answer at once (none, default), or after as long as it took then (recorded)")
      .option("--any-origin", "answer pages of other sites, and other host names, as the recorded server did")
      .option("-q, --quiet", "print nothing but errors"),
  ).action(exits(async (path, flags) => (await import("../serve.ts")).runServe(flags, path, console)));

  const replay = program
    .command("replay")
    .argument("<capture>", "a capture of a server (.json or .jsonl)")
    .argument("[url]", "the server to ask again; or -- and the command that starts it");
  addReporterFlags(addRunFlags(addTargetFlags(replay)), REPORTERS)
    .description("send the recorded requests again and show what the server now answers differently")
    .option("--plan", "show what would be sent and what not; contacts no server")
    .option("--mask <path>", "do not compare this part of answers: result.content.*.text (repeatable)", collect)
    .option(...SAVE)
    .option("--fail-on <what>", "when to exit 1: any (default), never, or a comma list of differs, gone, new")
    .allowExcessArguments(true)
    .hook("preAction", (_parent, typed) => refuseBareCommand(typed, 1))
    .action(
      exits(async (path, url, flags) =>
        (await import("../replay.ts")).runReplayCommand(flags, path, { url, command }, console),
      ),
    );
};
