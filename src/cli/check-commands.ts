import type { Command } from "commander";
import type { Console } from "./console.ts";
import { gateHelp } from "./gate.ts";
import { addReporterFlags, REPORTERS } from "./reporters.ts";

const BASELINE_HELP = "rules that are known to fail; others that fail, and listed ones that pass, are red";
const UPDATE_HELP = "write the baseline as this run finds it, keeping reasons and comments";

/** `mcptest check`, `judge`, `report` and `explain`: each command is loaded when it is asked for. */
export const addCheckCommands = (
  program: Command,
  onTarget: (name: string) => Command,
  console: Console,
  command: readonly string[],
  done: (code: number) => void,
): void => {
  addReporterFlags(onTarget("check"), REPORTERS)
    .description("talk to a server and judge everything it said")
    .option("--save <file>", "keep the capture (.json or .jsonl)")
    .option("--fail-on <what>", gateHelp("must"))
    .option("--baseline <file>", BASELINE_HELP)
    .option("--update-baseline", UPDATE_HELP)
    .option("--watch", "check a command again when its files change, and print only what is different then")
    .action(async (url: string | undefined, flags) => {
      if (flags.watch) {
        const { runCheckWatch } = await import("./commands/check-watch.ts");
        done(await runCheckWatch(flags, url, command, console));
        return;
      }
      const { runCheck } = await import("./commands/check.ts");
      done(await runCheck(flags, url, command, console));
    });

  addReporterFlags(
    program.command("judge").argument("<capture>", "what mcptest record wrote (.json or .jsonl)"),
    REPORTERS,
  )
    .description("the same report from a saved capture; contacts no server")
    .option("--revision <revision>", "judge by this revision; by default the one that was probed")
    .option("--fail-on <what>", gateHelp("must"))
    .option("--baseline <file>", BASELINE_HELP)
    .option("--update-baseline", UPDATE_HELP)
    .action(async (path: string, flags) => {
      const { runJudge } = await import("./commands/judge.ts");
      done(await runJudge(flags, path, console));
    });

  addReporterFlags(
    program.command("report").argument("<result>", "what check or judge wrote with --reporter json"),
    REPORTERS,
  )
    .description("a saved result in another format; judges nothing again")
    .option("--fail-on <what>", gateHelp("never"))
    .action(async (path: string, flags) => {
      const { runReport } = await import("./commands/report.ts");
      done(runReport(flags, path, console));
    });

  program
    .command("explain")
    .argument("<id>", "a rule, PROTO-002 say")
    .description("what a rule means, why it matters, how to fix it")
    .option("--format <name>", "pretty (default), json")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .action(async (id: string, flags) => {
      const { runExplain } = await import("./commands/explain.ts");
      done(runExplain(flags, id, console));
    });
};
