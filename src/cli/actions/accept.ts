import { nearestNames } from "../../base/nearest-names.ts";
import { TOOL } from "../../base/version.ts";
import { type AcceptanceResult, CONSUMERS, type Consumer } from "../../judge/corpus/acceptance.ts";
import { render } from "../../report/render.ts";
import { acceptView } from "../../report/views/accept/view.ts";
import { isShownFor, SHOWN_FOR, type ShownFor } from "../../scores/accepted/convert.ts";
import { makeAcceptance } from "../../scores/result/accepted.ts";
import type { accept } from "../commands/audit.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readServerJson } from "../files/read-server-json.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { readOrProbe } from "../target/read-or-probe.ts";
import { sourceFileOf } from "../target/source-file.ts";
import { refuseServer } from "../target/target-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";

const GATES = ["never", "dropped", "rejected"] as const;
type AcceptGate = (typeof GATES)[number];

/** `mcptest accept`: where the tools will be taken, from a live server or a saved capture. */
export const runAccept = async ({ flags, server, console }: CallOf<typeof accept>): Promise<ExitCode> => {
  const consumers = flags.for === undefined ? undefined : readConsumers(flags.for);
  const show = flags.show === undefined ? undefined : readShown(flags.show);
  const gate = readAcceptGate(flags.failOn ?? "never");
  const serverJson = flags.serverJson === undefined ? undefined : readServerJson(flags.serverJson).value;
  if (flags.capture !== undefined) refuseServer(server);
  const chosen = readReporters(flags, REPORTERS, sourceFileOf(flags, server));
  const probed = await readOrProbe(flags, server, console, { lists: true, saysWhy: true });
  if (!probed) return EXIT.ok;
  if (!probed.reached) return probed.interrupted ?? EXIT.unreachable;
  const result = await makeAcceptance(probed.capture, { tool: TOOL, consumers, serverJson, show });
  writeReports(chosen, (reporter, print) => render(acceptView, result, reporter, print), console);
  return probed.interrupted ?? exitOf(result, gate);
};

/** Words that people type for several consumers at once. */
const GROUPS: Readonly<Record<string, readonly Consumer[]>> = {
  claude: ["anthropic", "claude-code", "claude-desktop"],
  copilot: ["vscode", "copilot-studio"],
  directories: ["registry", "claude-directory", "openai-directory"],
};

const readConsumers = (text: string): readonly Consumer[] => {
  const wanted = text.split(",").flatMap((word): readonly Consumer[] => {
    const typed = word.trim().toLowerCase();
    const found = CONSUMERS.find((consumer) => consumer === typed);
    const group = Object.hasOwn(GROUPS, typed) ? GROUPS[typed] : undefined;
    if (found ?? group) return found ? [found] : (group ?? []);
    const near = nearestNames(typed, [...CONSUMERS, ...Object.keys(GROUPS)]);
    const help = near.length > 0 ? `did you mean ${near.join(", ")}?` : `use ${CONSUMERS.join(", ")}`;
    throw new UsageError(`--for: there is no consumer ${quoted(word.trim())}; ${help}`);
  });
  return CONSUMERS.filter((consumer) => wanted.includes(consumer));
};

const readShown = (text: string): ShownFor => {
  if (isShownFor(text)) return text;
  throw new UsageError(`--show: no tools are sent to ${quoted(text)}; use one of ${SHOWN_FOR.join(", ")}`);
};

const readAcceptGate = (text: string): AcceptGate => {
  const found = GATES.find((gate) => gate === text);
  if (found) return found;
  throw new UsageError(`--fail-on: ${quoted(text)} is not a choice; use one of ${GATES.join(", ")}`);
};

const exitOf = ({ acceptance, server }: AcceptanceResult, gate: AcceptGate): ExitCode => {
  const isMissed = acceptance.some(
    ({ verdict }) => (gate !== "never" && verdict === "rejected") || (gate === "dropped" && verdict === "dropped"),
  );
  if (isMissed) return EXIT.failed;
  return server.tools === 0 && server.name === null ? EXIT.inconclusive : EXIT.ok;
};
