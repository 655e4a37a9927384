import type { Header } from "../../base/header.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import type { ReceivedMessage, TransportName } from "../../capture/capture.ts";
import type { Target } from "../../capture/target.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { LimitName } from "../../wire/limits.ts";
import type { Conversation, HttpShape, Outgoing, Sending } from "../conversation/conversation.ts";
import { HttpConversation } from "../conversation/http-conversation.ts";
import { SseConversation } from "../conversation/sse-conversation.ts";
import { StdioConversation } from "../conversation/stdio-conversation.ts";
import { StdioProcess } from "../conversation/stdio-process.ts";
import type { Dialect, DressOptions } from "../dialect/dialect.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";

/** Everything about one request that a probe may want other than usual. */
export interface RequestOptions extends DressOptions {
  readonly step?: string;
  readonly slot?: number;
  readonly deliberate?: boolean;
  /** Instead of the next number; null is an id too, and a wrong one. */
  readonly id?: Json;
  /** Changes the finished message; what it returns is sent, and headers are made from the unchanged one. */
  readonly editMessage?: (message: JsonObject) => Json;
  /** Changes the finished headers (HTTP). */
  readonly editHeaders?: (headers: readonly Header[]) => readonly Header[];
  readonly http?: Omit<HttpShape, "headers">;
  readonly deadline?: LimitName;
  readonly onMessage?: (message: ReceivedMessage) => "close" | undefined;
}

/** A conversation in the words of one era. `send` reaches below them for anything malformed. */
export class Talk {
  readonly conversation: Conversation;
  readonly dialect: Dialect;
  #nextId: number;

  constructor(conversation: Conversation, dialect: Dialect) {
    this.conversation = conversation;
    this.dialect = dialect;
    this.#nextId = (conversation.firstId ?? 0) + 1;
  }

  request(method: string, params?: JsonObject, options: RequestOptions = {}): Sending {
    const dressed = this.dialect.params(method, params, options);
    const message: JsonObject = {
      jsonrpc: "2.0",
      id: options.id === undefined ? this.#nextId++ : options.id,
      method,
      ...(dressed === undefined ? {} : { params: dressed }),
    };
    return this.#dispatch(message, "response", method, options);
  }

  notify(method: string, params?: JsonObject, options: RequestOptions = {}): Sending {
    const dressed = this.dialect.params(method, params, options);
    const message: JsonObject = { jsonrpc: "2.0", method, ...(dressed === undefined ? {} : { params: dressed }) };
    return this.#dispatch(message, "nothing", method, options);
  }

  /** Where messages are posted, over HTTP. */
  get endpoint(): string | undefined {
    return "endpoint" in this.conversation && this.conversation.endpoint instanceof URL
      ? this.conversation.endpoint.href
      : undefined;
  }

  get origin(): string | undefined {
    return this.endpoint === undefined ? undefined : new URL(this.endpoint).origin;
  }

  /** Why nothing more can be asked in this conversation; undefined while there is no such reason. */
  get obstacle(): string | undefined {
    return undefined;
  }

  /** Whether there is a new session in place of one that had ended, so that the same can be asked again. */
  renewSession(_draft: ExchangeDraft): Promise<boolean> {
    return Promise.resolve(false);
  }

  close(): Promise<void> {
    return this.conversation.close();
  }

  /** Ends the conversation. A process that can go on is left for the next one; everything else is closed. */
  async leave(): Promise<StdioProcess | undefined> {
    if (this.conversation instanceof StdioConversation) return this.conversation.leave();
    await this.close();
    return undefined;
  }

  send(outgoing: Outgoing): Sending {
    return this.conversation.send(outgoing);
  }

  #dispatch(message: JsonObject, expect: Outgoing["expect"], method: string, options: RequestOptions): Sending {
    const headers = this.dialect.headers(message, options);
    return this.conversation.send({
      step: options.step ?? method,
      ...(options.slot === undefined ? {} : { slot: options.slot }),
      ...(options.deliberate ? { deliberate: true } : {}),
      message: options.editMessage ? options.editMessage(message) : message,
      expect,
      ...(options.deadline === undefined ? {} : { deadline: options.deadline }),
      ...(options.onMessage ? { onMessage: options.onMessage } : {}),
      http: { ...options.http, headers: options.editHeaders ? options.editHeaders(headers) : headers },
    });
  }
}

export type AnyConversation =
  | { readonly transport: "stdio"; readonly conversation: StdioConversation }
  | { readonly transport: "streamable-http"; readonly conversation: HttpConversation }
  | { readonly transport: "http+sse"; readonly conversation: SseConversation };

/** Opens a conversation with the target over the transport that was found to work; with `used`, in that process. */
export const openConversation = (
  context: RunContext,
  target: Target,
  transport: TransportName,
  id: string,
  purpose: string,
  used?: StdioProcess,
): AnyConversation => {
  if (target.kind === "stdio") {
    const process = used ?? new StdioProcess(context, target);
    return { transport: "stdio", conversation: new StdioConversation(context, process, id, purpose) };
  }
  if (transport === "http+sse") return { transport, conversation: new SseConversation(context, target, id, purpose) };
  return { transport: "streamable-http", conversation: new HttpConversation(context, target, id, purpose) };
};

/** Opens a conversation that probes one revision. */
export const openProbe = (
  context: RunContext,
  transport: TransportName,
  id: string,
  purpose: string,
  probes: Revision,
  used?: StdioProcess,
): AnyConversation => {
  const opened = openConversation(context, context.target, transport, id, purpose, used);
  context.recorder.updateConversation(id, { probes });
  return opened;
};
