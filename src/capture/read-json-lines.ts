import { defined } from "../base/defined.ts";
import type { Json, JsonObject } from "../base/json.ts";
import type { Capture } from "./capture.ts";
import { RecordingLines, replaceMembers, unknownExchange } from "./recording-lines.ts";

/** Reads a whole recording into memory. */
export const readJsonLines = (text: string, file: string): Capture => {
  const lines = text.split("\n");
  const complete = lines.at(-1) === "";
  if (complete) lines.pop();
  const conversations = new Map<string, JsonObject>();
  const exchanges: JsonObject[] = [];
  const byId = new Map<Json, JsonObject>();
  const unsolicited: JsonObject[] = [];
  const recording = new RecordingLines(file, {
    // Written again when more is known of it; the last word counts, the first place stays.
    conversation: (record) => void conversations.set(String(record["id"]), withoutType(record)),
    exchange: (line) => {
      const exchange = withoutType(line);
      exchanges.push(exchange);
      if (exchange["id"] !== undefined) byId.set(exchange["id"], exchange);
    },
    update: (update, where) => addToExchange(byId.get(update["exchange"] ?? null), update, where),
    unsolicited: (message) => void unsolicited.push(withoutType(message)),
  });
  for (const [index, content] of lines.entries())
    recording.read(content, index + 1, index === lines.length - 1 && !complete);

  const { reader_notes: _before, ...head } = withoutType(recording.head);
  const notes = recording.notes();
  return defined({
    ...head,
    server_capabilities: head["server_capabilities"] ?? null,
    conversations: conversations.size > 0 ? [...conversations.values()] : undefined,
    exchanges,
    unsolicited: unsolicited.length > 0 ? unsolicited : undefined,
    outcome: recording.footer?.["outcome"],
    closed: recording.footer !== undefined,
    reader_notes: notes.length > 0 ? notes : undefined,
  }) as unknown as Capture;
};

/** `type` belongs to the line, not to what it carries. */
const withoutType = ({ type: _type, ...members }: JsonObject): JsonObject => members;

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
