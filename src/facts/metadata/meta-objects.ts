import { toPointer } from "../../json/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import { unseen } from "../common/gaps.ts";
import { distinct, type Heard, heardIn } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { labelOf, typeOf } from "../lifecycle/messages.ts";
import type { View } from "../view.ts";

/** Members whose content is not the protocol's: what a tool, a user or an extension calls `_meta` in there is its own. */
const FOREIGN = new Set([
  "structuredContent",
  "inputSchema",
  "outputSchema",
  "requestedSchema",
  "data",
  "arguments",
  "metadata",
  "experimental",
  "extensions",
  "_meta",
]);

interface Found extends Item {
  readonly within: string | undefined;
}

/** Every `_meta` in every message, wherever the protocol has its own things. */
const metasIn = (view: View): readonly Found[] => view.once(gather);

const gather = (view: View): readonly Found[] => heardIn(view).flatMap((heard) => walk(heard));

const walk = (heard: Heard): readonly Found[] => {
  const found: Found[] = [];
  const within = labelOf(heard);
  const visit = (value: Json, pointer: string, depth: number): void => {
    if (depth > 12) return;
    if (Array.isArray(value)) {
      value.forEach((entry, index) => {
        if (typeof entry === "object" && entry !== null) visit(entry, `${pointer}/${index}`, depth + 1);
      });
      return;
    }
    if (!isJsonObject(value)) return;
    if (Object.hasOwn(value, "_meta"))
      found.push({ value: value["_meta"] ?? null, exchange: heard.exchange, pointer: `${pointer}/_meta`, within });
    for (const [key, entry] of Object.entries(value))
      if (typeof entry === "object" && entry !== null && !FOREIGN.has(key))
        visit(entry, pointer + toPointer([key]), depth + 1);
  };
  visit(heard.value, heard.pointer, 0);
  return found;
};

const metaFact = (
  head: Pick<Fact, "name" | "doc" | "type" | "derived">,
  pick: (found: Found) => readonly Item[],
): Fact => ({
  ...head,
  kind: "list",
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, [], "a message of the server's");
    return seen(distinct(metasIn(view).flatMap(pick)), heard.slice(0, 1));
  },
});

export const metaObjects = metaFact(
  {
    name: "meta_objects",
    doc: "The JSON type of every _meta the server sent.",
    type: "object: type (null, boolean, number, string, array, object)",
    derived: ["type"],
  },
  ({ value, exchange, pointer, within }) => [
    { value: { type: typeOf(value) }, exchange, pointer, name: within, parts: { type: pointer } },
  ],
);

const keysOf = (found: Found, make: (key: string, value: Json) => JsonObject | undefined): readonly Item[] => {
  const { value: meta, exchange, pointer } = found;
  if (!isJsonObject(meta)) return [];
  return Object.entries(meta).flatMap(([key, entry]) => {
    const value = make(key, entry);
    const at = pointer + toPointer([key]);
    const parts = Object.fromEntries(Object.keys(value ?? {}).map((name) => [name, at]));
    return value === undefined ? [] : [{ value, exchange, pointer: at, name: key, parts }];
  });
};

export const metaKeys = metaFact(
  {
    name: "meta_keys",
    doc: "Every key the server put into a _meta, taken apart.",
    type: "object: key, prefix (up to the last slash), labels (of the prefix, between dots)",
    derived: true,
  },
  (found) =>
    keysOf(found, (key) => {
      const slash = key.lastIndexOf("/");
      return slash < 0 ? { key } : { key, prefix: key.slice(0, slash), labels: key.slice(0, slash).split(".") };
    }),
);

const TRACES = new Set(["traceparent", "tracestate", "baggage"]);

export const traceValues = metaFact(
  {
    name: "trace_values",
    doc: "Every trace-context value (traceparent, tracestate, baggage) the server put into a _meta.",
    type: "object: key, value",
    derived: true,
  },
  (found) => keysOf(found, (key, value) => (TRACES.has(key) ? { key, value } : undefined)),
);
