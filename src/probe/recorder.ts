import { SharedTexts } from "../base/share-texts.ts";
import { isAnswered } from "../capture/answered.ts";
import type { Capture, ConversationRecord, NotProbed, ReceivedMessage, Unsolicited } from "../capture/capture.ts";
import type { SignedIn } from "../capture/target.ts";
import { type ExchangeDraft, finishDraft } from "./exchange-draft.ts";
import { isResponse } from "./filing/filing.ts";

/** What was said before the run, and belongs to its capture: a sign-in. */
type Earlier = Pick<SignedIn, "conversations" | "exchanges">;

/** Collects what the conversations of a run say, in an order that does not depend on timing. */
export class Recorder {
  readonly #now: () => number;
  readonly #conversations = new Map<string, ConversationRecord>();
  readonly #drafts = new Map<string, ExchangeDraft[]>();
  readonly #unsolicited = new Map<string, Unsolicited[]>();
  readonly #notProbed: { readonly entry: NotProbed; readonly slot: number }[] = [];
  readonly #places = new Map<string, number>();
  readonly #irregular = new Set<string>();
  /** What several messages say at length is held once. */
  readonly texts = new SharedTexts();
  readonly #earlier: Earlier;
  #received = { bytes: 0, values: 0 };

  constructor(now: () => number, earlier?: Earlier) {
    this.#now = now;
    this.#earlier = earlier ?? { conversations: [], exchanges: [] };
  }

  /** Fixes the order of conversations before they are held: which one starts first is a matter of timing. */
  reserve(ids: readonly string[]): void {
    for (const id of ids) if (!this.#places.has(id)) this.#places.set(id, this.#placeAfter(id) ?? this.#places.size);
  }

  /** A conversation that goes on in a fresh process (`name.2`) stands behind the one it goes on from. */
  #placeAfter(id: string): number | undefined {
    const [, name, process] = /^(.+)\.(\d+)$/.exec(id) ?? [];
    const place = name === undefined ? undefined : this.#places.get(name);
    return place === undefined ? undefined : place + Number(process) / 1000;
  }

  /** Adds to what the run has received in messages; returns the totals. */
  countReceived(bytes: number, values: number): { readonly bytes: number; readonly values: number } {
    this.#received = { bytes: this.#received.bytes + bytes, values: this.#received.values + values };
    return this.#received;
  }

  /** In such a conversation the client leaves the order of things on purpose, so everything it sends is deliberate. */
  markIrregular(conversation: string): void {
    this.#irregular.add(conversation);
  }

  isIrregular(conversation: string): boolean {
    return this.#irregular.has(conversation);
  }

  openConversation(record: ConversationRecord): void {
    this.reserve([record.id]);
    this.#conversations.set(record.id, record);
    this.#drafts.set(record.id, []);
    this.#unsolicited.set(record.id, []);
  }

  updateConversation(id: string, change: Partial<ConversationRecord>): void {
    const record = this.#conversations.get(id);
    if (record) this.#conversations.set(id, { ...record, ...change });
  }

  /** How many conversations are over or left out, of all that are known to be held. */
  get progress(): { readonly done: number; readonly all: number } {
    const leftOut = new Set(this.#notProbed.map(({ entry }) => entry.conversation));
    const ids = [...this.#places.keys()];
    const done = ids.filter((id) => {
      const record = this.#conversations.get(id);
      return record ? record.closed_ms !== undefined : leftOut.has(id);
    });
    return { done: done.length, all: ids.length };
  }

  conversation(id: string): ConversationRecord | undefined {
    return this.#conversations.get(id);
  }

  addExchange(draft: ExchangeDraft): void {
    this.#drafts.get(draft.conversation)?.push(draft);
  }

  /** Everything sent so far. */
  get drafts(): readonly ExchangeDraft[] {
    return [...this.#drafts.values()].flat();
  }

  /** Whether a response that belongs to no request has come since this was sent: it may be the answer, under a wrong id. */
  readonly hasStrayAnswer = ({ conversation, startMs }: ExchangeDraft): boolean =>
    (this.#unsolicited.get(conversation) ?? []).some(({ message, at_ms }) => at_ms >= startMs && isResponse(message));

  /** What was refused for another reason than the question: it is asked again, or left open. */
  markInterrupted(conversation: string): void {
    for (const draft of this.#drafts.get(conversation) ?? []) draft.interrupted = true;
  }

  /** A conversation whose answers are no evidence: it is held again in a fresh process. */
  setAside(conversation: string): void {
    this.markInterrupted(conversation);
    this.#unsolicited.set(conversation, []);
  }

  /** What was sent so far in one conversation. */
  draftsOf(conversation: string): readonly ExchangeDraft[] {
    return this.#drafts.get(conversation) ?? [];
  }

  /** Whether the server said anything in it that belongs to no request of ours. */
  heardUnasked(conversation: string): boolean {
    return (this.#unsolicited.get(conversation) ?? []).length > 0;
  }

  /** What one step of a conversation has sent so far. */
  draftsIn(conversation: string, slot: number): readonly ExchangeDraft[] {
    return (this.#drafts.get(conversation) ?? []).filter((draft) => draft.slot === slot);
  }

  addUnsolicited(conversation: string, message: ReceivedMessage): void {
    this.#unsolicited.get(conversation)?.push({ conversation, ...message });
  }

  addNotProbed(entry: NotProbed, slot = 0): void {
    this.reserve([entry.conversation]);
    this.#notProbed.push({ entry, slot });
  }

  /** True once any server answered anything at all. */
  get anyAnswer(): boolean {
    return this.drafts.some(isAnswered);
  }

  /** Everything in the order of the plan, not of the clock. */
  snapshot(): Pick<Capture, "conversations" | "exchanges" | "unsolicited" | "not_probed"> {
    const now = this.#now();
    const place = (id: string): number => this.#places.get(id) ?? Number.MAX_SAFE_INTEGER;
    const ids = [...this.#conversations.keys()].sort((a, b) => place(a) - place(b));
    const unsolicited = ids.flatMap((id) => this.#unsolicited.get(id) ?? []);
    const notProbed = this.#notProbed.toSorted(
      (a, b) => place(a.entry.conversation) - place(b.entry.conversation) || a.slot - b.slot,
    );
    return {
      conversations: [...this.#earlier.conversations, ...ids.flatMap((id) => this.#conversations.get(id) ?? [])],
      exchanges: [
        ...this.#earlier.exchanges,
        ...ids.flatMap((id) => inPlanOrder(this.#drafts.get(id) ?? []).map((draft) => finishDraft(draft, now))),
      ],
      ...(unsolicited.length > 0 ? { unsolicited } : {}),
      ...(notProbed.length > 0 ? { not_probed: notProbed.map(({ entry }) => entry) } : {}),
    };
  }
}

/** By slot; our answers to the server have an infinite slot and come last, in the order sent. */
const inPlanOrder = (drafts: readonly ExchangeDraft[]): ExchangeDraft[] =>
  drafts.toSorted((a, b) => (a.slot === b.slot ? 0 : a.slot - b.slot));
