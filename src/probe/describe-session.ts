import { defined } from "../base/defined.ts";
import { isJsonObject, type Json, type JsonObject, member, valueAt } from "../base/json.ts";
import type { Capture, CapturedTarget, Outcome, RevisionFindings } from "../capture/capture.ts";
import { META_KEY } from "../protocol/meta-keys.ts";
import { listeningAddresses } from "../wire/listening-addresses.ts";
import { captureTarget, targetLabel } from "./captured-target.ts";
import type { Detection } from "./detect/detect.ts";
import type { ExchangeDraft } from "./exchange-draft.ts";
import { findSurroundings } from "./find-surroundings.ts";
import type { AskedRevision } from "./plan/older-revisions.ts";
import type { RunContext } from "./run-context.ts";
import type { Talk } from "./talk/talk.ts";

interface ProbedSession {
  readonly main: Talk | undefined;
  readonly asked: readonly AskedRevision[];
  readonly listening: readonly string[] | undefined;
}

/** Everything that a run has recorded, as it is saved. */
export const sessionOf = async (
  context: RunContext,
  detection: Detection,
  { main, asked, listening }: ProbedSession,
): Promise<Omit<Capture, "redaction">> => ({
  ...describeSession(context, detection, main, asked, listening),
  ...context.recorder.snapshot(),
  ...(await findSurroundings(context, detection)),
  outcome: outcomeOf(context, detection),
});

const outcomeOf = ({ signal, recorder }: RunContext, { era, auth }: Detection): Outcome => {
  if (signal.aborted) return signal.reason === "run-timed-out" ? "run-timed-out" : "aborted";
  if (era.verdict !== "none") return "complete";
  if (!recorder.anyAnswer) return "unreachable";
  return auth ? "auth-required" : "complete";
};

/** What the capture says about the run as a whole. */
export const describeSession = (
  context: RunContext,
  detection: Detection,
  main: Talk | undefined,
  asked: readonly AskedRevision[],
  listening: readonly string[] | undefined,
): Omit<Capture, "exchanges"> => {
  const initializeResult = detection.stateful?.initializeResult;
  const modern = main !== undefined && main === detection.stateless;
  return defined({
    format: "mcptest-capture/1" as const,
    server_label: targetLabel(context.target),
    server_capabilities: objectOrNull(
      modern ? discoverCapabilities(detection.discover) : initializeResult?.["capabilities"],
    ),
    tool: context.client,
    target: withListening(captureTarget(context.target, context.identities?.issued !== undefined), listening),
    transport: detection.transport,
    server_info: modern ? discoverInfo(detection.discover) : initializeResult?.["serverInfo"],
    era: detection.era,
    revisions: revisionFindings(detection, modern, asked),
    limits: context.limits,
  });
};

/** A server at loopback runs on this machine, which knows where else it listens. Ask while the server is spoken to. */
export const findListening = async ({ target }: RunContext): Promise<readonly string[] | undefined> => {
  if (target.kind !== "http" || !URL.canParse(target.url)) return undefined;
  const { hostname, port, protocol } = new URL(target.url);
  if (!isLoopbackHost(hostname)) return undefined;
  const standard = protocol === "https:" ? 443 : 80;
  return listeningAddresses(port === "" ? standard : Number(port), hostname.replace(/^\[|\]$/g, ""));
};

const withListening = (target: CapturedTarget, listening: readonly string[] | undefined): CapturedTarget =>
  target.kind === "http" ? defined({ ...target, listens_on: listening }) : target;

const isLoopbackHost = (host: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

const revisionFindings = (detection: Detection, modern: boolean, asked: readonly AskedRevision[]): RevisionFindings => {
  const probed = modern ? detection.stateless?.dialect.revision : detection.stateful?.session.negotiated;
  const first = detection.stateful
    ? [{ revision: detection.stateful.dialect.revision, draft: detection.initialize }]
    : [];
  return defined({
    probed: probed ?? null,
    listed: detection.listed,
    asked: [...first, ...asked].map(({ revision, draft }) => {
      const version = valueAt(draft.response, "result", "protocolVersion");
      return { revision, answered: typeof version === "string" ? version : null, exchange: draft.id };
    }),
  });
};

export const discoverCapabilities = (draft: ExchangeDraft): Json | undefined =>
  valueAt(draft.response, "result", "capabilities");

const discoverInfo = (draft: ExchangeDraft): Json | undefined => {
  const result = member(draft.response, "result");
  // Release candidates had serverInfo at the top of the result; it is shown all the same.
  return valueAt(result, "_meta", META_KEY.serverInfo) ?? member(result, "serverInfo");
};

const objectOrNull = (value: Json | undefined): JsonObject | null => (isJsonObject(value) ? value : null);
