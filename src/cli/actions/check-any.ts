import { shellWord } from "../../base/shell-word.ts";
import type { check } from "../commands/check.ts";
import type { CallOf } from "../commands/define-command.ts";
import type { ExitCode } from "../exit-codes.ts";
import { refuseIdentityFlags } from "../flags/identity-flags.ts";
import { refuseServer } from "../target/target-flags.ts";
import { UsageError } from "../usage-error.ts";
import type { CheckFlags } from "./check.ts";

/** `mcptest check`, in whichever form: one server, a saved capture, every server of a configuration, or again and again. */
export const runAnyCheck = async ({ flags: given, server, console }: CallOf<typeof check>): Promise<ExitCode> => {
  const flags = readConfigFlag(given);
  if (flags.capture !== undefined) {
    refuseServer(server, flags);
    return (await import("./judge.ts")).runJudge(flags, [flags.capture], console);
  }
  if (flags.mcpConfig !== undefined && flags.name === undefined) {
    refuseIdentityFlags(flags, "works with one server at a time; pick it with --name");
    return (await import("./check-all.ts")).runCheckAll({ ...flags, mcpConfig: flags.mcpConfig }, server, console);
  }
  if (flags.watch)
    refuseIdentityFlags(flags, "works with a server at a URL, which --watch does not restart; drop --watch");
  return flags.watch
    ? (await import("./check-watch.ts")).runCheckWatch(flags, server, console)
    : (await import("./check.ts")).runCheck(flags, server, console);
};

/** `--config` is a suite in other commands; people also try it for the configuration of a client. */
const readConfigFlag = (flags: CheckFlags): CheckFlags => {
  const { config, ...others } = flags;
  if (config === undefined) return flags;
  if (/\.jsonc?$/i.test(config)) return { ...others, mcpConfig: config };
  throw new UsageError(
    `--config is a suite, and check takes none: run it with mcptest run --config ${shellWord(config)}; a client configuration is --mcp-config <file>`,
  );
};
