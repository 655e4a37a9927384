import type { Command } from "commander";
import type { Console } from "./console.ts";
import { addReporterFlags, REPORTERS } from "./reporters.ts";

/** `mcptest doctor`, loaded when it is asked for. */
export const addDoctorCommands = (
  onTarget: (name: string) => Command,
  console: Console,
  command: readonly string[],
  done: (code: number) => void,
): void => {
  addReporterFlags(onTarget("doctor"), REPORTERS)
    .description("what an upgrade to another revision of the protocol would break")
    .option("--to <revision>", "the revision to upgrade to (default 2026-07-28)")
    .option("--capture <file>", "look at a saved session instead of a server (.json or .jsonl)")
    .option("--save <file>", "keep the capture (.json or .jsonl)")
    .option("--fail-on <what>", "what makes the exit code 1: must, should (default; whatever breaks), never")
    .action(async (url: string | undefined, flags) => {
      const { runDoctor } = await import("./commands/doctor.ts");
      done(await runDoctor(flags, url, command, console));
    });
};
