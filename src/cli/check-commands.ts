import type { Command } from "commander";
import type { Console } from "./console.ts";

/** `mcptest check`, `judge` and `explain`: each command is loaded when it is asked for. */
export const addCheckCommands = (
  program: Command,
  onTarget: (name: string) => Command,
  console: Console,
  command: readonly string[],
  done: (code: number) => void,
): void => {
  addReportFlags(onTarget("check"))
    .description("talk to a server and judge everything it said")
    .option("--save <file>", "keep the capture (.json or .jsonl)")
    .action(async (url: string | undefined, flags) => {
      const { runCheck } = await import("./commands/check.ts");
      done(await runCheck(flags, url, command, console));
    });

  addReportFlags(program.command("judge").argument("<capture>", "what mcptest record wrote (.json or .jsonl)"))
    .description("the same report from a saved capture; contacts no server")
    .option("--revision <revision>", "judge by this revision; by default the one that was probed")
    .action(async (path: string, flags) => {
      const { runJudge } = await import("./commands/judge.ts");
      done(await runJudge(flags, path, console));
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

const addReportFlags = (command: Command): Command =>
  command
    .option("--reporter <name>", "pretty (default), json")
    .option("--format <name>", "the same as --reporter")
    .option("-o, --out <file>", "where the report goes (- for stdout)")
    .option("--fail-on <what>", "what makes the exit code 1: must (default), should, never")
    .option("--quiet", "one line")
    .option("--verbose", "also what passed")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error");
