import type { Capture, RevisionFindings } from "../model/capture.ts";
import { isJsonObject, type Json, type JsonObject, member } from "../model/json.ts";
import { captureTarget, labelOf } from "./captured-target.ts";
import type { Detection } from "./detect/detect.ts";
import { META } from "./dialect/stateless.ts";
import type { ExchangeDraft } from "./exchange-draft.ts";
import type { AskedRevision } from "./plan/short-conversation.ts";
import type { RunContext } from "./run-context.ts";
import type { Talk } from "./talk/talk.ts";

/** What the capture says about the run as a whole. */
export const describeSession = (
  context: RunContext,
  detection: Detection,
  main: Talk | undefined,
  asked: readonly AskedRevision[],
): Pick<
  Capture,
  | "format"
  | "server_label"
  | "server_capabilities"
  | "tool"
  | "target"
  | "transport"
  | "server_info"
  | "era"
  | "revisions"
  | "limits"
> => {
  const initializeResult = detection.stateful?.initializeResult;
  const modern = main !== undefined && main === detection.stateless;
  return {
    format: "mcptest-capture/1",
    server_label: labelOf(context.target),
    server_capabilities: objectOrNull(
      modern ? discoverCapabilities(detection.discover) : initializeResult?.["capabilities"],
    ),
    tool: context.client,
    target: captureTarget(context.target),
    transport: detection.transport,
    ...serverInfo(modern ? discoverInfo(detection.discover) : initializeResult?.["serverInfo"]),
    era: detection.era,
    revisions: revisionFindings(detection, modern, asked),
    limits: context.limits,
  };
};

const revisionFindings = (detection: Detection, modern: boolean, asked: readonly AskedRevision[]): RevisionFindings => {
  const probed = modern ? detection.stateless?.dialect.revision : detection.stateful?.session.negotiated;
  const first = detection.stateful
    ? [{ revision: detection.stateful.dialect.revision, draft: detection.initialize }]
    : [];
  return {
    probed: probed ?? null,
    ...(detection.listed ? { listed: detection.listed } : {}),
    asked: [...first, ...asked].map(({ revision, draft }) => {
      const version = member(member(draft.response, "result"), "protocolVersion");
      return { revision, answered: typeof version === "string" ? version : null, exchange: draft.id };
    }),
  };
};

export const discoverCapabilities = (draft: ExchangeDraft): Json | undefined =>
  member(member(draft.response, "result"), "capabilities");

const discoverInfo = (draft: ExchangeDraft): Json | undefined => {
  const result = member(draft.response, "result");
  // Release candidates had serverInfo at the top of the result; it is shown all the same.
  return member(member(result, "_meta"), META.serverInfo) ?? member(result, "serverInfo");
};

const objectOrNull = (value: Json | undefined): JsonObject | null => (isJsonObject(value) ? value : null);

const serverInfo = (value: Json | undefined): { server_info?: Json } =>
  value === undefined ? {} : { server_info: value };
