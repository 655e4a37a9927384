import { BASELINE_FLAGS, COMMON_FLAGS, SAVE_FLAG } from "../flags/common-flags.ts";
import { repeatable } from "../flags/flag.ts";
import { gateHelp } from "../flags/gate-flag.ts";
import { choiceFlags } from "../flags/part-flags.ts";
import { REPORTERS, reporterFlags } from "../flags/reporter-flags.ts";
import { defineCommand } from "./define-command.ts";

export const client = defineCommand({
  name: "client",
  about: "put a client through scenarios and judge what it says: mcptest client -- <command with {url}>",
  flags: {
    ...choiceFlags("judge"),
    ...reporterFlags(REPORTERS),
    "--scenario <names>": repeatable("only these scenarios (commas, repeatable)"),
    "--list": "list the scenarios",
    "--listen [port]": "wait for any client, a desktop application too, and say what to do with it",
    "--wait <seconds>": "with --listen: end after this long without a word (default: Ctrl-C ends it)",
    "--transport <which>": "http, stdio or both (default: what the command has a placeholder for)",
    "--revision <revision>": "the server knows this revision alone",
    "--concurrency <n>": "scenarios at the same time (default: 12, or two for each processor)",
    "--fail-on <what>": gateHelp("must"),
    ...SAVE_FLAG,
    ...BASELINE_FLAGS,
  },
  examples: [
    "mcptest client -- node client.js {url}",
    "mcptest client --scenario server-requests -- node client.js {url}",
  ],
});

export const clientStdio = defineCommand({
  name: "client-stdio",
  about: "what a client starts in place of a server while mcptest client tests it",
  hidden: true,
  args: { "<id>": "what mcptest client gave to the client" },
  flags: COMMON_FLAGS,
  examples: [],
});
