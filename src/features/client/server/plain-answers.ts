import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import { PLAIN_OFFER, plainToolResult } from "../../../probe/scenario/plain-offer.ts";
import type { Offer } from "../../../probe/scenario/scenario.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { Era } from "../../../protocol/revision.ts";

/** What a request is answered with. */
export type PlainAnswer =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: Json } };

export const SERVER_INFO = { name: "mcptest-client-server", version: "1.0.0" } as const;

export interface AnswerContext {
  readonly era: Era;
  readonly offers: Offer;
  /** The versions the server knows, as they go on the wire, newest first. */
  readonly versions: readonly string[];
}

const CACHED: ReadonlySet<string> = new Set([
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
  "resources/read",
]);

/** As a plain, correct server of the era answers. */
export const answerPlainly = (method: string, params: Json | undefined, context: AnswerContext): PlainAnswer => {
  const answer = ANSWERS[method]?.(params, context);
  if (answer === undefined) return { error: { code: -32601, message: `Method not found: ${method.slice(0, 100)}` } };
  if (!("result" in answer) || context.era === "stateful") return answer;
  const hints = CACHED.has(method) ? { ttlMs: 0, cacheScope: "private" } : {};
  return {
    result: {
      resultType: "complete",
      ...hints,
      ...answer.result,
      ...(context.offers.serverInfo === null
        ? {}
        : { _meta: { [META_KEY.serverInfo]: context.offers.serverInfo ?? { ...SERVER_INFO } } }),
    },
  };
};

type Answering = (params: Json | undefined, context: AnswerContext) => PlainAnswer | undefined;

const onlyStateful =
  (answer: Answering): Answering =>
  (params, context) =>
    context.era === "stateful" ? answer(params, context) : undefined;

const invalid = (message: string): PlainAnswer => ({ error: { code: -32602, message } });

const empty = (): PlainAnswer => ({ result: {} });

/** One page of a list; cursors are ours, and any other is refused. */
const listed =
  (key: string, pick: (offers: Offer) => readonly JsonObject[]): Answering =>
  (params, { offers }) => {
    const all = pick(offers);
    const size = offers.pageSize ?? all.length;
    const cursor = member(params, "cursor");
    const from = cursor === undefined ? 0 : Number(/^page-(\d+)$/.exec(String(cursor))?.[1] ?? Number.NaN);
    if (Number.isNaN(from)) return invalid("Invalid cursor");
    const next = from + size < all.length ? { nextCursor: `page-${from + size}` } : {};
    return { result: { [key]: all.slice(from, from + Math.max(1, size)), ...next } };
  };

export const toolsOf = ({ tools = PLAIN_OFFER.tools }: Offer): readonly JsonObject[] =>
  tools.map(({ tool }) => tool as JsonObject);

const callTool: Answering = (params, { offers }) => {
  const name = stringMember(params, "name") ?? "";
  const offered = (offers.tools ?? PLAIN_OFFER.tools).find(({ tool }) => tool.name === name);
  if (!offered) return invalid(`Unknown tool: ${name.slice(0, 100)}`);
  const given = member(params, "arguments");
  const result = "result" in offered ? offered.result : undefined;
  return { result: result ?? plainToolResult(name, isJsonObject(given) ? given : {}) };
};

const ANSWERS: Readonly<Record<string, Answering>> = {
  initialize: onlyStateful((params, { offers, versions }) => {
    const wanted = stringMember(params, "protocolVersion");
    const protocolVersion = versions.find((version) => version === wanted) ?? versions[0] ?? "";
    return {
      result: {
        protocolVersion,
        capabilities: offers.capabilities ?? PLAIN_OFFER.capabilities,
        serverInfo: offers.serverInfo ?? { ...SERVER_INFO },
        instructions: offers.instructions ?? PLAIN_OFFER.instructions,
      },
    };
  }),
  "server/discover": (_, { era, offers, versions }) =>
    era === "stateless"
      ? {
          result: {
            supportedVersions: [...versions],
            capabilities: offers.capabilities ?? PLAIN_OFFER.capabilities,
            instructions: offers.instructions ?? PLAIN_OFFER.instructions,
          },
        }
      : undefined,
  ping: onlyStateful(empty),
  "logging/setLevel": onlyStateful(empty),
  "resources/subscribe": onlyStateful(empty),
  "resources/unsubscribe": onlyStateful(empty),
  "tools/list": listed("tools", toolsOf),
  "tools/call": callTool,
  "resources/list": listed("resources", ({ resources = PLAIN_OFFER.resources }) => resources),
  "resources/templates/list": listed("resourceTemplates", ({ templates = PLAIN_OFFER.templates }) => templates),
  "prompts/list": listed("prompts", ({ prompts = PLAIN_OFFER.prompts }) => prompts),
  "resources/read": (params) => {
    const uri = stringMember(params, "uri") ?? "";
    if (!uri.startsWith("test://")) return invalid("Resource not found");
    return { result: { contents: [{ uri, mimeType: "text/plain", text: "A note." }] } };
  },
  "prompts/get": (params, { offers }) => {
    const name = stringMember(params, "name");
    if (!(offers.prompts ?? PLAIN_OFFER.prompts).some((prompt) => prompt["name"] === name))
      return invalid("Unknown prompt");
    return { result: { messages: [{ role: "user", content: { type: "text", text: "Hello." } }] } };
  },
  "completion/complete": () => ({ result: { completion: { values: ["one", "two"], total: 2, hasMore: false } } }),
};
