import { isJsonObject, type Json, listMember, member, stringMember } from "../../base/json.ts";
import { type ExchangeRecord, type Item, placeOf, type View } from "../../judge/core/fact.ts";
import { headerValue } from "../../judge/core/header-value.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { sessionsIn } from "./client-view.ts";
import { formOfHeader, saysValue, writingOf } from "./header-text.ts";
import { httpRequestsIn, nameIn } from "./http-requests.ts";
import { answeredSeq, runOf, runsIn, seqOf, sessionsOf } from "./runs.ts";
import { clientFact, derivedAt, partOf, type Sent, sentIn } from "./sent.ts";
import { reportsIn } from "./step-reports.ts";

/** What a session had listed before a request. */
const listedBefore = (sent: Sent, method: string, key: string, member_: string): readonly string[] =>
  sent.session.records
    .filter((record) => record.method === method && answeredSeq(record) < seqOf(sent.record))
    .flatMap(({ exchange }) => listMember(member(exchange.response, "result"), key))
    .flatMap((entry) => stringMember(entry, member_) ?? []);

/** The same to somebody who does not look closely. */
const loosely = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, "");

export const calledNames = clientFact(
  {
    name: "called_names",
    doc: "Of every call of a tool with an unusual name: whether the name is as it was listed.",
    type: "object: name, called (as-listed, changed)",
    derived: ["called"],
    scenarios: ["odd-tool-names"],
    words: { changed: "a name that was not listed, but looks like one that was" },
  },
  (view) =>
    sentIn(view).filter(({ method, session }) => method === "tools/call" && session.scenario === "odd-tool-names"),
  (sent) => {
    const name = stringMember(sent.params, "name") ?? "";
    const listed = listedBefore(sent, "tools/list", "tools", "name");
    const titles = listedBefore(sent, "tools/list", "tools", "title");
    const isChanged =
      !listed.includes(name) &&
      [...listed, ...titles].some((one) => loosely(one) !== "" && loosely(name).includes(loosely(one)));
    if (!listed.includes(name) && !isChanged) return undefined;
    return {
      ...partOf(sent, { name, called: isChanged ? "changed" : "as-listed" }, ""),
      parts: { name: `${sent.pointer}/params/name`, called: `${sent.pointer}/params/name` },
    };
  },
  "the client lists tools with unusual names and calls one",
);

/** Whatever percent-encoding, letters and the end of an address can hide. */
const bareAddress = (uri: string): string => {
  const [rest = ""] = uri.split("#");
  return loosely(decodeLoosely(rest));
};

const decodeLoosely = (text: string): string => {
  try {
    return decodeURIComponent(text).normalize("NFC");
  } catch {
    return text;
  }
};

export const readAddresses = clientFact(
  {
    name: "read_addresses",
    doc: "Of every resources/read of a resource with an unusual address: whether it is as it was listed.",
    type: "as-listed or changed",
    derived: true,
    scenarios: ["odd-resources"],
    words: { changed: "another spelling than the one that was listed" },
  },
  (view) =>
    sentIn(view).filter(({ method, session }) => method === "resources/read" && session.scenario === "odd-resources"),
  (sent) => {
    const uri = stringMember(sent.params, "uri") ?? "";
    const listed = listedBefore(sent, "resources/list", "resources", "uri");
    const place = { ...sent, pointer: `${sent.pointer}/params/uri` };
    if (listed.includes(uri)) return derivedAt(place, "as-listed");
    return listed.some((one) => bareAddress(one) === bareAddress(uri)) ? derivedAt(place, "changed") : undefined;
  },
  "the client lists resources with unusual addresses and reads one",
);

/** What our templates begin with; each has one variable at its end. */
const TEMPLATES: readonly string[] = ["test://files/", "test://items/"];

/** By RFC 6570, whatever the value: everything but unreserved characters is encoded. */
const EXPANDED = /^(?:[\w.~-]|%[\da-f]{2})+$/i;

export const expandedTemplates = clientFact(
  {
    name: "expanded_templates",
    doc: "Of every resources/read of what our templates give: whether they were expanded as RFC 6570 says.",
    type: "as-defined or otherwise",
    derived: true,
    scenarios: ["odd-resources"],
    words: { otherwise: "an address that the template does not give with these values" },
  },
  (view) =>
    sentIn(view).filter(({ method, session, params }) => {
      const uri = stringMember(params, "uri") ?? "";
      return (
        method === "resources/read" &&
        session.scenario === "odd-resources" &&
        TEMPLATES.some((prefix) => uri.startsWith(prefix))
      );
    }),
  (sent) => {
    const uri = stringMember(sent.params, "uri") ?? "";
    const prefix = TEMPLATES.find((one) => uri.startsWith(one)) ?? "";
    const value = EXPANDED.test(uri.slice(prefix.length)) ? "as-defined" : "otherwise";
    return derivedAt({ ...sent, pointer: `${sent.pointer}/params/uri` }, value);
  },
  "the client reads what a template gives",
);

const ECHO = "json_schema_echo";

/** The keywords of a schema that its echo lacks or has otherwise. */
export const echoedSchemas = clientFact(
  {
    name: "echoed_schemas",
    doc: "Of every input schema that a client sent back: the keywords that are missing or different.",
    type: "array of keywords",
    derived: true,
    scenarios: ["schema-keywords"],
  },
  (view) =>
    sentIn(view).filter(
      ({ method, params, session }) =>
        method === "tools/call" && member(params, "name") === ECHO && session.scenario === "schema-keywords",
    ),
  (sent) => {
    const echoed = member(member(sent.params, "arguments"), "schema");
    const original = sent.session.records
      .filter(({ method }) => method === "tools/list")
      .flatMap(({ exchange }) => listMember(member(exchange.response, "result"), "tools"))
      .find((tool) => member(tool, "name") === "json_schema_2020_12_tool");
    // Who calls every tool with made-up arguments sends nothing back.
    if (original === undefined || !isEchoOf(member(original, "inputSchema"), echoed)) return undefined;
    const lost = lostKeywords(member(original, "inputSchema"), echoed, "");
    return derivedAt({ ...sent, pointer: `${sent.pointer}/params/arguments` }, [...lost]);
  },
  "the client sends an input schema back",
);

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

/** Requests to addresses of ours that nobody has a reason to ask for; the run is the time in which we listened. */
export const canaryRequests = clientFact(
  {
    name: "schema_fetches",
    doc: "Requests to the addresses that a schema refers to, while the scenario was held.",
    type: "the address",
    scenarios: ["remote-references"],
  },
  (view) =>
    sessionsOf(view, ["remote-references"]).flatMap((session) =>
      session.records
        .filter((record) => record.method === "tools/list" && record.exchange.response !== undefined)
        .slice(0, 1)
        .map((record) => ({ ...placeOf(record, "/response"), session })),
    ),
  ({ session }, view) =>
    (runOf(session, view)?.records ?? []).flatMap((record): Item[] => {
      const { url } = record.exchange.http ?? {};
      return url?.includes("/canary/") ? [{ ...placeOf(record, "/http/url"), value: url }] : [];
    }),
  "the client gets a schema with references to other addresses",
);

export const unaskedReads = clientFact(
  {
    name: "unasked_reads",
    doc: "Reads of a resource that the server named in a notice nobody had asked for.",
    type: "the address",
    scenarios: ["unasked-notices"],
  },
  (view) =>
    sessionsOf(view, ["unasked-notices"]).flatMap((session) =>
      session.records
        .filter(({ method }) => method === "tools/call")
        .slice(0, 1)
        .map((record) => ({ ...placeOf(record, "/request"), session })),
    ),
  ({ session }) =>
    session.records.flatMap((record: ExchangeRecord): Item[] => {
      const uri = stringMember(member(record.request, "params"), "uri");
      const isRead = record.method === "resources/read" && uri === "test://never-heard-of";
      return isRead ? [{ ...placeOf(record, "/request/params/uri"), value: uri }] : [];
    }),
  "the server sends a notice about a resource that nobody watches",
);

/** Requests for a list while the client had nothing to do. */
export const idleLists = clientFact(
  {
    name: "idle_lists",
    doc: "How often a client asked for a list between two steps of its plan although nothing needed it.",
    type: "integer",
    derived: true,
    scenarios: ["short-lived-lists"],
  },
  (view) =>
    reportsIn(view)
      .filter(({ step, sent }) => step === "idle" && sent.session.scenario === "short-lived-lists")
      .map((report) => ({
        ...report,
        from: reportsIn(view).findLast((one) => one.step === "before-idle" && one.sent.session === report.sent.session),
      })),
  ({ from, sent, exchange, pointer }) => {
    if (!from) return undefined;
    const lists = sent.session.records.filter(
      (record) =>
        (record.method?.endsWith("/list") ?? false) &&
        seqOf(record) > seqOf(from.sent.record) &&
        seqOf(record) < seqOf(sent.record),
    );
    return { exchange, pointer, value: lists.length };
  },
  "a program follows the plan of the scenario short-lived-lists",
);

export const oddNameHeaders = clientFact(
  {
    name: "odd_name_headers",
    doc: "Mcp-Name of every request that names something a header cannot carry as it is.",
    type: "object: name (unsafe, like-the-sentinel), header (equal, different, absent), form (plain, base64, other-encoding, none)",
    derived: true,
    scenarios: ["odd-names"],
    words: { different: "a header that does not say the name" },
  },
  (view) =>
    httpRequestsIn(view).filter((request) => {
      const name = nameIn(request);
      const isNamed = ["tools/call", "prompts/get", "resources/read"].includes(request.record.method ?? "");
      return request.session.era === "stateless" && isNamed && name !== undefined && ODD.has(writingOf(name));
    }),
  (request) => {
    const name = nameIn(request) ?? "";
    const header = headerValue(request.http.request_headers, HEADER_KEY.name);
    return derivedAt(
      { ...placeOf(request.record, "/http/request_headers"), name },
      {
        name: writingOf(name),
        header:
          header === undefined
            ? "absent"
            : saysValue(header, name) && formOfHeader(header) === "base64"
              ? "equal"
              : "different",
        form: header === undefined ? "none" : formOfHeader(header),
      },
    );
  },
  "the client names something that a header cannot carry as it is",
);

const ODD: ReadonlySet<string> = new Set(["unsafe", "like-the-sentinel"]);

export const oddSessionIds = clientFact(
  {
    name: "odd_session_ids",
    doc: "Of every request after an unusual session id was given: whether it has the id, letter by letter.",
    type: "same, other or missing",
    derived: true,
    scenarios: ["odd-session-id"],
  },
  (view) =>
    sessionsIn(view).flatMap((session) => {
      const given = headerValue(session.initialize?.exchange.http?.response_headers, HEADER_KEY.sessionId);
      const run = session.scenario === "odd-session-id" ? runOf(session, view) : undefined;
      if (given === undefined || !run || !session.initialize) return [];
      const after = answeredSeq(session.initialize);
      return run.records
        .filter((record) => seqOf(record) > after && record.exchange.http !== undefined)
        .map((record) => ({ ...placeOf(record, "/http/request_headers"), record, given }));
    }),
  ({ record, given, exchange, pointer }) => {
    const sent = headerValue(record.exchange.http?.request_headers, HEADER_KEY.sessionId);
    return {
      exchange,
      pointer,
      value: sent === undefined ? "missing" : sent === given ? "same" : "other",
      name: record.method,
    };
  },
  "the server gives an unusual session id and the client goes on",
);

/** Two calls at the same time, each with an answer on a stream of its own. */
export const parallelReports = clientFact(
  {
    name: "parallel_reports",
    doc: "What a program reports of two calls at the same time: whether it has both answers.",
    type: "both, one or none",
    derived: true,
    scenarios: ["two-streams"],
    words: { one: "the answer of one of two calls", none: "the answer of neither call" },
  },
  (view) => reportsIn(view).filter(({ step, sent }) => step === "two-calls" && sent.session.scenario === "two-streams"),
  ({ text, exchange, pointer }) => {
    const had = ["mcptest-left", "mcptest-right"].filter((marker) => text.includes(marker)).length;
    return { exchange, pointer, value: had === 2 ? "both" : had === 1 ? "one" : "none" };
  },
  "a program makes two calls at the same time and reports what came of them",
);

/** Whether any run shows that a program validates structured results: it refused one that does not fit. */
export const validates = (view: View): boolean =>
  runsIn(view).length > 0 &&
  reportsIn(view).some(({ step, outcome }) => step === "wrong-structure" && outcome === "error");
