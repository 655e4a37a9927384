import type { Header } from "../../base/header.ts";
import type { ConversationRecord } from "../../capture/capture.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { headerValues } from "../../wire/http/http-call.ts";
import type { Trouble } from "../../wire/trouble.ts";
import { RecordedFiling } from "./recorded-exchange.ts";
import type { Recording } from "./recording.ts";
import type { ProxyFindings } from "./server-findings.ts";

/** One session of a client's, or all traffic that has none. */
export class RecordedConversation {
  readonly #recording: Recording;
  #record: ConversationRecord;
  readonly filing: RecordedFiling;

  constructor(recording: Recording, findings: ProxyFindings, record: ConversationRecord) {
    this.#recording = recording;
    this.#record = record;
    this.filing = new RecordedFiling(recording, (exchange, response) => {
      const revision = findings.read(exchange, response);
      // Traffic without a session may be of many clients, each with a revision of its own.
      if (revision !== undefined && (record.session_id !== undefined || record.transport === "http+sse"))
        this.update({ revision });
    });
    recording.conversation(record);
  }

  get id(): string {
    return this.#record.id;
  }

  update(change: Partial<ConversationRecord>): void {
    this.#record = { ...this.#record, ...change };
    this.#recording.conversation(this.#record);
  }

  get closed(): boolean {
    return this.#record.closed_ms !== undefined;
  }
}

/**
 * Sorts requests into conversations: by session id; for the older HTTP+SSE by the address its stream announced;
 * everything else shares one.
 */
export class RecordedConversations {
  readonly #recording: Recording;
  readonly #findings: ProxyFindings;
  #base: RecordedConversation | undefined;
  readonly #bySession = new Map<string, RecordedConversation>();
  readonly #byEndpoint = new Map<string, RecordedConversation>();

  readonly #aside: string | undefined;

  /** `aside`: the name of an origin that is no server of the protocol; it has one conversation. */
  constructor(recording: Recording, findings: ProxyFindings, aside?: string) {
    this.#aside = aside;
    this.#recording = recording;
    this.#findings = findings;
  }

  forRequest(path: string, headers: readonly Header[]): RecordedConversation {
    const [session] = headerValues(headers, HEADER_KEY.sessionId);
    if (session !== undefined && this.#aside === undefined) return this.forSession(session);
    return this.#byEndpoint.get(path) ?? this.base();
  }

  forSession(session: string): RecordedConversation {
    return this.#opened(this.#bySession, session, () => ({
      id: `session-${this.#bySession.size + 1}`,
      purpose: "a client's session",
      transport: "streamable-http",
      session_id: session,
      opened_ms: this.#recording.now,
    }));
  }

  /** The stream of HTTP+SSE has said where its messages are posted: path and query. */
  forEndpoint(path: string): RecordedConversation {
    return this.#opened(this.#byEndpoint, path, () => ({
      id: `sse-${this.#byEndpoint.size + 1}`,
      purpose: "a client's session over HTTP+SSE",
      transport: "http+sse",
      opened_ms: this.#recording.now,
    }));
  }

  isEndpoint(path: string): boolean {
    return this.#byEndpoint.has(path);
  }

  base(): RecordedConversation {
    this.#base ??= new RecordedConversation(this.#recording, this.#findings, {
      id: this.#aside ?? "http",
      purpose: this.#aside === undefined ? "requests without a session" : "requests to another origin",
      transport: "streamable-http",
      opened_ms: this.#recording.now,
    });
    return this.#base;
  }

  close(trouble: Trouble): void {
    const all = [this.#base, ...this.#bySession.values(), ...this.#byEndpoint.values()];
    for (const conversation of all) {
      conversation?.filing.failAll(trouble);
      if (conversation && !conversation.closed) conversation.update({ closed_ms: this.#recording.now });
    }
  }

  #opened(
    among: Map<string, RecordedConversation>,
    key: string,
    record: () => ConversationRecord,
  ): RecordedConversation {
    const known = among.get(key);
    if (known) return known;
    const conversation = new RecordedConversation(this.#recording, this.#findings, record());
    among.set(key, conversation);
    return conversation;
  }
}
