import { isJsonObject, type Json, type JsonObject, member } from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import type { Fact, Item, View } from "../../../judge/core/fact.ts";
import { capabilities } from "../../../judge/core/facts/handshake.ts";
import { labelOf, typeOf } from "../../../judge/core/facts/messages.ts";
import { answeredPages, differentPages } from "../../../judge/core/lists.ts";
import { amongHeard, collect, type Heard, heardIn } from "../../../judge/core/messages.ts";
import { TASKS_EXTENSION } from "../../../protocol/meta-keys.ts";

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
  /** What has it: a result, the params of a message, or an entry of a list, a content block and the like. */
  readonly of: "result" | "params" | "entry";
}

/** Every `_meta` in every message, wherever the protocol has its own things. */
const metasIn = (view: View): readonly Found[] => view.once(gather);

const gather = (view: View): readonly Found[] => {
  const found: Found[] = [];
  // What stands on a page that repeats another says nothing new, and lists are the longest messages there are.
  const different = new Set(differentPages(view));
  const repeated = new Set(answeredPages(view).filter((page) => !different.has(page)));
  for (const heard of heardIn(view))
    if (heard.record === undefined || heard.pointer !== "/response" || !repeated.has(heard.record)) walk(heard, found);
  return found;
};

const walk = (heard: Heard, found: Found[]): void => {
  // The way to the value that is looked at. Most have no `_meta`, so a pointer is made only for those that do.
  const path: (string | number)[] = [];
  const visit = (value: Json): void => {
    if (path.length > 12) return;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) into(index, value[index]);
      return;
    }
    if (!isJsonObject(value)) return;
    if (Object.hasOwn(value, "_meta")) {
      const at = toPointer(path);
      const of = at === "/result" ? "result" : at === "/params" ? "params" : "entry";
      const pointer = `${heard.pointer}${at}/_meta`;
      found.push({ value: value["_meta"] ?? null, exchange: heard.exchange, pointer, within: labelOf(heard), of });
    }
    for (const key in value) {
      const entry = value[key];
      if (typeof entry === "object" && entry !== null && !FOREIGN.has(key)) into(key, entry);
    }
  };
  const into = (step: string | number, entry: Json | undefined): void => {
    if (typeof entry !== "object" || entry === null) return;
    path.push(step);
    visit(entry);
    path.pop();
  };
  visit(heard.value);
};

const metaFact = (
  head: Pick<Fact, "name" | "doc" | "type" | "derived">,
  /** What is picked may depend on what was picked before, in the same reading. */
  open: (view: View) => (found: Found) => readonly Item[],
): Fact => ({
  ...head,
  kind: "list",
  questions: "anything",
  read: (view) => amongHeard(view, () => distinct(collect(metasIn(view), open(view)))),
});

export const metaObjects = metaFact(
  {
    name: "meta_objects",
    doc: "The JSON type of every _meta the server sent, and what has it.",
    type: "object: type (null, boolean, number, string, array, object), of (result, params, entry: of a list, of content)",
    derived: ["type", "of"],
  },
  () =>
    ({ value, exchange, pointer, within, of }) => [
      { value: { type: typeOf(value), of }, exchange, pointer, name: within, parts: { type: pointer, of: pointer } },
    ],
);

const keysOf = (found: Found, make: (key: string, value: Json) => JsonObject | undefined): readonly Item[] => {
  const { value: meta, exchange, pointer } = found;
  if (!isJsonObject(meta)) return [];
  return collect(Object.keys(meta), (key) => {
    const value = make(key, meta[key] ?? null);
    if (value === undefined) return undefined;
    const at = pointer + toPointer([key]);
    const parts = Object.fromEntries(Object.keys(value).map((name) => [name, at]));
    return { value, exchange, pointer: at, name: key, parts };
  });
};

export const metaKeys = metaFact(
  {
    name: "meta_keys",
    doc: "Every key the server put into a _meta, taken apart.",
    type: "object: key, prefix (up to the last slash), labels (of the prefix, between dots), owner (extension: the server advertises one with this prefix)",
    derived: true,
  },
  (view) => {
    // What is said of a key depends on nothing else, so each is taken apart once.
    const known = new Set<string>();
    const takeApart = (key: string): JsonObject | undefined => {
      if (known.has(key)) return undefined;
      known.add(key);
      const prefix = prefixOf(key);
      if (prefix === undefined) return { key };
      const owner: JsonObject = extensionPrefixes(view).has(prefix) ? { owner: "extension" } : {};
      return { key, prefix, labels: prefix.split("."), ...owner };
    };
    return (found) => keysOf(found, takeApart);
  },
);

const prefixOf = (key: string): string | undefined => {
  const slash = key.lastIndexOf("/");
  return slash < 0 ? undefined : key.slice(0, slash);
};

/**
 * An extension may define keys under the prefix of its id, or under its id as a prefix (io.modelcontextprotocol.skills/); which ones,
 * only its own documentation says. Those of the tasks extension are known, so it lends its prefix to nothing else.
 */
const extensionPrefixes = (view: View): ReadonlySet<string> => view.once(findExtensionPrefixes);

const findExtensionPrefixes = (view: View): ReadonlySet<string> => {
  const reading = view.read(capabilities);
  const advertised = reading.seen ? reading.items : [];
  const ids = advertised.flatMap(({ value }) =>
    ["extensions", "experimental"].flatMap((key) => {
      const named = member(value, key);
      return isJsonObject(named) ? Object.keys(named) : [];
    }),
  );
  return new Set(
    ids.filter((id) => id !== TASKS_EXTENSION).flatMap((id) => [prefixOf(id) ?? [], id.replace("/", ".")].flat()),
  );
};

const TRACES = new Set(["traceparent", "tracestate", "baggage"]);

export const traceValues = metaFact(
  {
    name: "trace_values",
    doc: "Every trace-context value (traceparent, tracestate, baggage) the server put into a _meta.",
    type: "object: key, value",
    derived: true,
  },
  () => (found) => keysOf(found, (key, value) => (TRACES.has(key) ? { key, value } : undefined)),
);
