import type { Command } from "commander";
import { DEFAULT_STANDARD, STANDARD_VERSIONS } from "../model/discoverability.ts";
import type { Console } from "./console.ts";
import { addReporterFlags, REPORTERS } from "./reporters.ts";

/** `mcptest audit`, loaded when it is asked for. */
export const addAuditCommands = (
  onTarget: (name: string) => Command,
  console: Console,
  command: readonly string[],
  done: (code: number) => void,
): void => {
  addReporterFlags(onTarget("audit"), REPORTERS)
    .description(
      "can an agent find, choose and use this server's tools? Ten criteria and a grade (tools: undeclared is the default here)",
    )
    .option("--standard <version>", `${STANDARD_VERSIONS.join(", ")} (default ${DEFAULT_STANDARD})`)
    .option("--capture <file>", "audit what was recorded before; contacts no server")
    .option("--save <file>", "keep the capture (.json or .jsonl)")
    .option("--fail-on <what>", "what makes the exit code 1: never (default), or less than grade-a, grade-b, grade-c")
    .option(
      "--certificate <file>",
      "sign what was found and write the certificate here; publish the --save capture with it",
    )
    .option("--key <file>", "the private key to sign with (mcptest cert keygen makes one)")
    .option("--key-env <NAME>", "the environment variable that holds the private key's PEM text")
    .option("--issuer <name>", "who signs, in your own words")
    .option("--subject <subject>", "what the certificate is about; needed for a command: stdio:<name>@<version>")
    .option("--valid-days <n>", "how long the certificate lasts from the observation on (default 28)")
    .option("--compare <certificate>", "does what this certificate says still hold?")
    .action(async (url: string | undefined, flags) => {
      const { runAudit } = await import("./commands/audit.ts");
      done(await runAudit(flags, url, command, console));
    });
};
