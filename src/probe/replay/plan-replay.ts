import { groupBy } from "../../base/group-by.ts";
import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import type { Capture, Exchange, TransportName } from "../../capture/capture.ts";
import type { Target } from "../../capture/target.ts";
import type { ToolPolicy } from "../../capture/tool-policy.ts";
import { isMethod } from "../../protocol/methods.ts";
import { permission } from "../plan/choose-tools.ts";
import type { LeftOut } from "./replay-report.ts";

/** What is sent again in one conversation, in the order of the recording. */
export interface ReplayConversation {
  readonly id: string;
  readonly purpose: string;
  readonly transport: TransportName;
  /** Conversations of one name followed each other in one process: what a client said in one can show in the next. */
  readonly process: string;
  readonly exchanges: readonly Exchange[];
}

export interface ReplayPlan {
  readonly conversations: readonly ReplayConversation[];
  readonly leftOut: readonly LeftOut[];
}

/** What of a recording may be sent to a server again. Pure: it contacts nobody. */
export const planReplay = (capture: Capture, target: Target, policy: ToolPolicy): ReplayPlan => {
  const tools = toolsIn(capture.exchanges);
  const leftOut: LeftOut[] = [];
  const named = new Map((capture.conversations ?? []).map((one) => [one.id, one]));
  const groups = groupBy([...capture.exchanges.entries()], ([, { conversation = "main" }]) => conversation);
  const conversations = [...groups].map(([id, members]): ReplayConversation => {
    const record = named.get(id);
    const transport = record?.transport ?? capture.transport ?? (target.kind === "http" ? "streamable-http" : "stdio");
    const exchanges = members
      .sort(([left, one], [right, other]) => (one.seq ?? left) - (other.seq ?? right))
      .map(([, exchange]) => exchange)
      .filter((exchange) => {
        if (isOurs(exchange)) return false;
        const why = reasonNotTo(exchange, capture, target, transport, tools, policy);
        if (why !== undefined) leftOut.push({ ...nameOf(exchange), why });
        return why === undefined;
      });
    const process = record?.shares_process_with ?? id;
    return { id, purpose: record?.purpose ?? "as recorded", transport: over(target, transport), process, exchanges };
  });
  const openedAt = ({ id }: ReplayConversation): number => named.get(id)?.opened_ms ?? 0;
  return {
    conversations: conversations
      .filter(({ exchanges }) => exchanges.some(isTalk))
      .sort((left, right) => openedAt(left) - openedAt(right)),
    leftOut,
  };
};

const over = (target: Target, recorded: TransportName): TransportName => {
  if (target.kind === "stdio") return "stdio";
  return recorded === "http+sse" ? recorded : "streamable-http";
};

/** What the conversation does by itself: it answers the server, and in the older HTTP transport it opens the stream. */
const isOurs = ({ request, http, interrupted, trouble }: Exchange): boolean =>
  interrupted === true ||
  trouble?.kind === "not-probed" ||
  isAnswer(request) ||
  (http?.method === "GET" &&
    http.stream !== undefined &&
    http.url === undefined &&
    isEndpointStream(http.request_headers));

const isEndpointStream = (headers: readonly (readonly [string, string])[]): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === "cache-control" && value === "no-store");

const isAnswer = (message: Json | undefined): boolean =>
  isJsonObject(message) &&
  member(message, "method") === undefined &&
  (Object.hasOwn(message, "result") || Object.hasOwn(message, "error"));

/** Closing a session says nothing by itself. */
const isTalk = ({ http, request }: Exchange): boolean => request !== undefined || http?.method !== "DELETE";

const reasonNotTo = (
  exchange: Exchange,
  capture: Capture,
  target: Target,
  transport: TransportName,
  tools: ReadonlyMap<string, JsonObject> | undefined,
  policy: ToolPolicy,
): string | undefined => {
  const { request, http, request_raw } = exchange;
  if (http && target.kind === "stdio" && (http.method !== "POST" || exchange.deliberate))
    return "it is about HTTP, and the target is a command";
  if (!http && target.kind === "http" && (request_raw || exchange.deliberate) && transport === "stdio")
    return "it is about stdio, and the target is a URL";
  if (request_raw?.cut_from !== undefined) return "the recording does not hold all of its bytes";
  if (http?.request_head) return "its head cannot be sent as a list of headers";
  const elsewhere = http?.url !== undefined && isElsewhere(http.url, capture);
  if (elsewhere) return "it went to another origin than the recorded server's";
  for (const message of Array.isArray(request) ? request : [request]) {
    const why = unsafe(message, tools, policy);
    if (why !== undefined) return why;
  }
  return undefined;
};

const isElsewhere = (url: string, { target }: Capture): boolean => {
  if (target?.kind !== "http" || !URL.canParse(url) || !URL.canParse(target.url)) return true;
  return new URL(url).origin !== new URL(target.url).origin;
};

/** Why a message may not be repeated: it could change something. */
const unsafe = (
  message: Json | undefined,
  tools: ReadonlyMap<string, JsonObject> | undefined,
  policy: ToolPolicy,
): string | undefined => {
  const method = stringMember(message, "method");
  if (method === undefined || policy === "all") return undefined;
  if (method === "tools/call") return unsafeCall(member(message, "params"), tools, policy);
  const isKnown = isMethod(method) || method.startsWith("notifications/") || method.startsWith("mcptest/");
  return isKnown ? undefined : "MCP does not define it, so nobody knows what it does; --tools all sends it";
};

/** The same question that a check asks before it calls a tool. */
export const unsafeCall = (
  params: Json | undefined,
  tools: ReadonlyMap<string, JsonObject> | undefined,
  policy: ToolPolicy,
): string | undefined => {
  const name = stringMember(params, "name");
  if (name === undefined || policy === "all") return undefined;
  if (policy === "none") return "--tools none: no tool is called";
  if (!tools) return "no list says what the tool does; --tools all calls it";
  const tool = tools.get(name);
  // A name that nobody listed can run nothing.
  if (!tool) return undefined;
  const { allowed, why, empty } = permission(tool, policy);
  if (!allowed) return why;
  const given = member(params, "arguments");
  const isEmpty = !isJsonObject(given) || Object.keys(given).length === 0;
  return empty && !isEmpty ? "it declares nothing, and was called with arguments; --tools all repeats that" : undefined;
};

/** The tools that were listed, by name; undefined where there is no list. */
export const toolsIn = (exchanges: readonly Exchange[]): ReadonlyMap<string, JsonObject> | undefined => {
  const lists = exchanges
    .filter(({ request }) => stringMember(request, "method") === "tools/list")
    .map(({ response }) => member(response, "result"))
    .filter((result) => isJsonObject(result));
  if (lists.length === 0) return undefined;
  const tools = lists.flatMap((result) => listMember(result, "tools")).filter(isJsonObject);
  return new Map(tools.map((tool) => [stringMember(tool, "name") ?? "", tool]));
};

/** What a reader knows an exchange by. */
export const nameOf = ({ id, request, http }: Exchange): Pick<LeftOut, "exchange" | "asked" | "subject"> => {
  const params = member(request, "params");
  const subject = stringMember(params, "name") ?? stringMember(params, "uri");
  const asked = stringMember(request, "method") ?? (Array.isArray(request) ? "a batch" : (http?.method ?? "bytes"));
  return { exchange: id ?? asked, asked, ...(subject === undefined ? {} : { subject }) };
};
