import { collect } from "../../flags/collect.ts";
import { addLoginFlags } from "../../flags/login-flags.ts";
import { addServerFlags } from "../../target/target-flags.ts";
import { addListFlags, type Registration, refuseBareCommand } from "./registration.ts";

/** `mcptest login`. */
export const addLoginCommand = ({ program, console, command, exits }: Registration): void => {
  addListFlags(
    addLoginFlags(addServerFlags(program.command("login").argument("[url]", "the server's URL")), "shown")
      .option("--allow-private", "the authorization server may be at a loopback or private address")
      .option("--timeout <time>", "time limit for one exchange: 500ms, 10s, 2m (a bare number is seconds)")
      .option("--limit <name=value>", "change one limit (repeatable; record --help-limits lists them)", collect)
      .option("--save <file>", "save what was said while signing in, without secrets (.json or .jsonl)")
      .option("--list", "list the stored tokens; no secret is shown")
      .option("--forget", "remove the stored tokens of this server, or of every one with --all")
      .option("--all", "with --forget: of every server")
      .option("-q, --quiet", "print nothing but errors and the address to open"),
  )
    .description("sign in to a protected server and keep the token for check --login")
    .allowExcessArguments(true)
    .hook("preAction", (_parent, self) => refuseBareCommand(self))
    .action(exits(async (url, flags) => (await import("../login.ts")).runLogin(flags, { url, command }, console)));
};
