import type { Capture, CapturedTarget, Outcome, RevisionFindings } from "../model/capture.ts";
import { isJsonObject, type Json, type JsonObject, member } from "../model/json.ts";
import { eraOf, type Revision, STATEFUL_REVISIONS } from "../model/revision.ts";
import type { Target } from "../model/target.ts";
import { type Detection, detectEra } from "./detect/detect.ts";
import { META } from "./dialect/stateless.ts";
import type { ExchangeDraft } from "./exchange-draft.ts";
import { askRevision } from "./plan/ask-revision.ts";
import { runMainPlan } from "./plan/main-plan.ts";
import type { RunContext } from "./run-context.ts";

export interface RecordOptions {
  /** Probe this revision and no other; by default the newest the server speaks. */
  readonly revision?: Revision;
}

/** Talks to the server and yields what was said. Never throws for anything the server does. */
export const recordSession = async (context: RunContext, options: RecordOptions): Promise<Omit<Capture, "redaction">> => {
  const detection = await detectEra(context, options.revision);
  const { stateless, stateful } = detection;
  const main = pickMain(detection, options.revision);
  const older = options.revision || context.signal.aborted ? [] : revisionsToAsk(detection);

  const [, asked] = await Promise.all([
    main ? runMainPlan(context, main, main === stateless ? discoverCapabilities(detection.discover) : stateful?.initializeResult?.["capabilities"]) : undefined,
    Promise.all(older.map((revision) => askRevision(context, detection.transport, revision))),
  ]);
  await Promise.all([stateless?.close(), stateful?.close()]);

  const initializeResult = stateful?.initializeResult;
  const modern = main !== undefined && main === stateless;
  return {
    format: "mcptest-capture/1",
    server_label: labelOf(context.target),
    server_capabilities: objectOrNull(modern ? discoverCapabilities(detection.discover) : initializeResult?.["capabilities"]),
    tool: context.client,
    target: captureTarget(context.target),
    transport: detection.transport,
    ...serverInfo(modern ? discoverInfo(detection.discover) : initializeResult?.["serverInfo"]),
    era: detection.era,
    revisions: revisionFindings(detection, modern, asked),
    limits: context.limits,
    ...context.recorder.snapshot(),
    outcome: outcomeOf(context, detection),
  };
};

const pickMain = (detection: Detection, wanted: Revision | undefined): Detection["stateless"] | Detection["stateful"] => {
  if (!wanted) return detection.stateless ?? detection.stateful;
  return eraOf(wanted) === "stateless" ? detection.stateless : detection.stateful;
};

/** The stateful probe asked for the newest; each older one gets a short conversation of its own. */
const revisionsToAsk = (detection: Detection): Revision[] => {
  if (!detection.stateful) return [];
  const answered = detection.stateful.session.negotiated;
  return STATEFUL_REVISIONS.slice(1).filter((revision) => revision !== answered || detection.stateful?.dialect.revision !== revision);
};

const revisionFindings = (
  detection: Detection,
  modern: boolean,
  asked: readonly { revision: Revision; draft: ExchangeDraft }[],
): RevisionFindings => {
  const probed = modern ? detection.stateless?.dialect.revision : detection.stateful?.session.negotiated;
  const first = detection.stateful ? [{ revision: detection.stateful.dialect.revision, draft: detection.initialize }] : [];
  return {
    probed: probed ?? null,
    ...(detection.listed ? { listed: detection.listed } : {}),
    asked: [...first, ...asked].map(({ revision, draft }) => {
      const version = member(member(draft.response, "result"), "protocolVersion");
      return { revision, answered: typeof version === "string" ? version : null, exchange: draft.id };
    }),
  };
};

const outcomeOf = (context: RunContext, detection: Detection): Outcome => {
  if (context.signal.aborted) return context.signal.reason === "run-timed-out" ? "run-timed-out" : "aborted";
  if (detection.era.verdict !== "none") return "complete";
  if (!context.recorder.anyAnswer) return "unreachable";
  return detection.auth ? "auth-required" : "complete";
};

const discoverCapabilities = (draft: ExchangeDraft): Json | undefined => member(member(draft.response, "result"), "capabilities");

const discoverInfo = (draft: ExchangeDraft): Json | undefined => {
  const result = member(draft.response, "result");
  // Release candidates had serverInfo at the top of the result; it is shown all the same.
  return member(member(result, "_meta"), META.serverInfo) ?? member(result, "serverInfo");
};

const objectOrNull = (value: Json | undefined): JsonObject | null => (isJsonObject(value) ? value : null);

const serverInfo = (value: Json | undefined): { server_info?: Json } => (value === undefined ? {} : { server_info: value });

const labelOf = (target: Target): string =>
  target.kind === "http" ? target.url : `stdio:${[target.command, ...target.args].join(" ")}`;

const captureTarget = (target: Target): CapturedTarget =>
  target.kind === "http"
    ? {
        kind: "http",
        url: target.url,
        header_names: target.headers.map(([name]) => name),
        ...(target.tls?.insecure ? { insecure: true as const } : {}),
      }
    : {
        kind: "stdio",
        command: [target.command, ...target.args],
        env_names: Object.keys(target.env).sort(),
        ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
      };
