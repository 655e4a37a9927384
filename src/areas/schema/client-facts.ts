import { isJsonObject, type Json, listMember, member } from "../../base/json.ts";
import { clientFact, derivedFact, placeOf, within } from "../../judge/core/client/fact.ts";
import { formFact, reportFact, stepReports, validates } from "../../judge/core/client/plans.ts";
import { runOf } from "../../judge/core/client/runs.ts";
import { argumentOf, type Item, isCallOf, sessionsOf } from "../../judge/core/client/view.ts";

export const reportedModernSchemas = reportFact(
  "reported_modern_schemas",
  "a result that fits a schema of 2020-12 without $schema",
  "output-schemas",
  ["modern-fits"],
  { error: "a refusal of a result that fits its schema" },
);
export const reportedDialects = reportFact(
  "reported_dialects",
  "a tool beside others with schemas of an unknown dialect",
  "schema-dialects",
  ["list", "plain"],
  { error: "a failure, although only the schema of another tool is unknown" },
);

/** Only of a client that validates: it refused something else that did not fit. */
export const acceptedMisfits = derivedFact("accepted_misfits", {
  doc: "Of every client that validates structured results: what it made of one that does not fit by the rules of 2020-12.",
  type: "refused or accepted",
  scenarios: ["output-schemas"],
  words: { accepted: "a result taken that does not fit by the rules of 2020-12, by a client that validates others" },
  missing: "a program that validates structured results reports one that does not fit",
  among: (view) => (validates(view) ? stepReports(view, "modern-misfits") : []),
  say: ({ outcome }) => (outcome === "error" ? "refused" : "accepted"),
});

export const unresolvedSchemas = derivedFact("unresolved_schemas", {
  doc: "Of every client that validates structured results: what it made of one whose schema refers to an address that is not fetched.",
  type: "refused or accepted",
  scenarios: ["remote-references"],
  words: { accepted: "a result taken as if its schema allowed anything" },
  missing: "a program that validates structured results reports one whose schema cannot be resolved",
  among: (view) => (validates(view) ? stepReports(view, "unresolved") : []),
  say: ({ outcome }) => (outcome === "error" ? "refused" : "accepted"),
});

export const afterHostileSchemas = formFact("after_hostile_schemas", {
  doc: "Whether clients went on after a list of tools with schemas that are costly to work with.",
  scenarios: ["hostile-schemas"],
  after: ({ method, result }) => method === "tools/list" && result !== undefined,
});

/** The keywords of a schema that its echo lacks or has otherwise. */
export const echoedSchemas = derivedFact("echoed_schemas", {
  doc: "Of every input schema that a client sent back: the keywords that are missing or different.",
  type: "array of keywords",
  scenarios: ["schema-keywords"],
  missing: "the client sends an input schema back",
  only: (sent) => isCallOf(sent, "json_schema_echo") && sent.session.scenario === "schema-keywords",
  at: (sent) => within(sent, "/params/arguments"),
  say: (sent) => {
    const echoed = argumentOf(sent, "schema");
    const tool = sent.session.exchanges
      .flatMap(({ method, result }) => (method === "tools/list" ? listMember(result, "tools") : []))
      .find((one) => member(one, "name") === "json_schema_2020_12_tool");
    const original = member(tool, "inputSchema");
    // A client that calls every tool with made-up arguments sends nothing back.
    return isEchoOf(original, echoed) ? [...lostKeywords(original, echoed, "")] : undefined;
  },
});

const isEchoOf = (original: Json | undefined, echoed: Json | undefined): boolean =>
  isJsonObject(original) && isJsonObject(echoed) && Object.keys(original).some((key) => key in echoed);

const lostKeywords = (original: Json | undefined, echoed: Json | undefined, at: string): readonly string[] => {
  if (typeof original !== "object" || original === null) return original === echoed ? [] : [at];
  if (typeof echoed !== "object" || echoed === null) return [at === "" ? "schema" : at];
  return Object.keys(original).flatMap((key) =>
    lostKeywords(itemOf(original, key), itemOf(echoed, key), at === "" ? key : `${at}/${key}`),
  );
};

const itemOf = (value: Json, key: string): Json | undefined =>
  Array.isArray(value) ? value[Number(key)] : member(value, key);

/** Requests to addresses of ours that a client has no reason to ask for; the run is the time in which we listened. */
export const canaryRequests = clientFact("schema_fetches", {
  doc: "Requests to the addresses that a schema refers to, while the scenario was held.",
  type: "the address",
  scenarios: ["remote-references"],
  missing: "the client gets a schema with references to other addresses",
  among: (view) =>
    sessionsOf(view, "remote-references").flatMap(({ exchanges }) =>
      exchanges
        .filter(({ method, response }) => method === "tools/list" && response !== undefined)
        .slice(0, 1)
        .map((list) => ({ ...placeOf(list, "/response"), list })),
    ),
  pick: ({ list }, view) =>
    (runOf(list.session, view)?.exchanges ?? []).flatMap((one): Item[] => {
      const url = one.http?.url;
      return url?.includes("/canary/") ? [{ ...placeOf(one, "/http/url"), value: url }] : [];
    }),
});
