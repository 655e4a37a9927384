import { isJsonObject, type Json, type JsonObject, member, valueAt } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import {
  clientFact,
  derivedAt,
  derivedFact,
  type Place,
  partOf,
  placeOf,
  within,
} from "../../judge/core/client/fact.ts";
import { refusalsFact, refusalsOf, workOf } from "../../judge/core/client/known.ts";
import { isReport, stepFact } from "../../judge/core/client/plans.ts";
import { lastingRuns, type Run } from "../../judge/core/client/runs.ts";
import {
  declarationIn,
  type Item,
  type Message,
  messagesIn,
  statelessRequestsIn,
  type View,
} from "../../judge/core/client/view.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";

const metaOf = ({ params }: Message): Json | undefined => member(params, "_meta");

export const statelessRequests = clientFact("stateless_requests", {
  doc: "What every request of the stateless era says of itself in its _meta.",
  type: "object: version, capabilities, client (clientInfo), each as sent, if it was",
  missing: "the client sends a request of the stateless era",
  among: statelessRequestsIn,
  pick: (sent) => {
    const value: JsonObject = {};
    const parts: Record<string, string> = {};
    for (const [name, key] of MEMBERS) {
      const found = member(metaOf(sent), key);
      parts[name] = `${sent.source.pointer}/params/_meta${toPointer([key])}`;
      if (found !== undefined) value[name] = found;
    }
    return { ...partOf(sent, value, ""), parts };
  },
});

const MEMBERS = [
  ["version", META_KEY.protocolVersion],
  ["capabilities", META_KEY.clientCapabilities],
  ["client", META_KEY.clientInfo],
] as const;

/** clientInfo, wherever the revision has it. */
export const clientInfos = clientFact("client_infos", {
  doc: "How a client names itself: with initialize, or in the _meta of a request.",
  type: "object",
  missing: "the client names itself",
  pick: (sent) => {
    const initial = sent.method === "initialize" ? member(sent.params, "clientInfo") : undefined;
    if (initial !== undefined) return partOf(sent, initial, "/params/clientInfo");
    const named = member(metaOf(sent), META_KEY.clientInfo);
    return named === undefined ? undefined : partOf(sent, named, `/params/_meta${toPointer([META_KEY.clientInfo])}`);
  },
});

const prefixOf = (key: string): string | undefined => {
  const slash = key.lastIndexOf("/");
  return slash < 0 ? undefined : key.slice(0, slash);
};

/** Prefixes of extensions that the client declares anywhere: their own documents say which keys they define. */
const extensionPrefixes = (view: View): ReadonlySet<string> => {
  const declared = messagesIn(view).flatMap((sent) => {
    const { value } = declarationIn(sent);
    return ["extensions", "experimental"].flatMap((key) => {
      const found = member(value, key);
      return isJsonObject(found) ? Object.keys(found) : [];
    });
  });
  return new Set(declared.flatMap((id) => prefixOf(id) ?? []));
};

const keysOf = (sent: Message, make: (key: string, value: Json) => JsonObject | undefined): readonly Item[] =>
  ["params", "result"].flatMap((where) => {
    const found = valueAt(sent.value, where, "_meta");
    return Object.entries(isJsonObject(found) ? found : {}).flatMap(([key, entry]): Item[] => {
      const value = make(key, entry);
      const place = { ...within(sent, `/${where}/_meta${toPointer([key])}`), name: key };
      return value === undefined ? [] : [derivedAt(place, value)];
    });
  });

export const sentMetaKeys = clientFact("sent_meta_keys", {
  doc: "Every key the client put into a _meta, taken apart.",
  type: "object: key, prefix (up to the last slash), labels (of the prefix, between dots), owner (extension: the client declares one with this prefix)",
  derived: true,
  pick: (sent, view) =>
    keysOf(sent, (key) => {
      const prefix = prefixOf(key);
      if (prefix === undefined) return { key };
      const owner: JsonObject = view.once(extensionPrefixes).has(prefix) ? { owner: "extension" } : {};
      return { key, prefix, labels: prefix.split("."), ...owner };
    }),
});

const TRACES = new Set(["traceparent", "tracestate", "baggage"]);

export const sentTraceValues = clientFact("sent_trace_values", {
  doc: "Every trace-context value (traceparent, tracestate, baggage) the client put into a _meta.",
  type: "object: key, value",
  derived: true,
  pick: (sent) => keysOf(sent, (key, value) => (TRACES.has(key) ? { key, value } : undefined)),
});

export const missingCapabilityRepeats = refusalsFact("missing_capability_repeats", {
  doc: "How often the client sent each call that was refused for a capability of the client.",
  scenarios: ["capability-required"],
  missing: "a call is refused for a capability of the client",
  among: (view) => refusalsOf(view, [-32021], ({ method }) => method === "tools/call"),
});

/** What a run asked for, without what differs from run to run. What is asked for at the same time may come in any order. */
const workIn = (run: Run, view: View): string =>
  // What a program tells of an answer repeats what the server says of itself, its name too.
  JSON.stringify(
    statelessRequestsIn(view)
      .filter((sent) => !isReport(sent) && run.exchanges.some(({ source }) => source.exchange === sent.source.exchange))
      .map(workOf)
      .sort(),
  );

export const serverNameRuns = derivedFact("server_name_runs", {
  doc: "Whether a program asked a server that names itself otherwise, or not at all, for the same as a plain one.",
  type: "same or other",
  scenarios: ["anonymous-server", "famous-server"],
  words: { other: "other requests than to the same server under another name" },
  missing: "a program does the same in neutral-stateless and in anonymous-server or famous-server",
  among: (view) => (view.once(plainRun) === undefined ? [] : endedRuns(view, ...OTHER_NAMES)),
  say: ({ run }, view) => {
    const plain = view.once(plainRun);
    return plain && (workIn(run, view) === workIn(plain, view) ? "same" : "other");
  },
});

const OTHER_NAMES = ["anonymous-server", "famous-server"] as const;

/** A client that does not do the same twice shows nothing: two servers have to be asked for the same, whatever their names. */
const plainRun = (view: View): Run | undefined => {
  const [plain] = endedRuns(view, "neutral-stateless");
  const others = endedRuns(view, ...OTHER_NAMES);
  return others.some(({ run }) => plain && workIn(run, view) === workIn(plain.run, view)) ? plain?.run : undefined;
};

const endedRuns = (view: View, ...names: readonly string[]): readonly (Place & { readonly run: Run })[] =>
  lastingRuns(view)
    .filter(({ scenario, end }) => names.includes(scenario ?? "") && end === "itself")
    .flatMap((run) =>
      run.exchanges
        .filter(({ session }) => session.revision === view.revision)
        .slice(0, 1)
        .map((first) => ({ ...placeOf(first, "/request"), run })),
    );

export const afterUnknownMetadata = stepFact(
  "after_unknown_metadata",
  "after a result with unknown _meta",
  "surprises",
  1,
);
