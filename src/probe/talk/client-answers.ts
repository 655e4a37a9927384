import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { ERROR_CODE } from "../../protocol/error-codes.ts";
import { elicitationContent } from "../arguments/elicitation-content.ts";

/** The result for one request of the server; undefined where the client has none. */
type ResultFor = (method: string, params: Json | undefined) => JsonObject | undefined;

/** What the client says it can do; what it is asked beyond that is answered with method-not-found. */
export type ClientCapabilities = JsonObject;

/**
 * How the client answers what the server asks. willing: as asked. declining, cancelling: elicitations end so. careless: a
 * form is filled in against its schema, a sampled message is malformed. refusing: an error to roots and sampling.
 */
export type Manner = "willing" | "declining" | "cancelling" | "careless" | "refusing";

/** The result our client gives to something the server asks of it; undefined when it was never declared. */
export const clientResult = (
  method: string,
  params: Json | undefined,
  capabilities: ClientCapabilities,
  manner: Manner = "willing",
): JsonObject | undefined => {
  switch (method) {
    case "ping":
      return {};
    case "roots/list":
      return Object.hasOwn(capabilities, "roots") ? { roots: [] } : undefined;
    case "sampling/createMessage":
      return Object.hasOwn(capabilities, "sampling") ? sampled(manner) : undefined;
    case "elicitation/create":
      return Object.hasOwn(capabilities, "elicitation") ? elicited(params, manner) : undefined;
    default:
      return undefined;
  }
};

/** A form is filled in with made-up values that fit its schema. No address a server names is ever visited. */
const elicited = (params: Json | undefined, manner: Manner): JsonObject => {
  if (manner === "cancelling" || manner === "refusing") return { action: "cancel" };
  if (manner === "declining" || member(params, "mode") === "url") return { action: "decline" };
  const content = elicitationContent(member(params, "requestedSchema"));
  return { action: "accept", content: manner === "careless" ? misfit(content) : content };
};

/** No field of a form may hold an object. */
const misfit = (content: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(content).map((key) => [key, { mcptest: "misfit" }]));

const sampled = (manner: Manner): JsonObject =>
  manner === "careless" ? { role: "nobody", content: 12345, model: 7 } : SAMPLE;

const SAMPLE: JsonObject = {
  role: "assistant",
  content: { type: "text", text: "This is a canned answer; no model was asked." },
  model: "mcptest-canned",
  stopReason: "endTurn",
};

/** The whole canned response to a server's request (stateful era). */
export const answerServerRequest = (
  request: Json,
  capabilities: ClientCapabilities,
  manner: Manner = "willing",
): Json | undefined => {
  const id = member(request, "id");
  const method = stringMember(request, "method");
  const refusal = manner === "refusing" && method !== undefined ? REFUSALS.get(method) : undefined;
  if (refusal && id !== undefined) return { jsonrpc: "2.0", id, error: { ...refusal } };
  return responseTo(request, (asked, params) => clientResult(asked, params, capabilities, manner));
};

/** As the pages on roots and sampling show them. */
const REFUSALS: ReadonlyMap<string, { readonly code: number; readonly message: string }> = new Map([
  ["roots/list", { code: ERROR_CODE.methodNotFound, message: "Roots not supported" }],
  ["sampling/createMessage", { code: -1, message: "User rejected sampling request" }],
]);

/** What the client does not know is answered with method-not-found; what is not a request gets no response. */
const responseTo = (request: Json, resultFor: ResultFor): Json | undefined => {
  const id = member(request, "id");
  const method = stringMember(request, "method");
  if (id === undefined || method === undefined) return undefined;
  const result = resultFor(method, member(request, "params"));
  return result
    ? { jsonrpc: "2.0", id, result }
    : { jsonrpc: "2.0", id, error: { code: ERROR_CODE.methodNotFound, message: "Method not found" } };
};

/** The answers to an input_required result (stateless era); a kind that was not declared gets none. */
export const answerInputRequests = (
  inputRequests: Json | undefined,
  capabilities: ClientCapabilities,
  manner: Manner = "willing",
): JsonObject => {
  if (!isJsonObject(inputRequests)) return {};
  // By entries: the server chooses the names, and one may be __proto__.
  const answers = Object.entries(inputRequests).flatMap(([key, asked]): [string, JsonObject][] => {
    const method = stringMember(asked, "method");
    const result =
      method === undefined ? undefined : clientResult(method, member(asked, "params"), capabilities, manner);
    return result ? [[key, result]] : [];
  });
  return Object.fromEntries(answers);
};

/**
 * What goes back with the next round of an input_required result. The state is handed back exactly as it came, and left
 * out if none came. Undefined when there is nothing to go on with: the server asks for something to which the client has
 * no answer, or names neither a question nor a state.
 */
export const nextRound = (result: Json | undefined, resultFor: ResultFor): JsonObject | undefined => {
  const state = member(result, "requestState");
  const asked = member(result, "inputRequests");
  if (asked === undefined && state === undefined) return undefined;
  const answers: [string, JsonObject][] = [];
  // By entries: the server chooses the names, and one may be __proto__.
  for (const [key, request] of isJsonObject(asked) ? Object.entries(asked) : []) {
    const answer = resultFor(stringMember(request, "method") ?? "", member(request, "params"));
    if (!answer) return undefined;
    answers.push([key, answer]);
  }
  return {
    ...(asked === undefined ? {} : { inputResponses: Object.fromEntries(answers) }),
    ...(state === undefined ? {} : { requestState: state }),
  };
};

/** What the server may ask of its client. */
export const ASKED_KINDS = ["elicitation", "sampling", "roots"] as const;
export type AskedKind = (typeof ASKED_KINDS)[number];

/**
 * What the client says when it is asked, in order; the last answer is given again. An elicitation that is accepted without
 * content is filled in by its schema. A kind without answers is not declared.
 */
export interface ScriptedAnswers {
  readonly elicitation?: readonly JsonObject[];
  readonly sampling?: readonly JsonObject[];
  readonly roots?: readonly JsonObject[];
}

export const kindsOf = (answers: ScriptedAnswers | undefined): readonly AskedKind[] =>
  ASKED_KINDS.filter((kind) => answers?.[kind] !== undefined);

export const capabilitiesOf = (kinds: readonly AskedKind[]): ClientCapabilities =>
  Object.fromEntries(kinds.map((kind) => [kind, {}]));

const KIND_OF: Readonly<Record<string, AskedKind>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

/** Gives the answers of one test, one after the other. */
export class AnsweringClient {
  #answers: ScriptedAnswers = {};
  readonly #given = new Map<AskedKind, number>();

  /** From now on these, from the first. */
  use(answers: ScriptedAnswers | undefined): void {
    this.#answers = answers ?? {};
    this.#given.clear();
  }

  /** The result for one request of the server; undefined where nothing was scripted. */
  resultFor(method: string, params: Json | undefined): JsonObject | undefined {
    if (method === "ping") return {};
    const kind = Object.hasOwn(KIND_OF, method) ? KIND_OF[method] : undefined;
    if (kind === undefined) return undefined;
    if (kind === "roots") return this.#answers.roots && { roots: [...this.#answers.roots] };
    const scripted = this.#answers[kind];
    const times = this.#given.get(kind) ?? 0;
    this.#given.set(kind, times + 1);
    const answer = scripted?.[Math.min(times, scripted.length - 1)];
    return answer && kind === "elicitation" ? filledIn(answer, params) : answer;
  }

  /** The whole response (stateful era). */
  respond(request: Json): Json | undefined {
    return responseTo(request, (method, params) => this.resultFor(method, params));
  }

  /** What goes back with the next round of an input_required result; undefined when there is nothing to go on with. */
  nextRound(result: Json | undefined): JsonObject | undefined {
    return nextRound(result, (method, params) => this.resultFor(method, params));
  }
}

const filledIn = (answer: JsonObject, params: Json | undefined): JsonObject =>
  answer["action"] === "accept" && answer["content"] === undefined && member(params, "mode") !== "url"
    ? { ...answer, content: elicitationContent(member(params, "requestedSchema")) }
    : answer;
