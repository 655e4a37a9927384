import { isJsonObject, type Json, type JsonObject } from "../base/json.ts";
import { shorten } from "../base/shorten.ts";
import { CaptureError } from "./capture-error.ts";
import { lineShapes } from "./capture-shape.ts";
import { assertShape, NotJsonError, parseStrict } from "./parse-strict.ts";

/** What a reader does with the lines of a recording. Each object still has its `type`; `where` is file and line. */
export interface LineHandlers {
  conversation(record: JsonObject): void;
  exchange(exchange: JsonObject): void;
  update(update: JsonObject, where: string): void;
  unsolicited(message: JsonObject): void;
}

/**
 * A recording, line by line. It may have been cut while it was written: no footer means unclosed, and a half-written last
 * line is dropped, both with a note. A broken line elsewhere is an error, because what follows it cannot be trusted to be
 * the same session.
 */
export class RecordingLines {
  readonly #file: string;
  readonly #handlers: LineHandlers;
  readonly #notes: string[] = [];
  #exchanges = 0;
  /** The header, with what session lines added to it. */
  head: JsonObject = {};
  footer: JsonObject | undefined;

  constructor(file: string, handlers: LineHandlers) {
    this.#file = file;
    this.#handlers = handlers;
  }

  /** `names` is the number of member names in the line, where it is known. */
  read(content: string, number: number, mayBeHalf: boolean, names?: number): void {
    const where = `${this.#file}:${number}`;
    if (this.footer) throw new CaptureError(`${where}: a line follows the footer`);
    const value = this.#parse(content, number, mayBeHalf, names);
    if (value === undefined) {
      this.#notes.push(`line ${number} is half written and was dropped`);
      return;
    }
    const type = value["type"];
    if (!isLineType(type)) {
      const known = Object.keys(lineShapes).join(", ");
      throw new CaptureError(`${where}: expected "type" to be one of ${known}`);
    }
    assertShape(lineShapes[type], value, where, "");
    switch (type) {
      case "header":
        if (number > 1) throw new CaptureError(`${where}: a second header; one file holds one recording`);
        this.head = value;
        break;
      case "session":
        this.head = { ...this.head, ...value };
        break;
      case "exchange":
        this.#exchanges += 1;
        this.#handlers.exchange(value);
        break;
      case "footer":
        this.footer = value;
        this.#checkFooter(value, where);
        break;
      default:
        this.#handlers[type](value, where);
    }
  }

  /** What the reader noticed, after what earlier readers did. */
  notes(): string[] {
    const before = this.head["reader_notes"];
    const unclosed = this.footer ? [] : ["the recording has no footer: it was not closed"];
    return [...new Set([...(Array.isArray(before) ? before.map(String) : []), ...this.#notes, ...unclosed])];
  }

  /** Undefined for a line that was cut while it was written. One that is whole and wrong is wrong wherever it stands. */
  #parse(line: string, number: number, mayBeHalf: boolean, names?: number): JsonObject | undefined {
    let value: Json;
    try {
      value = parseStrict(line, this.#file, number, names);
    } catch (error) {
      if (mayBeHalf && error instanceof NotJsonError) return undefined;
      throw error;
    }
    if (isJsonObject(value)) return value;
    throw new CaptureError(`${this.#file}:${number}: expected an object on every line`);
  }

  #checkFooter({ exchanges }: JsonObject, where: string): void {
    if (exchanges === undefined || exchanges === this.#exchanges) return;
    throw new CaptureError(
      `${where}: the footer counts ${String(exchanges)} exchanges, the file holds ${this.#exchanges}`,
    );
  }
}

const isLineType = (type: unknown): type is keyof typeof lineShapes =>
  typeof type === "string" && Object.hasOwn(lineShapes, type);

/** All but the members that are the update's own, and `meanwhile`, which is added to. */
export const replaceMembers = (known: JsonObject, update: JsonObject): void => {
  for (const name of Object.keys(update)) {
    if (name === "type" || name === "exchange" || name === "meanwhile") continue;
    const value = update[name] as Json;
    // An assignment to __proto__ would be no member.
    if (name === "__proto__")
      Object.defineProperty(known, name, { value, enumerable: true, configurable: true, writable: true });
    else known[name] = value;
  }
};

const LONGEST_SHOWN = 80;

export const unknownExchange = (id: Json | undefined, where: string): CaptureError =>
  new CaptureError(
    `${where}: an update of ${shorten(JSON.stringify(id) ?? "", LONGEST_SHOWN)}, an exchange not seen before`,
  );
