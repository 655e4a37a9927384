import type { Capture, ConversationRecord, Exchange, Unsolicited } from "../model/capture.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { CaptureError } from "./capture-error.ts";
import { lineShapes } from "./capture-shape.ts";
import { checkShape, parseStrict } from "./parse-strict.ts";

type LineType = keyof typeof lineShapes;

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
  const exchanges: Exchange[] = [];
  const unsolicited: Unsolicited[] = [];

  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const value = readLine(line, file, number, number === lines.length && !complete);
    if (value === undefined) {
      notes.push(`line ${number} is half written and was dropped`);
      continue;
    }
    if (footer) throw new CaptureError(`${file}:${number}: a line follows the footer`);
    const { type, ...rest } = value;
    switch (lineType(type, file, number)) {
      case "header":
        if (number > 1) throw new CaptureError(`${file}:${number}: a second header; one file holds one recording`);
        header = rest;
        break;
      case "session":
        header = { ...header, ...rest };
        break;
      case "conversation":
        conversations.set(String(rest["id"]), rest as unknown as ConversationRecord);
        break;
      case "exchange":
        exchanges.push(rest as unknown as Exchange);
        break;
      case "unsolicited":
        unsolicited.push(rest as unknown as Unsolicited);
        break;
      case "footer":
        footer = rest;
        break;
    }
  }
  if (footer && typeof footer["exchanges"] === "number" && footer["exchanges"] !== exchanges.length) {
    throw new CaptureError(`${file}: the footer counts ${footer["exchanges"]} exchanges, the file holds ${exchanges.length}`);
  }
  if (!footer) notes.push("the recording has no footer: it was not closed");
  return {
    ...header,
    server_capabilities: header["server_capabilities"] ?? null,
    ...(conversations.size > 0 ? { conversations: [...conversations.values()] } : {}),
    exchanges,
    ...(unsolicited.length > 0 ? { unsolicited } : {}),
    ...(footer?.["outcome"] === undefined ? {} : { outcome: footer["outcome"] }),
    closed: footer !== undefined,
    ...(notes.length > 0 ? { reader_notes: notes } : {}),
  } as unknown as Capture;
};

const readLine = (line: string, file: string, number: number, mayBeHalf: boolean): JsonObject | undefined => {
  let value: Json;
  try {
    value = parseStrict(line, file, number);
  } catch (error) {
    if (mayBeHalf) return undefined;
    throw error;
  }
  if (!isJsonObject(value)) throw new CaptureError(`${file}:${number}: expected an object on every line`);
  const { type, ...rest } = value;
  checkShape(lineShapes[lineType(type, file, number)], rest, `${file}:${number}`, "");
  return value;
};

const lineType = (type: Json | undefined, file: string, number: number): LineType => {
  if (isLineType(type)) return type;
  const known = Object.keys(lineShapes).join(", ");
  throw new CaptureError(`${file}:${number}: expected "type" to be one of ${known}`);
};
