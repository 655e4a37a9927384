import { type Json, valueAt } from "../../../base/json.ts";
import type { HttpReply } from "../../../wire/client/http-listener.ts";
import type { Channel } from "./channel.ts";
import { cutInThree } from "./cut.ts";
import { oddEvents } from "./odd-events.ts";

export const JSON_TYPE = ["Content-Type", "application/json"] as const;

/** How an answer is written down. */
export interface AnswerForm {
  readonly streams: boolean;
  /** Primed: an event with an id and no data comes first. Odd: everything the format of event streams allows. */
  readonly stream: "plain" | "primed" | "odd-form";
  readonly jsonType: string;
  readonly headerNames: "usual" | "odd-case";
}

type Headers = readonly (readonly [string, string])[];

/** The same name to whoever reads names of headers as they are meant. */
export const oddCase = (name: string): string =>
  [...name].map((letter, index) => (index % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join("");

const PRIMING = "id: 0\ndata:\n\n";

/** The answer to one POST or GET. */
export class HttpChannel implements Channel {
  readonly #reply: HttpReply;
  readonly #form: AnswerForm;
  readonly #headers: Headers;
  readonly #isStateless: boolean;
  #started = false;
  isOpen = true;

  constructor(reply: HttpReply, form: AnswerForm, headers: Headers, stateless: boolean) {
    this.#reply = reply;
    this.#form = form;
    this.#headers = headers;
    this.#isStateless = stateless;
    reply.onClose(() => {
      this.isOpen = false;
    });
  }

  open(): void {
    if (this.#started) return;
    this.#head(200, [
      ["Content-Type", "text/event-stream"],
      ["Cache-Control", "no-cache"],
    ]);
    if (this.#form.stream === "primed") this.#reply.write(Buffer.from(PRIMING));
  }

  /** What is refused opens no session. */
  #head(status: number, headers: Headers): void {
    this.#started = true;
    const name = (given: string): string => (this.#form.headerNames === "odd-case" ? oddCase(given) : given);
    this.#reply.head(status, [
      ...headers.map(([key, value]) => [name(key), value] as const),
      ...(status < 400 ? this.#headers : []),
    ]);
  }

  say(message: Json): void {
    this.text(JSON.stringify(message), message);
  }

  text(text: string, message?: Json): void {
    if (!this.isOpen) return;
    if (this.#form.streams) {
      const pieces = this.#form.stream === "odd-form" ? oddEvents(text) : [Buffer.from(plainEvent(text))];
      for (const piece of pieces) this.raw(piece);
      return;
    }
    if (this.#started) return;
    const bytes = Buffer.from(text);
    this.#head(this.#statusOf(message), [
      ["Content-Type", this.#form.jsonType],
      ["Content-Length", String(bytes.length)],
    ]);
    this.#reply.write(bytes);
    this.end();
  }

  /** In the stateless era a method that does not exist is not found. */
  #statusOf(message: Json | undefined): number {
    return this.#isStateless && valueAt(message, "error", "code") === -32601 ? 404 : 200;
  }

  sayAll(messages: readonly Json[]): void {
    this.raw(Buffer.from(messages.map((message) => plainEvent(JSON.stringify(message))).join("")));
  }

  pieces(message: Json): readonly Uint8Array[] {
    return cutInThree(Buffer.from(plainEvent(JSON.stringify(message))));
  }

  raw(bytes: Uint8Array): void {
    if (!this.isOpen) return;
    this.open();
    this.#reply.write(bytes);
  }

  stream(text: string): void {
    this.open();
    this.#reply.write(Buffer.from(text));
  }

  status(status: number, headers: Readonly<Record<string, string>>, body: Json | undefined): boolean {
    if (this.#started || !this.isOpen) return false;
    const bytes = Buffer.from(body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body));
    const type =
      body === undefined || Object.keys(headers).some((name) => name.toLowerCase() === "content-type")
        ? []
        : [JSON_TYPE];
    this.#head(status, [...type, ["Content-Length", String(bytes.length)], ...Object.entries(headers)]);
    this.#reply.write(bytes);
    this.end();
    return true;
  }

  end(): void {
    if (!this.isOpen) return;
    if (!this.#started && this.#form.streams) this.open();
    this.isOpen = false;
    this.#reply.end();
  }

  break(): void {
    this.isOpen = false;
    this.#reply.break();
  }
}

export const plainEvent = (text: string): string =>
  `event: message\n${text
    .split("\n")
    .map((line) => `data: ${line}\n`)
    .join("")}\n`;
