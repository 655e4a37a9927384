import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import type { Item, View } from "../../judge/core/fact.ts";
import { typeOf } from "../../judge/core/facts/messages.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { clientFact, partOf, type Sent, sentFact, sentIn, statelessRequestsIn } from "./sent.ts";

const metaOf = ({ params }: Sent): Json | undefined => member(params, "_meta");

export const statelessRequests = clientFact(
  {
    name: "stateless_requests",
    doc: "What every request of the stateless era says of itself in its _meta.",
    type: "object: version, capabilities, client (clientInfo), each as sent, if it was",
  },
  statelessRequestsIn,
  (sent) => {
    const meta = metaOf(sent);
    const value: JsonObject = {};
    const parts: Record<string, string> = {};
    for (const [name, key] of MEMBERS) {
      const found = member(meta, key);
      parts[name] = `${sent.pointer}/params/_meta${toPointer([key])}`;
      if (found !== undefined) value[name] = found;
    }
    return { value, exchange: sent.exchange, pointer: sent.pointer, name: sent.name, parts };
  },
  "the client sends a request of the stateless era",
);

const MEMBERS = [
  ["version", META_KEY.protocolVersion],
  ["capabilities", META_KEY.clientCapabilities],
  ["client", META_KEY.clientInfo],
] as const;

const prefixOf = (key: string): string | undefined => {
  const slash = key.lastIndexOf("/");
  return slash < 0 ? undefined : key.slice(0, slash);
};

/** Prefixes of extensions that the client declares anywhere: their own documents say which keys they define. */
const extensionPrefixes = (view: View): ReadonlySet<string> => {
  const declared = sentIn(view).flatMap((sent) => {
    const capabilities =
      sent.method === "initialize"
        ? member(sent.params, "capabilities")
        : member(metaOf(sent), META_KEY.clientCapabilities);
    return ["extensions", "experimental"].flatMap((key) => {
      const named = member(capabilities, key);
      return isJsonObject(named) ? Object.keys(named) : [];
    });
  });
  return new Set(declared.flatMap((id) => prefixOf(id) ?? []));
};

const keysOf = (sent: Sent, make: (key: string, value: Json) => JsonObject | undefined): readonly Item[] => {
  const meta = metaOf(sent);
  const result = member(member(sent.value, "result"), "_meta");
  return [
    { found: meta, pointer: `${sent.pointer}/params/_meta` },
    { found: result, pointer: `${sent.pointer}/result/_meta` },
  ].flatMap(({ found, pointer }) =>
    Object.entries(isJsonObject(found) ? found : {}).flatMap(([key, entry]): Item[] => {
      const value = make(key, entry);
      const at = pointer + toPointer([key]);
      const parts = Object.fromEntries(Object.keys(value ?? {}).map((name) => [name, at]));
      return value === undefined ? [] : [{ value, exchange: sent.exchange, pointer: at, name: key, parts }];
    }),
  );
};

export const sentMetaKeys = sentFact(
  {
    name: "sent_meta_keys",
    doc: "Every key the client put into a _meta, taken apart.",
    type: "object: key, prefix (up to the last slash), labels (of the prefix, between dots), owner (extension: the client declares one with this prefix)",
    derived: true,
  },
  (sent, view) =>
    keysOf(sent, (key) => {
      const prefix = prefixOf(key);
      if (prefix === undefined) return { key };
      const owner: JsonObject = view.once(extensionPrefixes).has(prefix) ? { owner: "extension" } : {};
      return { key, prefix, labels: prefix.split("."), ...owner };
    }),
);

const TRACES = new Set(["traceparent", "tracestate", "baggage"]);

export const sentTraceValues = sentFact(
  {
    name: "sent_trace_values",
    doc: "Every trace-context value (traceparent, tracestate, baggage) the client put into a _meta.",
    type: "object: key, value",
    derived: true,
  },
  (sent) => keysOf(sent, (key, value) => (TRACES.has(key) ? { key, value } : undefined)),
);

export const requestLogLevels = clientFact(
  { name: "request_log_levels", doc: "Every log level that a request of the stateless era asks for.", type: "as sent" },
  statelessRequestsIn,
  (sent) => {
    const level = member(metaOf(sent), META_KEY.logLevel);
    return level === undefined ? undefined : partOf(sent, level, `/params/_meta${toPointer([META_KEY.logLevel])}`);
  },
  "the client sends a request of the stateless era",
);

export const progressTokens = sentFact(
  {
    name: "sent_progress_tokens",
    doc: "The type of every progress token the client sent.",
    type: "string, integer, fraction or another JSON type",
    derived: true,
  },
  (sent) => {
    const token = member(metaOf(sent), "progressToken");
    if (token === undefined) return undefined;
    const isFraction = typeof token === "number" && !Number.isInteger(token);
    const type = typeof token === "number" ? (isFraction ? "fraction" : "integer") : typeOf(token);
    return partOf(sent, type, "/params/_meta/progressToken");
  },
);
