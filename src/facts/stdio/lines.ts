import type { RawText, ReadingNote } from "../../model/capture.ts";
import type { Json } from "../../model/json.ts";
import { unseen } from "../common/gaps.ts";
import { distinct } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import type { View } from "../view.ts";

/** A line of stdout as it was read. */
interface Line {
  readonly item: Item;
  readonly message: Json | undefined;
  readonly raw: RawText | undefined;
  readonly notes: readonly ReadingNote[];
}

const linesOf = (view: View): readonly Line[] => {
  const found: Line[] = [];
  const add = (
    exchange: Item["exchange"],
    pointer: string,
    {
      message,
      raw,
      notes = [],
    }: { message?: Json | undefined; raw?: RawText | undefined; notes?: readonly ReadingNote[] | undefined },
  ): void => {
    found.push({ item: { value: null, exchange, pointer }, message, raw, notes });
  };
  for (const { id, exchange } of view.seats) {
    const { response, response_raw: raw, response_notes: notes, meanwhile = [] } = exchange;
    if (response !== undefined || raw !== undefined) add(id, "/response", { message: response, raw, notes });
    meanwhile.forEach((received, index) => {
      add(id, `/meanwhile/${index}`, received);
    });
  }
  const ids = new Set(view.conversations.map(({ id }) => id));
  (view.capture.unsolicited ?? []).forEach((received, index) => {
    if (ids.has(received.conversation)) add(null, `/unsolicited/${index}`, received);
  });
  return found;
};

/** A blank line holds nothing that could be misread, and a carriage return before the newline is JSON whitespace. */
const defectOf = ({ message, raw, notes }: Line): string | undefined => {
  const noted = new Set(notes.map(({ kind }) => kind));
  if (noted.has("incomplete-line")) return "no newline at its end";
  if (noted.has("empty-line") || (raw?.encoding === "utf8" && raw.data.trim() === "")) return undefined;
  return message === undefined || noted.has("not-json") ? "not one JSON value" : undefined;
};

const LONGEST = 200;

export const stdoutDefects: Fact = {
  name: "stdout_defects",
  doc: "Lines of stdout that are not one JSON value each, ended by a newline.",
  kind: "list",
  type: "object: defect, line (its beginning)",
  derived: true,
  read(view) {
    const lines = linesOf(view);
    const [first] = lines;
    if (!first) return unseen(view, ["initialize", "server/discover"], "a line of stdout");
    const items = lines.flatMap((line) => {
      const defect = defectOf(line);
      return defect === undefined
        ? []
        : [{ ...line.item, value: { defect, line: line.raw?.data.slice(0, LONGEST) ?? "" } }];
    });
    return seen(distinct(items), [first.item]);
  },
};
