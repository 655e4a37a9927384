import { type JsonObject, member } from "../../base/json.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import { type Revision, wireVersion } from "../../protocol/revision.ts";
import type { Sending } from "../conversation/conversation.ts";
import { statelessDialect } from "../dialect/stateless.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import { type ClientCapabilities, clientResult, nextRound } from "./client-answers.ts";
import { type AnyConversation, type RequestOptions, Talk } from "./talk.ts";

/** More than are ever sent in one conversation. */
const MANY = 1_000_000;

/** More rounds than any honest server needs. */
const MAX_ROUNDS = 5;

/** Requests that are complete in themselves, over HTTP or stdio. */
export class StatelessTalk extends Talk {
  readonly #opened: AnyConversation;
  readonly #context: RunContext;
  readonly #spoken: { version: string };

  constructor(context: RunContext, opened: AnyConversation, revision: Revision) {
    const spoken = { version: wireVersion(revision) };
    super(
      opened.conversation,
      statelessDialect(revision, context.client, () => spoken.version),
    );
    this.#opened = opened;
    this.#context = context;
    this.#spoken = spoken;
    context.recorder.updateConversation(opened.conversation.id, { revision });
  }

  /** From now on under this version, one the server has named. */
  speak(version: string): void {
    this.#spoken.version = version;
    this.#context.recorder.updateConversation(this.conversation.id, { revision: version });
  }

  discover(options: RequestOptions = {}): Sending {
    return this.request("server/discover", undefined, options);
  }

  /**
   * Asks, and answers every input_required result until the server is done, the rounds are used up, or it asks for
   * something that was not declared. Yields every exchange of the dialogue, the last one last.
   */
  async requestWithRounds(
    method: string,
    params: JsonObject,
    options: RequestOptions & { readonly clientCapabilities: ClientCapabilities },
  ): Promise<ExchangeDraft[]> {
    const drafts: ExchangeDraft[] = [];
    let extra: JsonObject | undefined = {};
    for (let round = 0; extra && round <= MAX_ROUNDS; round += 1) {
      const step = round === 0 ? (options.step ?? method) : `${options.step ?? method}-round-${round}`;
      const draft = await this.request(method, { ...params, ...extra }, { ...options, step }).done;
      drafts.push(draft);
      const result = member(draft.response, "result");
      if (member(result, "resultType") !== "input_required") break;
      extra = nextRound(result, (asked, about) => clientResult(asked, about, options.clientCapabilities));
    }
    return drafts;
  }

  /** Stays open until closed by us, by the server, or by the end of the run. */
  listen(
    notifications: JsonObject,
    options: { step?: string; onMessage?: (message: ReceivedMessage) => "close" | undefined } = {},
  ): Sending {
    return this.request("subscriptions/listen", { notifications }, { ...options, deadline: "runMs" });
  }

  /** Over HTTP closing the stream is the cancellation; on stdio it is said. */
  cancel(sending: Sending): void {
    const { request, step, slot, seq } = sending.draft;
    const id = member(request, "id");
    // Named after what it cancels, and in that order: which of two subscriptions ends first differs from run to run.
    if (this.#opened.transport === "stdio" && id !== undefined) {
      const behind = slot + seq / MANY;
      this.notify("notifications/cancelled", { requestId: id }, { step: `${step}-cancel`, slot: behind });
    }
    sending.close();
  }
}
