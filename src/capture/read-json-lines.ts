import type { Capture, ConversationRecord, Unsolicited } from "../model/capture.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { CaptureError } from "./capture-error.ts";
import { lineShapes } from "./capture-shape.ts";
import { checkShape, NotJsonError, parseStrict } from "./parse-strict.ts";

type LineType = keyof typeof lineShapes;

interface Line {
  readonly type: LineType;
  /** The line's object, its `type` included. */
  readonly value: JsonObject;
}

const isLineType = (type: unknown): type is LineType => typeof type === "string" && Object.hasOwn(lineShapes, type);

/**
 * A recording that was being written: no footer means unclosed, a half-written last line is dropped, both with a
 * note. A broken line elsewhere is an error, because what follows it cannot be trusted to be the same session.
 */
export const readJsonLines = (text: string, file: string): Capture => {
  const lines = text.split("\n");
  const complete = lines.at(-1) === "";
  if (complete) lines.pop();
  const notes: string[] = [];
  let header: JsonObject = {};
  let footer: JsonObject | undefined;
  const conversations = new Map<string, ConversationRecord>();
  const exchanges: JsonObject[] = [];
  const byId = new Map<Json, JsonObject>();
  const unsolicited: Unsolicited[] = [];

  for (const [index, content] of lines.entries()) {
    const number = index + 1;
    if (footer) throw lineAfterFooter(`${file}:${number}`);
    const line = readLine(content, file, number, number === lines.length && !complete);
    if (line === undefined) {
      notes.push(halfWritten(number));
      continue;
    }
    const { type: _type, ...members } = line.value;
    switch (line.type) {
      case "header":
        if (number > 1) throw secondHeader(`${file}:${number}`);
        header = members;
        break;
      case "session":
        header = { ...header, ...members };
        break;
      case "conversation":
        // Written again when more is known of it; the last word counts, the first place stays.
        conversations.set(String(members["id"]), members as unknown as ConversationRecord);
        break;
      case "exchange":
        exchanges.push(members);
        if (members["id"] !== undefined) byId.set(members["id"], members);
        break;
      case "update":
        addToExchange(byId.get(members["exchange"] ?? null), members, `${file}:${number}`);
        break;
      case "unsolicited":
        unsolicited.push(members as unknown as Unsolicited);
        break;
      case "footer":
        footer = members;
        checkFooter(members, exchanges.length, `${file}:${number}`);
        break;
    }
  }
  if (!footer) notes.push(NO_FOOTER);
  const { reader_notes, ...head } = header as JsonObject & { reader_notes?: string[] };
  const allNotes = [...new Set([...(reader_notes ?? []), ...notes])];
  return {
    ...head,
    server_capabilities: head["server_capabilities"] ?? null,
    ...(conversations.size > 0 ? { conversations: [...conversations.values()] } : {}),
    exchanges,
    ...(unsolicited.length > 0 ? { unsolicited } : {}),
    ...(footer?.["outcome"] === undefined ? {} : { outcome: footer["outcome"] }),
    closed: footer !== undefined,
    ...(allNotes.length > 0 ? { reader_notes: allNotes } : {}),
  } as unknown as Capture;
};

export const NO_FOOTER = "the recording has no footer: it was not closed";
export const halfWritten = (number: number): string => `line ${number} is half written and was dropped`;
export const lineAfterFooter = (where: string): CaptureError => new CaptureError(`${where}: a line follows the footer`);
export const secondHeader = (where: string): CaptureError =>
  new CaptureError(`${where}: a second header; one file holds one recording`);

/** What came meanwhile is added to what had come before; any other member replaces the earlier one. */
const addToExchange = (known: JsonObject | undefined, update: JsonObject, where: string): void => {
  if (!known) throw unknownExchange(update["exchange"], where);
  const { meanwhile } = update;
  replaceMembers(known, update);
  if (!Array.isArray(meanwhile)) return;
  const before = known["meanwhile"];
  if (!Array.isArray(before)) known["meanwhile"] = meanwhile;
  else for (const message of meanwhile) before.push(message);
};

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

export const unknownExchange = (id: Json | undefined, where: string): CaptureError =>
  new CaptureError(`${where}: an update of ${quoted(id)}, an exchange not seen before`);

const LONGEST_SHOWN = 80;

const quoted = (id: Json | undefined): string => {
  const text = JSON.stringify(id) ?? "";
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
};

export const checkFooter = (footer: JsonObject, held: number, where: string): void => {
  const counted = footer["exchanges"];
  if (counted === undefined || counted === held) return;
  throw new CaptureError(`${where}: the footer counts ${String(counted)} exchanges, the file holds ${held}`);
};

/** Undefined for a line that was cut while it was written. One that is whole and wrong is wrong wherever it stands. */
export const readLine = (
  line: string,
  file: string,
  number: number,
  mayBeHalf: boolean,
  names?: number,
): Line | undefined => {
  let value: Json;
  try {
    value = parseStrict(line, file, number, names);
  } catch (error) {
    if (mayBeHalf && error instanceof NotJsonError) return undefined;
    throw error;
  }
  if (!isJsonObject(value)) throw new CaptureError(`${file}:${number}: expected an object on every line`);
  const type = value["type"];
  if (!isLineType(type)) {
    const known = Object.keys(lineShapes).join(", ");
    throw new CaptureError(`${file}:${number}: expected "type" to be one of ${known}`);
  }
  checkShape(lineShapes[type], value, `${file}:${number}`, "");
  return { type, value };
};
