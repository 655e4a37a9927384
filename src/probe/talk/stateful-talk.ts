import type { Header } from "../../base/header.ts";
import { isJsonObject, type JsonObject, member, stringMember, valueAt } from "../../base/json.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import { HEADER, HEADER_KEY } from "../../protocol/headers.ts";
import { type Revision, wireVersion } from "../../protocol/revision.ts";
import { headerValues } from "../../wire/http/http-call.ts";
import type { Sending } from "../conversation/conversation.ts";
import { type SessionState, sessionHeaders, statefulDialect } from "../dialect/stateful.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import { answerServerRequest, type ClientCapabilities, type Manner } from "./client-answers.ts";
import { ClientTasks } from "./client-tasks.ts";
import { type AnyConversation, Talk } from "./talk.ts";

export interface StatefulOptions {
  readonly revision: Revision;
  readonly capabilities?: ClientCapabilities;
}

/** A session of the handshake era over any of its three transports. */
export class StatefulTalk extends Talk {
  readonly #opened: AnyConversation;
  readonly #context: RunContext;
  readonly #capabilities: ClientCapabilities;
  readonly #session: { sessionId: string | undefined; negotiated: string | undefined };
  #obstacle: string | undefined;
  #renewals = 0;
  #renewing: Promise<boolean> | undefined;
  /** The result of initialize, once answered. */
  initializeResult: JsonObject | undefined;
  /** How the server's own requests are answered from now on. */
  manner: Manner = "willing";
  /** The server's own requests that run as tasks of the client. */
  readonly tasks: ClientTasks;

  constructor(context: RunContext, opened: AnyConversation, options: StatefulOptions) {
    const session = { sessionId: undefined as string | undefined, negotiated: undefined as string | undefined };
    super(
      opened.conversation,
      statefulDialect(options.revision, () => session),
    );
    this.#opened = opened;
    this.#context = context;
    this.#capabilities = options.capabilities ?? {};
    this.#session = session;
    this.tasks = new ClientTasks(context.wallClock);
    opened.conversation.answerServer = (request) =>
      this.tasks.answer(request, this.#capabilities, () =>
        answerServerRequest(request, this.#capabilities, this.manner),
      );
    if (opened.transport === "streamable-http") {
      opened.conversation.answerHeaders = () => this.dialect.headers({}, {});
    }
  }

  get session(): SessionState {
    return this.#session;
  }

  /** The address the user gave; undefined for a child process. */
  get address(): URL | undefined {
    const { target } = this.#context;
    return target.kind === "http" ? new URL(target.url) : undefined;
  }

  /** Resolves when something can be sent, or never will be: HTTP+SSE first announces where to. */
  async ready(): Promise<boolean> {
    return this.#opened.transport !== "http+sse" || (await this.#opened.conversation.ready) !== undefined;
  }

  /** What initialize says of this client, with whatever a probe wants otherwise. */
  initializeParams(changes: JsonObject = {}): JsonObject {
    return {
      protocolVersion: wireVersion(this.dialect.revision),
      capabilities: this.#capabilities,
      clientInfo: { name: this.#context.client.name, version: this.#context.client.version },
      ...changes,
    };
  }

  /** Takes over what initialize was answered with: the session id and the version are used from then on. */
  adopt(draft: ExchangeDraft): boolean {
    const result = member(draft.response, "result");
    if (!isJsonObject(result)) return false;
    this.initializeResult = result;
    this.#session.negotiated = stringMember(result, "protocolVersion");
    this.#session.sessionId = sessionIdIn(draft);
    const issued = headerValues(draft.http?.response_headers ?? [], HEADER_KEY.sessionId).length > 0;
    this.#obstacle = issued && this.#session.sessionId === undefined ? CANNOT_CARRY : undefined;
    this.#context.recorder.updateConversation(this.conversation.id, {
      ...(this.#session.negotiated === undefined ? {} : { revision: this.#session.negotiated }),
      ...(this.#session.sessionId === undefined ? {} : { session_id: this.#session.sessionId }),
    });
    return true;
  }

  override get obstacle(): string | undefined {
    return this.#obstacle;
  }

  /** A server may end a session at any time and says so with 404; the client then begins a new one. */
  override async renewSession(draft: ExchangeDraft): Promise<boolean> {
    if (!tellsOfEndedSession(draft)) return false;
    const [used] = headerValues(draft.http?.request_headers ?? [], HEADER_KEY.sessionId);
    if (used === undefined) return false;
    if (used === this.#session.sessionId) {
      if (this.#renewals >= MAX_RENEWALS && this.#renewing === undefined) return false;
      this.#renewing ??= this.#beginAnew().finally(() => {
        this.#renewing = undefined;
      });
      return this.#renewing;
    }
    return this.#renewals > 0 && this.#session.sessionId !== undefined;
  }

  async #beginAnew(): Promise<boolean> {
    this.#renewals += 1;
    const editHeaders = (headers: readonly Header[]): readonly Header[] =>
      headers.filter(([name]) => name !== HEADER.sessionId && name !== HEADER.protocolVersion);
    const draft = await this.request("initialize", this.initializeParams(), { editHeaders }).done;
    if (!this.adopt(draft)) return false;
    await this.notify("notifications/initialized").done;
    return true;
  }

  /** The whole handshake: asks for the revision of this talk and, if answered, says that it is done. */
  async initialize(): Promise<ExchangeDraft> {
    await this.ready();
    const draft = await this.request("initialize", this.initializeParams()).done;
    if (this.adopt(draft)) await this.notify("notifications/initialized").done;
    return draft;
  }

  /** The stream for what the server has to say by itself; with an event id it resumes an earlier stream. */
  openStream(
    options: {
      lastEventId?: string;
      step?: string;
      onMessage?: (message: ReceivedMessage) => "close" | undefined;
    } = {},
  ): Sending {
    return this.send({
      step: options.step ?? "open-stream",
      expect: "nothing",
      deadline: "runMs",
      ...(options.onMessage ? { onMessage: options.onMessage } : {}),
      http: {
        method: "GET",
        headers: [
          ["Accept", "text/event-stream"],
          ["Accept-Encoding", "identity"],
          ...sessionHeaders(this.#session),
          ...(options.lastEventId === undefined ? [] : [[HEADER.lastEventId, options.lastEventId] as Header]),
        ],
      },
    });
  }

  endSession(): Sending {
    return this.send({
      step: "end-session",
      expect: "nothing",
      http: { method: "DELETE", headers: sessionHeaders(this.#session) },
    });
  }

  /** Leaves as a polite client does: a session that was opened is ended. */
  override async close(): Promise<void> {
    const { conversation, transport } = this.#opened;
    if (transport === "streamable-http" && this.#session.sessionId !== undefined && !conversation.dead)
      await this.endSession().done;
    await conversation.close();
  }
}

/** As long as the headers of a request may well be; the text sets no bound. */
const MAX_SESSION_ID = 8_192;

const CANNOT_CARRY = "the server issued a session id that no header can carry back";

/** A server that ends every session at once would keep us beginning anew for ever. */
const MAX_RENEWALS = 20;

/** 404 is also how some servers say that they do not know a method. */
const tellsOfEndedSession = ({ http, response }: ExchangeDraft): boolean =>
  http?.status === 404 && valueAt(response, "error", "code") !== -32601;

/** An id is sent back only if it is one and what the spec allows, visible ASCII; anything else stays in the capture. */
export const sessionIdIn = (draft: ExchangeDraft): string | undefined => {
  const [id, other] = new Set(headerValues(draft.http?.response_headers ?? [], HEADER_KEY.sessionId));
  return other === undefined && id !== undefined && id.length <= MAX_SESSION_ID && /^[\x21-\x7e]+$/.test(id)
    ? id
    : undefined;
};
