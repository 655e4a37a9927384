import { LONG_TEXT } from "../../base/share-texts.ts";
import type { ConversationRecord, ReceivedMessage, TransportName } from "../../capture/capture.ts";
import type { LimitName } from "../../wire/limits.ts";
import { parseMessage } from "../../wire/parse-message.ts";
import { toRawText } from "../../wire/raw-text.ts";
import type { SseFields } from "../../wire/sse-parser.ts";
import type { Trouble } from "../../wire/trouble.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { Recorder } from "../recorder.ts";
import type { RunContext, RunStep } from "../run-context.ts";
import type { Outgoing } from "./conversation.ts";

/** The bookkeeping all transports share: stable ids, one sequence over both directions, a cap on messages. */
export class ConversationLog {
  readonly id: string;
  readonly #context: RunContext;
  #seq = 0;
  #received = 0;
  readonly #steps = new Map<string, number>();
  #flood: Trouble | undefined;

  constructor(context: RunContext, id: string, purpose: string, transport: TransportName) {
    this.id = id;
    this.#context = context;
    context.recorder.openConversation({ id, purpose, transport, opened_ms: context.now() });
  }

  get now(): number {
    return this.#context.now();
  }

  update(change: Partial<ConversationRecord>): void {
    this.#context.recorder.updateConversation(this.id, change);
  }

  /** An exchange is named by what it is for, so that its id is the same in every run and survives a longer plan. */
  startDraft(outgoing: Outgoing, kind: "step" | "answer" = "step"): ExchangeDraft {
    const times = (this.#steps.get(outgoing.step) ?? 0) + 1;
    this.#steps.set(outgoing.step, times);
    const draft: ExchangeDraft = {
      id: times === 1 ? `${this.id}/${outgoing.step}` : `${this.id}/${outgoing.step}.${times}`,
      conversation: this.id,
      step: outgoing.step,
      deliberate: outgoing.deliberate ?? this.#context.recorder.isIrregular(this.id),
      // When the server asks something of us is its own choice, so our answers come last.
      slot: outgoing.slot ?? (kind === "answer" ? Number.POSITIVE_INFINITY : 0),
      seq: ++this.#seq,
      startMs: this.now,
      meanwhile: [],
    };
    if (outgoing.message !== undefined) draft.request = outgoing.message;
    if (outgoing.bytes) draft.request_raw = toRawText(outgoing.bytes, this.#context.limits.rawBytes);
    this.#context.recorder.addExchange(draft);
    const { onStep, recorder } = this.#context;
    if (kind === "step" && onStep) onStep(new StepTold(this.id, outgoing.step, this.now, recorder));
    return draft;
  }

  /** Reads one message's bytes strictly; undefined once the server has said more than allowed. */
  receive(bytes: Uint8Array, sse?: SseFields): ReceivedMessage | undefined {
    const { limits, recorder } = this.#context;
    this.#received += 1;
    if (this.#received > limits.messages) {
      this.#flood ??= floodOf("messages", `more than ${limits.messages} messages arrived`);
    }
    if (this.#flood) return undefined;
    const read = parseMessage(bytes, limits);
    // Only the beginning of what is not JSON is kept.
    const kept = read.message === undefined ? Math.min(bytes.length, limits.rawBytes) : bytes.length;
    const sum = recorder.countReceived(
      kept + (sse?.event?.length ?? 0) + (sse?.id?.length ?? 0),
      read.message === undefined ? 0 : valuesIn(bytes),
    );
    if (sum.bytes > limits.captureBytes) {
      this.#flood = floodOf("captureBytes", `more than ${limits.captureBytes} bytes of messages arrived in this run`);
    } else if (sum.values > limits.captureValues) {
      this.#flood = floodOf("captureValues", `more than ${limits.captureValues} values arrived in this run`);
    }
    if (this.#flood) return undefined;
    if (read.message !== undefined && bytes.length >= LONG_TEXT) recorder.texts.share(read.message);
    const received = { seq: ++this.#seq, at_ms: this.now, ...read };
    return sse && Object.keys(sse).length > 0 ? { ...received, sse } : received;
  }

  addUnsolicited(message: ReceivedMessage): void {
    this.#context.recorder.addUnsolicited(this.id, message);
  }

  /** True once the server has said more than allowed. */
  get flooded(): boolean {
    return this.#flood !== undefined;
  }

  get floodTrouble(): Trouble {
    return this.#flood ?? floodOf("messages", "too many messages arrived");
  }
}

/** How far the run has come is counted only where somebody looks: most who are told of a step do not. */
class StepTold implements RunStep {
  readonly conversation: string;
  readonly step: string;
  readonly ms: number;
  readonly #recorder: Recorder;

  constructor(conversation: string, step: string, ms: number, recorder: Recorder) {
    this.conversation = conversation;
    this.step = step;
    this.ms = ms;
    this.#recorder = recorder;
  }

  get done(): number {
    return this.#recorder.progress.done;
  }

  get all(): number {
    return this.#recorder.progress.all;
  }
}

const [COMMA, OPEN_ARRAY, OPEN_OBJECT] = [0x2c, 0x5b, 0x7b];

/** An upper bound on the values in the text: characters inside strings are counted too, which does no harm. */
const valuesIn = (bytes: Uint8Array): number => {
  let count = 1;
  for (const byte of bytes) if (byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) count++;
  return count;
};

const floodOf = (limit: LimitName, detail: string): Trouble => ({ kind: "limit-exceeded", detail, limit });
