import { defined } from "../../base/defined.ts";
import type { Capture } from "../../capture/capture.ts";
import { jsonPieces } from "../../capture/serialize.ts";
import { defuseLines } from "../../report/escape/runner-commands.ts";
import { render } from "../../report/render.ts";
import { summaryView } from "../../report/views/capture/summary.ts";
import { transcriptView } from "../../report/views/capture/transcript.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import type { record } from "../commands/record.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { inChunks } from "../files/in-chunks.ts";
import { renderLimitsTable } from "../flags/parse-limits.ts";
import { partToAsk, readPart } from "../flags/part-flags.ts";
import { probeRequest } from "../flags/probe-flags.ts";
import { printPlan } from "../target/print-plan.ts";
import { probeWithProgress } from "../target/probe-target.ts";
import { blockedLines, isReached } from "../target/reached.ts";
import { targetFrom } from "../target/target-flags.ts";
import { withIdentities } from "../target/with-identities.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";

export type RecordFlags = FlagsFor<typeof record>;

/** `mcptest record`: probe, and keep what was said. */
export const runRecord = async ({ flags, server, console }: CallOf<typeof record>): Promise<ExitCode> => {
  if (flags.helpLimits) {
    console.out(`${renderLimitsTable().join("\n")}\n`);
    return EXIT.ok;
  }
  if (flags.listen !== undefined) throw new UsageError("--listen is where a proxy waits for clients; add --proxy");
  const part = await partToAsk(await readPart(flags), flags.revision);
  const request = { ...probeRequest(flags), ...part };
  const target = await targetFrom(flags, server, console);
  if (!target) return EXIT.ok;
  if (flags.plan) return printPlan(target, request, console);
  const { out, quiet = false, verbose = false } = flags;
  const { capture, interrupted } = await withIdentities(
    target,
    { flags, system: process, console },
    (asked, identities) =>
      probeWithProgress(asked, { ...request, ...defined({ identities }) }, { save: out, quiet }, console),
  );
  const reached = isReached(capture);
  if (out === "-") for (const lines of inChunks(jsonPieces(capture))) console.out(defuseLines(lines, "json"));
  // All there is to say about a server that never answered is why.
  else if (!quiet && (reached || interrupted !== undefined || verbose))
    console.out(describe(capture, out !== undefined && !verbose, console));
  if (!quiet && out !== "-") console.err(savedLine(out, reached || interrupted !== undefined || verbose));
  if (interrupted !== undefined) return interrupted;
  if (reached) return EXIT.ok;
  console.err(blockedLines(capture, console, quiet));
  return EXIT.unreachable;
};

const savedLine = (out: string | undefined, worthSaving: boolean): string => {
  if (out !== undefined) return `saved ${out}\n`;
  return worthSaving ? "nothing was saved; add -o session.json to keep the capture\n" : "";
};

/** Whoever saves a capture can look things up in it; whoever does not wants to see what was said. */
const describe = (capture: Capture, briefly: boolean, { color, width }: Console): string =>
  render(briefly ? summaryView : transcriptView, capture, "pretty", { color, width });
