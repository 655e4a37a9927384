import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import type { Exchange } from "../../capture/capture.ts";
import type { Sending } from "../../probe/conversation/conversation.ts";
import { type ExchangeDraft, finishDraft } from "../../probe/exchange-draft.ts";
import type { RunContext } from "../../probe/run-context.ts";
import { askAgainInNewSession, sendPolitely } from "../../probe/send-politely.ts";
import {
  AnsweringClient,
  type AskedKind,
  capabilitiesOf,
  type ScriptedAnswers,
} from "../../probe/talk/client-answers.ts";
import { StatefulTalk } from "../../probe/talk/stateful-talk.ts";
import type { StatelessTalk } from "../../probe/talk/stateless-talk.ts";
import type { RequestOptions } from "../../probe/talk/talk.ts";
import type { Revision } from "../../protocol/revision.ts";
import { deferred } from "../../wire/deferred.ts";
import { type Answer, readAnswer } from "./answer.ts";

/** What a server lists. */
export const LISTED = {
  tools: { method: "tools/list", key: "tools" },
  resources: { method: "resources/list", key: "resources" },
  templates: { method: "resources/templates/list", key: "resourceTemplates" },
  prompts: { method: "prompts/list", key: "prompts" },
} as const;
export type ListedName = keyof typeof LISTED;

export interface CallOptions {
  /** The request is wrong on purpose: an error is what whoever sends it expects. */
  readonly deliberate?: boolean;
}

/** More rounds than any honest server needs. */
const MAX_ROUNDS = 10;

/** One conversation with a server in which a script, not a plan, says what is asked. */
export class ScriptedSession {
  readonly revision: Revision;
  readonly client = new AnsweringClient();
  readonly #context: RunContext;
  readonly #talk: StatefulTalk | StatelessTalk;
  readonly #kinds: readonly AskedKind[];
  readonly #open = new Set<Promise<unknown>>();
  #tools: Promise<readonly JsonObject[]> | undefined;

  constructor(
    context: RunContext,
    talk: StatefulTalk | StatelessTalk,
    revision: Revision,
    kinds: readonly AskedKind[],
  ) {
    this.#context = context;
    this.#talk = talk;
    this.#kinds = kinds;
    this.revision = revision;
    if (talk instanceof StatefulTalk) talk.conversation.answerServer = (request) => this.client.respond(request);
  }

  /** Nothing more can be said in it. */
  get isOver(): boolean {
    return this.#talk.conversation.dead || this.#context.signal.aborted;
  }

  get id(): string {
    return this.#talk.conversation.id;
  }

  /** What the client says from now on when it is asked. */
  answerWith(answers: ScriptedAnswers | undefined): void {
    this.client.use(answers);
  }

  /** The tools as listed once in this session: a call needs their schemas. */
  tools(): Promise<readonly JsonObject[]> {
    this.#tools ??= this.list("tools").then(({ result }) => listMember(result, "tools").filter(isJsonObject));
    return this.#tools;
  }

  async tool(name: string): Promise<JsonObject | undefined> {
    return (await this.tools()).find((tool) => tool["name"] === name);
  }

  async call(name: string, args: JsonObject | undefined, options: CallOptions = {}): Promise<Answer> {
    const tool = await this.tool(name);
    // Clients send an empty object where there is nothing to say, and some servers count on it.
    const params = { name, arguments: args ?? {} };
    const inputSchema = tool?.["inputSchema"];
    return this.send("tools/call", params, {
      ...options,
      ...(inputSchema === undefined ? {} : { inputSchema }),
    });
  }

  /** All pages. A cursor seen before would lead round in a circle. */
  async list(kind: ListedName, options: CallOptions = {}): Promise<Answer> {
    const exchanges: Exchange[] = [];
    const seen = new Set<string>();
    const { limits } = this.#context;
    let params: JsonObject | undefined;
    for (let page = 1; page <= limits.pages; page += 1) {
      const exchange = await this.#exchange(LISTED[kind].method, params, options);
      exchanges.push(exchange);
      const cursor = stringMember(member(exchange.response, "result"), "nextCursor");
      if (cursor === undefined || seen.has(cursor)) break;
      seen.add(cursor);
      params = { cursor };
    }
    return readAnswer(exchanges);
  }

  /** Any request; where the server asks for input first, it gets what was scripted. */
  async send(
    method: string,
    params: JsonObject | undefined,
    options: CallOptions & RequestOptions = {},
  ): Promise<Answer> {
    const exchanges = [await this.#exchange(method, params, options)];
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const result: Json | undefined = member(exchanges.at(-1)?.response, "result");
      if (this.#talk instanceof StatefulTalk || member(result, "resultType") !== "input_required") break;
      const extra = this.client.nextRound(result);
      if (!extra) break;
      exchanges.push(await this.#exchange(method, { ...params, ...extra }, options));
    }
    return readAnswer(exchanges);
  }

  async #exchange(
    method: string,
    params: JsonObject | undefined,
    { deliberate = false, ...options }: CallOptions & RequestOptions,
  ): Promise<Exchange> {
    const request = (): Sending =>
      this.#answered((onMessage) =>
        this.#talk.request(method, params, {
          ...options,
          ...(deliberate ? { deliberate: true } : {}),
          ...(this.#talk instanceof StatefulTalk ? {} : { clientCapabilities: capabilitiesOf(this.#kinds) }),
          ...(method === "tools/call" ? { deadline: "toolMs" as const } : {}),
          onMessage,
        }),
      );
    const first = await sendPolitely(this.#context, request);
    const draft = await askAgainInNewSession(this.#context, this.#talk, first, request);
    return finishDraft({ ...draft, endMs: draft.endMs ?? draft.responseMs ?? this.#context.now() }, 0);
  }

  /** Done when the response is there: a stream that the server leaves open is not waited for. */
  #answered(start: (onMessage: () => undefined) => Sending): Sending {
    const { promise: heard, resolve } = deferred();
    let draft: ExchangeDraft | undefined;
    const sending = start(() => {
      if (draft?.responseMs !== undefined) resolve();
      return undefined;
    });
    draft = sending.draft;
    const over = sending.done.finally(() => this.#open.delete(over));
    this.#open.add(over);
    return { ...sending, done: Promise.race([over, heard.then(() => sending.draft)]) };
  }

  /** Resolves when nothing is under way any more, so that the capture shows how everything ended. */
  async settle(): Promise<void> {
    await Promise.allSettled([...this.#open]);
  }

  async close(): Promise<void> {
    await this.settle();
    await this.#talk.close();
  }
}
