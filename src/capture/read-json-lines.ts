import type { Capture, ConversationRecord, Unsolicited } from "../model/capture.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { CaptureError } from "./capture-error.ts";
import { lineShapes } from "./capture-shape.ts";
import { checkShape, NotJsonError, parseStrict } from "./parse-strict.ts";

type LineType = keyof typeof lineShapes;

interface Line {
  readonly type: LineType;
  readonly members: JsonObject;
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
    if (footer) throw new CaptureError(`${file}:${number}: a line follows the footer`);
    const line = readLine(content, file, number, number === lines.length && !complete);
    if (line === undefined) {
      notes.push(`line ${number} is half written and was dropped`);
      continue;
    }
    const { members } = line;
    switch (line.type) {
      case "header":
        if (number > 1) throw new CaptureError(`${file}:${number}: a second header; one file holds one recording`);
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
        checkCount(members["exchanges"], exchanges.length, `${file}:${number}`);
        break;
    }
  }
  if (!footer) notes.push("the recording has no footer: it was not closed");
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

/** What came meanwhile is added to what had come before; any other member replaces the earlier one. */
const addToExchange = (known: JsonObject | undefined, update: JsonObject, where: string): void => {
  const { exchange, meanwhile, ...members } = update;
  if (!known) throw new CaptureError(`${where}: an update of ${quoted(exchange)}, an exchange not seen before`);
  // Defined, not assigned: an assignment to __proto__ would be no member.
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(known, name, { value, enumerable: true, configurable: true, writable: true });
  }
  if (!Array.isArray(meanwhile)) return;
  const before = known["meanwhile"];
  if (!Array.isArray(before)) known["meanwhile"] = meanwhile;
  else for (const message of meanwhile) before.push(message);
};

const LONGEST_SHOWN = 80;

const quoted = (id: Json | undefined): string => {
  const text = JSON.stringify(id) ?? "";
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
};

const checkCount = (counted: Json | undefined, held: number, where: string): void => {
  if (counted === undefined || counted === held) return;
  throw new CaptureError(`${where}: the footer counts ${String(counted)} exchanges, the file holds ${held}`);
};

/** Undefined for a line that was cut while it was written. One that is whole and wrong is wrong wherever it stands. */
const readLine = (line: string, file: string, number: number, mayBeHalf: boolean): Line | undefined => {
  let value: Json;
  try {
    value = parseStrict(line, file, number);
  } catch (error) {
    if (mayBeHalf && error instanceof NotJsonError) return undefined;
    throw error;
  }
  if (!isJsonObject(value)) throw new CaptureError(`${file}:${number}: expected an object on every line`);
  const { type, ...members } = value;
  if (!isLineType(type)) {
    const known = Object.keys(lineShapes).join(", ");
    throw new CaptureError(`${file}:${number}: expected "type" to be one of ${known}`);
  }
  checkShape(lineShapes[type], members, `${file}:${number}`, "");
  return { type, members };
};
