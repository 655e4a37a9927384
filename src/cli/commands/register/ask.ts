import { collect } from "../../flags/collect.ts";
import { addSessionFlags } from "../../flags/probe-flags.ts";
import { addTargetFlags } from "../../target/target-flags.ts";
import { addCommonFlags, type Registration, SAVE } from "./registration.ts";

const COMMANDS = {
  call: { words: "<url> <tool>", about: "call a tool and print what it answers" },
  read: { words: "<url> <uri>", about: "read a resource and print its contents" },
  prompt: { words: "<url> <name>", about: "get a prompt and print its messages" },
  list: { words: "<url> [tools|resources|templates|prompts]", about: "list what a server offers, all pages" },
} as const;

/** `mcptest call`, `read`, `prompt` and `list`. */
export const addAskCommands = ({ program, console, command, exits }: Registration): void => {
  for (const [name, { words, about }] of Object.entries(COMMANDS)) {
    const kind = name as keyof typeof COMMANDS;
    const own = addSessionFlags(
      addTargetFlags(
        program
          .command(name)
          .argument("[words...]", `${words}; without the URL before -- and the command that starts the server`),
      ),
    ).description(about);
    if (kind === "call" || kind === "prompt")
      own
        .option("--arg <pair>", "an argument, name=value (repeatable)", collect)
        .option("--args <json>", "all arguments as a JSON object (- reads stdin)");
    if (kind === "call") own.option("--no-check", "send the arguments without checking them against the tool's schema");
    addCommonFlags(
      own
        .option("--json", "JSON, which is also what a pipe gets")
        .option(...SAVE)
        .option("-q, --quiet", "say nothing but the answer")
        .option("-v, --verbose", "also say how long it took"),
    ).action(
      exits(async (given: string[], flags) => (await import("../ask.ts")).runAsk(kind, flags, given, command, console)),
    );
  }
};
