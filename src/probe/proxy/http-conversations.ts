import type { ConversationRecord } from "../../model/capture.ts";
import type { Json } from "../../model/json.ts";
import type { Header } from "../../model/target.ts";
import type { Trouble } from "../../model/trouble.ts";
import { headerValues } from "../../wire/http/http-call.ts";
import { type Filed, Filing } from "./filing.ts";
import type { Recording } from "./recording.ts";
import type { ServerFindings } from "./server-findings.ts";

/** One session of a client's, or all traffic that has none. */
export class HttpConversation {
  readonly #recording: Recording;
  #record: ConversationRecord;
  readonly filing: Filing;

  constructor(recording: Recording, findings: ServerFindings, record: ConversationRecord) {
    this.#recording = recording;
    this.#record = record;
    this.filing = new Filing(recording, (filed: Filed, response: Json) => {
      const revision = findings.read(filed, response);
      // Traffic without a session may be of many clients, each with a revision of its own.
      if (revision !== undefined && record.id !== BASE) this.update({ revision });
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

const BASE = "http";

/**
 * Sorts requests into conversations: by session id; for the older HTTP+SSE by the address its stream announced;
 * everything else shares one.
 */
export class HttpConversations {
  readonly #recording: Recording;
  readonly #findings: ServerFindings;
  #base: HttpConversation | undefined;
  readonly #bySession = new Map<string, HttpConversation>();
  readonly #byEndpoint = new Map<string, HttpConversation>();

  constructor(recording: Recording, findings: ServerFindings) {
    this.#recording = recording;
    this.#findings = findings;
  }

  forRequest(path: string, headers: readonly Header[]): HttpConversation {
    const [session] = headerValues(headers, "mcp-session-id");
    if (session !== undefined) return this.forSession(session);
    return this.#byEndpoint.get(path) ?? this.base();
  }

  forSession(session: string): HttpConversation {
    return this.#opened(this.#bySession, session, () => ({
      id: `session-${this.#bySession.size + 1}`,
      purpose: "a client's session",
      transport: "streamable-http",
      session_id: session,
      opened_ms: this.#recording.now,
    }));
  }

  /** The stream of HTTP+SSE has said where its messages are posted: path and query. */
  forEndpoint(path: string): HttpConversation {
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

  base(): HttpConversation {
    this.#base ??= new HttpConversation(this.#recording, this.#findings, {
      id: BASE,
      purpose: "requests without a session",
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

  #opened(among: Map<string, HttpConversation>, key: string, record: () => ConversationRecord): HttpConversation {
    const known = among.get(key);
    if (known) return known;
    const conversation = new HttpConversation(this.#recording, this.#findings, record());
    among.set(key, conversation);
    return conversation;
  }
}
