import { VERSION } from "../../base/version.ts";
import { listEntries, RegistryListError } from "../../features/registry/list/list-entries.ts";
import { registryListView } from "../../features/registry/view/list.ts";
import { render } from "../../report/render.ts";
import { show } from "../../report/terminal/terminal.ts";
import type { CallOf } from "../commands/define-command.ts";
import type { registryList } from "../commands/registry.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readListFormat } from "../flags/common-flags.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";
import { openProgressLine } from "../terminal/progress.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** `mcptest registry list`: the servers that a registry lists, by its API. */
export const runRegistryList = async ({ args, flags, console }: CallOf<typeof registryList>): Promise<ExitCode> => {
  const format = readListFormat(flags);
  const { updatedSince, search, allVersions } = flags;
  const query = {
    api: args.api,
    updatedSince,
    search,
    allVersions,
    limit: flags.limit === undefined ? undefined : readLimit(flags.limit),
  };
  const interrupt = watchInterrupts();
  const line = openProgressLine(console);
  try {
    const list = await listEntries(query, {
      env: process.env,
      version: VERSION,
      signal: interrupt.signal,
      onPage: (pages, entries) => line.show(`page ${pages}, ${entries} entries …`),
    });
    line.clear();
    console.out(render(registryListView, list, format, console));
    return EXIT.ok;
  } catch (error) {
    line.clear();
    if (!(error instanceof RegistryListError)) throw error;
    console.err(`mcptest: ${show(error.message, 500)}\n`);
    if (error.kind === "aborted") return interrupt.code ?? EXIT.interrupted;
    return error.kind === "usage" ? EXIT.failed : EXIT.network;
  } finally {
    interrupt.release();
  }
};

const readLimit = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new UsageError(`--limit ${quoted(text)} is not a whole number above 0`);
};
