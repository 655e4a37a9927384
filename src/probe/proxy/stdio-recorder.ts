import { defined } from "../../base/defined.ts";
import type { ConversationRecord } from "../../capture/capture.ts";
import type { Limits } from "../../wire/limits.ts";
import type { StdioTap } from "../../wire/proxy/stdio-relay.ts";
import { toRawText } from "../../wire/raw-text.ts";
import type { ProcessRecord } from "../../wire/stdio/process-record.ts";
import type { Trouble } from "../../wire/trouble.ts";
import { timingOf } from "../exchange-draft.ts";
import { lineNotes } from "../filing/filing.ts";
import { BoundedBytes, cutTrouble, type KeptBytes, readKept, received } from "./bounded-bytes.ts";
import { newExchange, RecordedFiling } from "./recorded-exchange.ts";
import type { Recording } from "./recording.ts";
import { ProxyFindings } from "./server-findings.ts";

/** Turns the bytes between a client and a server process into lines of a recording. */
export class StdioRecorder implements StdioTap {
  readonly #recording: Recording;
  readonly #limits: Limits;
  readonly #filing: RecordedFiling;
  readonly #client: LineTap;
  readonly #server: LineTap;
  #record: ConversationRecord;
  #sent = 0;

  constructor(recording: Recording, limits: Limits) {
    this.#recording = recording;
    this.#limits = limits;
    this.#record = { id: "stdio", purpose: "a client's session", transport: "stdio", opened_ms: recording.now };
    const findings = new ProxyFindings(recording);
    this.#filing = new RecordedFiling(recording, (exchange, response) => {
      const revision = findings.read(exchange, response);
      if (revision !== undefined) this.#update({ revision });
    });
    this.#client = new LineTap(limits, (line, complete) => this.#onClientLine(line, complete));
    this.#server = new LineTap(limits, (line, complete) => this.#onServerLine(line, complete));
    recording.conversation(this.#record);
  }

  readonly fromClient = (chunk: Buffer): void => this.#recording.attempt(() => this.#client.push(chunk));
  readonly clientEnded = (): void => this.#recording.attempt(() => this.#client.end());
  readonly fromServer = (chunk: Buffer): void => this.#recording.attempt(() => this.#server.push(chunk));
  readonly serverEnded = (): void => this.#recording.attempt(() => this.#server.end());

  close(process: ProcessRecord, trouble: Trouble | undefined): void {
    this.#filing.failAll(trouble ?? { kind: "closed", detail: "the session ended before the answer" });
    this.#update(defined({ closed_ms: this.#recording.now, process, trouble }));
  }

  #update(change: Partial<ConversationRecord>): void {
    this.#record = { ...this.#record, ...change };
    this.#recording.conversation(this.#record);
  }

  #onClientLine(line: KeptBytes, complete: boolean): void {
    const startMs = this.#recording.now;
    const read = readKept(line, this.#limits, line.cut ? [] : lineNotes(line.bytes, complete));
    // Half a line is not a message, even if its bytes happen to parse.
    const message = complete ? read.message : undefined;
    const raw = read.raw ?? (complete ? undefined : toRawText(line.bytes, this.#limits.rawBytes));
    this.#sent += 1;
    const exchange = newExchange(`${this.#record.id}/${this.#sent}`, this.#record.id, startMs, message);
    this.#recording.exchange(
      defined({
        id: exchange.id,
        conversation: this.#record.id,
        request: message,
        request_raw: raw,
        request_notes: read.notes,
        seq: this.#recording.nextSeq(),
        timing: timingOf(exchange, startMs),
        trouble: line.cut ? cutTrouble("lineBytes", this.#limits) : undefined,
      }),
    );
    this.#filing.add(exchange, message);
  }

  #onServerLine(line: KeptBytes, complete: boolean): void {
    const notes = line.cut ? [] : lineNotes(line.bytes, complete);
    const message = received(this.#recording.nextSeq(), this.#recording.now, readKept(line, this.#limits, notes));
    // An unreadable giant can only be the answer to the one request that waits, if there is only one.
    const only = line.cut ? this.#filing.onlyOpen : undefined;
    if (only) {
      this.#filing.meanwhile(only, message);
      this.#filing.fail(only, cutTrouble("lineBytes", this.#limits));
      return;
    }
    if (!complete || !this.#filing.file(message)) this.#recording.unsolicited(this.#record.id, message);
  }
}

const LF = 0x0a;

/** Finds the lines in a stream of chunks that it only watches. Unlike a framer it goes on behind an overlong line. */
export class LineTap {
  readonly #line: BoundedBytes;
  readonly #onLine: (line: KeptBytes, complete: boolean) => void;

  constructor(limits: Limits, onLine: (line: KeptBytes, complete: boolean) => void) {
    this.#line = new BoundedBytes(limits.lineBytes, limits.rawBytes);
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let lf = chunk.indexOf(LF); lf >= 0; lf = chunk.indexOf(LF, start)) {
      this.#line.append(chunk, start, lf);
      this.#onLine(this.#line.take(), true);
      start = lf + 1;
    }
    this.#line.append(chunk, start);
  }

  /** What stands behind the last newline is half a line. */
  end(): void {
    if (this.#line.total > 0) this.#onLine(this.#line.take(), false);
  }
}
