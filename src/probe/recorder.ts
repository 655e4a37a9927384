import type { Capture, ConversationRecord, ReceivedMessage, Unsolicited } from "../model/capture.ts";
import { type ExchangeDraft, finishDraft } from "./exchange-draft.ts";

/** Collects what the conversations of a run say, in an order that does not depend on timing. */
export class Recorder {
  readonly #now: () => number;
  readonly #conversations = new Map<string, ConversationRecord>();
  readonly #drafts = new Map<string, ExchangeDraft[]>();
  readonly #unsolicited = new Map<string, Unsolicited[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  openConversation(record: ConversationRecord): void {
    this.#conversations.set(record.id, record);
    this.#drafts.set(record.id, []);
    this.#unsolicited.set(record.id, []);
  }

  updateConversation(id: string, change: Partial<ConversationRecord>): void {
    const record = this.#conversations.get(id);
    if (record) this.#conversations.set(id, { ...record, ...change });
  }

  conversation(id: string): ConversationRecord | undefined {
    return this.#conversations.get(id);
  }

  addExchange(draft: ExchangeDraft): void {
    this.#drafts.get(draft.conversation)?.push(draft);
  }

  addUnsolicited(conversation: string, message: ReceivedMessage): void {
    this.#unsolicited.get(conversation)?.push({ conversation, ...message });
  }

  /** True once any server answered anything at all. */
  get anyAnswer(): boolean {
    for (const drafts of this.#drafts.values()) {
      for (const draft of drafts) {
        if (draft.response !== undefined || draft.responseRaw || draft.http?.status !== undefined) return true;
      }
    }
    return false;
  }

  /** Conversations in the order the plan opened them, exchanges in the order they were sent. */
  snapshot(): Pick<Capture, "conversations" | "exchanges" | "unsolicited"> {
    const now = this.#now();
    const unsolicited = [...this.#unsolicited.values()].flat();
    return {
      conversations: [...this.#conversations.values()],
      exchanges: [...this.#drafts.values()].flatMap((drafts) => drafts.map((draft) => finishDraft(draft, now))),
      ...(unsolicited.length > 0 ? { unsolicited } : {}),
    };
  }
}
