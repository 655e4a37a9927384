import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { elicitationContent } from "../../probe/arguments/elicitation-content.ts";
import type { ClientCapabilities } from "../../probe/talk/client-answers.ts";
import { ERROR_CODE } from "../../protocol/error-codes.ts";

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
    const id = member(request, "id");
    const method = stringMember(request, "method");
    if (id === undefined || method === undefined) return undefined;
    const result = this.resultFor(method, member(request, "params"));
    return result
      ? { jsonrpc: "2.0", id, result }
      : { jsonrpc: "2.0", id, error: { code: ERROR_CODE.methodNotFound, message: "Method not found" } };
  }

  /** What goes back with the next round of an input_required result; undefined when there is nothing to go on with. */
  nextRound(result: Json | undefined): JsonObject | undefined {
    const state = member(result, "requestState");
    const asked = member(result, "inputRequests");
    if (asked === undefined && state === undefined) return undefined;
    const answers: [string, JsonObject][] = [];
    // By entries: the server chooses the names, and one may be __proto__.
    for (const [key, request] of isJsonObject(asked) ? Object.entries(asked) : []) {
      const answer = this.resultFor(stringMember(request, "method") ?? "", member(request, "params"));
      if (!answer) return undefined;
      answers.push([key, answer]);
    }
    return {
      ...(asked === undefined ? {} : { inputResponses: Object.fromEntries(answers) }),
      ...(state === undefined ? {} : { requestState: state }),
    };
  }
}

const filledIn = (answer: JsonObject, params: Json | undefined): JsonObject =>
  answer["action"] === "accept" && answer["content"] === undefined && member(params, "mode") !== "url"
    ? { ...answer, content: elicitationContent(member(params, "requestedSchema")) }
    : answer;
