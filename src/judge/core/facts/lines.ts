import { isJsonObject, type Json } from "../../../base/json.ts";
import type { RawText, ReadingNote } from "../../../base/reading.ts";
import type { Place } from "../../../capture/capture.ts";
import { defineFact } from "../define-fact.ts";
import { type Item, placeOf, type View } from "../fact.ts";
import { groupBy } from "../group-by.ts";
import { conversationNamed } from "../record-index.ts";

/** A line of stdout as it was read. */
interface Line {
  readonly item: Item;
  readonly message: Json | undefined;
  readonly raw: RawText | undefined;
  readonly notes: readonly ReadingNote[];
  readonly conversation: string | undefined;
  readonly seq: number;
}

const linesOf = (view: View): readonly Line[] => view.once(gather);

const gather = (view: View): readonly Line[] => {
  const found: Line[] = [];
  const add = (item: Place, line: Omit<Line, "item">): void => {
    found.push({ item: { value: null, ...item }, ...line });
  };
  for (const record of view.records) {
    const { response, response_raw: raw, response_notes: notes = [], meanwhile = [], conversation } = record.exchange;
    const seq = record.exchange.response_seq ?? 0;
    if (response !== undefined || raw !== undefined)
      add(placeOf(record, "/response"), { message: response, raw, notes, conversation, seq });
    meanwhile.forEach((received, index) => {
      const { message, raw: bytes, notes: noted = [] } = received;
      const place = placeOf(record, `/meanwhile/${index}`);
      add(place, { message, raw: bytes, notes: noted, conversation, seq: received.seq });
    });
  }
  const ids = new Set(view.conversations.map(({ id }) => id));
  (view.capture.unsolicited ?? []).forEach(({ message, raw, notes = [], conversation, seq }, index) => {
    const place = { exchange: null, pointer: `/unsolicited/${index}` };
    if (ids.has(conversation)) add(place, { message, raw, notes, conversation, seq });
  });
  return found;
};

/** A blank line holds nothing that could be misread, and a carriage return before the newline is JSON whitespace. */
const isBlank = ({ raw, notes }: Line): boolean =>
  notes.some(({ kind }) => kind === "empty-line") || (raw?.encoding === "utf8" && raw.data.trim() === "");

const isUnread = (line: Line): boolean =>
  !isBlank(line) && (line.message === undefined || line.notes.some(({ kind }) => kind === "not-json"));

const isObjectText = (text: string): boolean => {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
};

/** Longer runs are no message any more. */
const MOST_LINES = 2000;

/** Lines that only together make a message: it was written with newlines in it. */
const spreadIn = (view: View): ReadonlySet<Line> => view.once(findSpread);

const findSpread = (view: View): ReadonlySet<Line> => {
  const spread = new Set<Line>();
  // A line in the middle of a message may well be JSON by itself: a text in a list, say.
  const unread = linesOf(view).filter(
    (line) =>
      (isUnread(line) && line.raw?.encoding === "utf8") || (line.message !== undefined && !isJsonObject(line.message)),
  );
  for (const lines of groupBy(unread, ({ conversation }) => conversation ?? "").values()) {
    let run: Line[] = [];
    for (const line of [...lines].sort((left, right) => left.seq - right.seq)) {
      const text = textOf(line);
      // Where one begins, whatever went before was none; what is indented is inside.
      if (text.startsWith("{")) run = [];
      else if (run.length === 0) continue;
      run.push(line);
      if (run.length > MOST_LINES) run = [];
      else if (text.startsWith("}") && isObjectText(run.map(textOf).join("\n"))) {
        for (const one of run) spread.add(one);
        run = [];
      }
    }
  }
  return spread;
};

const textOf = ({ raw, message }: Line): string => raw?.data ?? JSON.stringify(message) ?? "";

/** How many ends of an object are tried before a line counts as text. */
const MOST_ENDS = 50;

/** A message with something behind it in the same line: no newline was written between the two. */
const isUnended = ({ raw }: Line): boolean => {
  const text = raw?.encoding === "utf8" ? raw.data.trim() : "";
  if (!text.startsWith("{")) return false;
  let end = text.indexOf("}");
  for (let tried = 0; end >= 0 && tried < MOST_ENDS; tried += 1) {
    if (isObjectText(text.slice(0, end + 1))) return true;
    end = text.indexOf("}", end + 1);
  }
  return false;
};

/** A line that our own signal cut off shows nothing. */
const isCutByUs = ({ conversation }: Line, view: View): boolean => {
  const end = conversationNamed(view, conversation)?.process?.ended_by;
  return end === "sigterm" || end === "sigkill";
};

/** In the midst of a message its process ended; whether a newline would have followed, nobody knows. */
const isBrokenOff = (line: Line): boolean =>
  line.message === undefined && !isObjectText(textOf(line)) && !isUnended(line);

const defectOf = (line: Line, view: View): string | undefined => {
  if (line.notes.some(({ kind }) => kind === "incomplete-line"))
    return isCutByUs(line, view) || isBrokenOff(line) ? undefined : "no newline at its end";
  if (spreadIn(view).has(line)) return "part of a message that is spread over several lines";
  return isUnread(line) && isUnended(line) ? "no newline between a message and what follows it" : undefined;
};

/** The places of lines that belong to a badly framed message; any other text on stdout is none of the framing's. */
/** Whether the line of a message is; elsewhere than on stdio there are no lines. */
export const isBadlyFramed = (view: View, exchange: Place["exchange"], pointer: string): boolean => {
  if (view.transport !== "stdio") return false;
  const broken = view.once(findBadlyFramed);
  return broken.size > 0 && broken.has(placeKey({ exchange, pointer: pointer.replace(/\/message$/, "") }));
};

const findBadlyFramed = (view: View): ReadonlySet<string> =>
  new Set(linesOf(view).flatMap((line) => (defectOf(line, view) === undefined ? [] : [placeKey(line.item)])));

const placeKey = ({ exchange, pointer }: Place): string => `${exchange}\n${pointer}`;

const LONGEST = 200;

export const stdoutDefects = defineFact({
  name: "stdout_defects",
  doc: "Lines of stdout in which a message is badly framed: spread over several lines, or not ended by a newline.",
  type: "object: defect, line (its beginning)",
  derived: true,
  questions: ["initialize", "server/discover"],
  among: linesOf,
  missing: "a line of stdout",
  each: (line, view) => {
    const defect = defectOf(line, view);
    return defect === undefined
      ? undefined
      : { ...line.item, value: { defect, line: line.raw?.data.slice(0, LONGEST) ?? "" } };
  },
  distinct: true,
  looked: (lines) => lines.slice(0, 1).map(({ item }) => item),
});
