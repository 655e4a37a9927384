import type { Header } from "../../base/header.ts";
import type { Capture, ConversationRecord, Exchange, Outcome, ReceivedMessage } from "../../capture/capture.ts";
import type { Redactor } from "../../capture/redact.ts";
import { secretsInHeaders } from "../../capture/secrets.ts";

/** What is known of an exchange now and was not when it was written. `meanwhile` is added, all else replaces. */
export type ExchangeUpdate = Partial<Omit<Exchange, "id">>;

export interface RecordingSettings {
  /** Takes one line, and has it in the hands of the operating system when it returns. */
  readonly append: (line: string) => void;
  readonly redactor: Redactor;
  /** Milliseconds since the recording began. */
  readonly now: () => number;
  /** Called once, when recording had to stop. The traffic continues. */
  readonly onFailure: (error: unknown) => void;
}

/** Writes a session down while it happens, line by line, secrets replaced. Nothing here ever throws into the traffic. */
export class Recording {
  readonly #settings: RecordingSettings;
  #seq = 0;
  #exchanges = 0;
  #over = false;

  constructor(settings: RecordingSettings) {
    this.#settings = settings;
  }

  get now(): number {
    return this.#settings.now();
  }

  /** False once recording has stopped; then there is nothing to prepare either. */
  get active(): boolean {
    return !this.#over;
  }

  get exchanges(): number {
    return this.#exchanges;
  }

  /** One count over everything said, so that the order holds within every conversation. */
  nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }

  /** Runs a piece of recording: whatever goes wrong in it ends the recording and nothing else. */
  attempt(work: () => void): void {
    if (this.#over) return;
    try {
      work();
    } catch (error) {
      this.#over = true;
      this.#settings.onFailure(error);
    }
  }

  /** There is nothing to write to. */
  giveUp(): void {
    this.#over = true;
  }

  /** Credentials in these headers are hidden from now on wherever they appear. */
  learn(headers: readonly Header[]): void {
    this.#settings.redactor.learn(secretsInHeaders(headers));
  }

  /** The tag of a value that must not be kept, the same wherever the value stands. */
  tag(value: string): string {
    return this.#settings.redactor.tag(value);
  }

  session(change: Partial<Omit<Capture, "exchanges" | "conversations" | "unsolicited" | "outcome" | "closed">>): void {
    this.#write("session", change);
  }

  conversation(record: ConversationRecord): void {
    this.#write("conversation", record);
  }

  exchange(exchange: Exchange): void {
    this.#exchanges += 1;
    this.#write("exchange", exchange);
  }

  update(exchange: string, change: ExchangeUpdate): void {
    this.#write("update", { exchange, ...change });
  }

  unsolicited(conversation: string, message: ReceivedMessage): void {
    this.#write("unsolicited", { conversation, ...message });
  }

  close(outcome: Outcome): void {
    this.session({ redaction: { scheme: "hmac-sha256/12", replaced: this.#settings.redactor.replaced } });
    this.#write("footer", { exchanges: this.#exchanges, outcome });
    this.#over = true;
  }

  #write(type: string, members: object): void {
    this.attempt(() => this.#settings.append(toLine(type, members, this.#settings.redactor)));
  }
}

export const toLine = (type: string, members: object, redactor: Redactor): string =>
  `${JSON.stringify({ type, ...redactor.record(members) })}\n`;
