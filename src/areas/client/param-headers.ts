import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import { type ExchangeRecord, type Item, placeOf, type View } from "../../judge/core/fact.ts";
import { HEADER_TOKEN, type HeaderAnnotation, headerAnnotationsIn } from "../../judge/core/header-annotations.ts";
import { headerValue } from "../../judge/core/header-value.ts";
import { PARAM_HEADER_PREFIX } from "../../protocol/headers.ts";
import { formOfHeader, saysValue, writingOf } from "./header-text.ts";
import { type HttpRequest, httpRequestsIn } from "./http-requests.ts";
import { answeredSeq, seqOf } from "./runs.ts";
import { clientFact, derivedAt } from "./sent.ts";

const HEADERS = "/http/request_headers";
const PREFIX = PARAM_HEADER_PREFIX.toLowerCase();

/** A call of a tool in the stateless era, with the tool as the client had seen it last. */
interface HeaderedCall extends HttpRequest {
  readonly tool: Json;
}

/** The newest definition of a tool that was listed before a request. */
const toolBefore = (request: HttpRequest, view: View): Json | undefined => {
  const name = stringMember(member(request.record.request, "params"), "name");
  const lists = httpRequestsIn(view).filter(
    ({ record, session }) =>
      session === request.session && record.method === "tools/list" && answeredSeq(record) < seqOf(request.record),
  );
  const listed = lists.flatMap(({ record }) => toolsIn(record)).filter((tool) => member(tool, "name") === name);
  return listed.at(-1);
};

export const toolsIn = ({ exchange }: ExchangeRecord): readonly Json[] =>
  listMember(member(exchange.response, "result"), "tools");

const headeredCalls = (view: View): readonly HeaderedCall[] => view.once(gather);

const gather = (view: View): readonly HeaderedCall[] =>
  httpRequestsIn(view).flatMap((request): HeaderedCall[] => {
    if (request.session.era !== "stateless" || request.record.method !== "tools/call") return [];
    const tool = toolBefore(request, view);
    const annotations = headerAnnotationsIn(member(tool, "inputSchema"));
    const usable = tool !== undefined && faultIn(annotations) === undefined;
    return usable ? [{ ...request, tool }] : [];
  });

/** What is wrong with the annotations of a tool; nothing, where it may be used. */
export const faultIn = (annotations: readonly HeaderAnnotation[]): string | undefined => {
  const names = annotations.map(({ header }) => (typeof header === "string" ? header.toLowerCase() : undefined));
  if (names.includes("")) return "empty";
  if (names.some((name) => name === undefined || !HEADER_TOKEN.test(name))) return "not-a-token";
  if (annotations.some(({ via }) => via.length > 0)) return "unreachable";
  if (annotations.some(({ schema }) => !PRIMITIVE.has(String(member(schema, "type"))))) return "type";
  return new Set(names).size < names.length ? "repeated" : undefined;
};

const PRIMITIVE: ReadonlySet<string> = new Set(["string", "integer", "boolean"]);

/** The value at the path of an annotated property, along the names of the properties. */
const valueAt = (given: Json | undefined, { path }: HeaderAnnotation): Json | undefined =>
  path
    .filter((_, index) => index % 2 === 1)
    .reduce<Json | undefined>((value, key) => member(value, String(key)), given);

export const paramHeaders = clientFact(
  {
    name: "param_headers",
    doc: "Of every argument of a call whose property has x-mcp-header: its header, beside the value.",
    type: "object: value (plain, with-spaces, unsafe, like-the-sentinel, empty, integer, boolean, null, absent, other), depth (top, nested), header (equal, different, absent), form (plain, base64, other-encoding, none)",
    derived: true,
    scenarios: ["param-headers"],
    words: {
      different: "a header with another value than the body",
      "other-encoding": "another encoding than =?base64?…?=",
    },
  },
  (view) => headeredCalls(view).filter(({ tool }) => headerAnnotationsIn(member(tool, "inputSchema")).length > 0),
  ({ record, http, tool }) => {
    const given = member(member(record.request, "params"), "arguments");
    return headerAnnotationsIn(member(tool, "inputSchema")).map((annotation): Item => {
      const value = valueAt(given, annotation);
      const header = headerValue(http.request_headers, `${PREFIX}${String(annotation.header).toLowerCase()}`);
      const compared =
        header === undefined
          ? "absent"
          : value !== undefined && value !== null && saysValue(header, value)
            ? "equal"
            : "different";
      const seen: JsonObject = {
        value: value === undefined ? "absent" : value === null ? "null" : writingOf(value),
        depth: annotation.path.length > 2 ? "nested" : "top",
        header: compared,
        form: header === undefined ? "none" : formOfHeader(header),
      };
      return derivedAt({ ...placeOf(record, HEADERS), name: `Mcp-Param-${String(annotation.header)}` }, seen);
    });
  },
  "the client calls a tool with x-mcp-header in the stateless era",
);

export const unaskedParamHeaders = clientFact(
  {
    name: "unasked_param_headers",
    doc: "Mcp-Param headers of calls that no x-mcp-header of the tool asks for.",
    type: "the name, in lower case",
    scenarios: ["param-headers"],
  },
  headeredCalls,
  ({ record, http, tool }) => {
    const asked = new Set(
      headerAnnotationsIn(member(tool, "inputSchema")).map(({ header }) => `${PREFIX}${String(header).toLowerCase()}`),
    );
    return http.request_headers
      .map(([name]) => name.toLowerCase())
      .filter((name) => name.startsWith(PREFIX) && !asked.has(name))
      .map((value) => ({ ...placeOf(record, HEADERS), value, name: value }));
  },
  "the client calls a listed tool in the stateless era",
);

/** A list in which some tools must not be used, and what the client used of it. */
interface MixedList extends Item {
  readonly tools: readonly Json[];
  readonly called: ReadonlySet<string>;
}

const mixedLists = (view: View): readonly MixedList[] =>
  httpRequestsIn(view).flatMap(({ session, record }): MixedList[] => {
    const tools = toolsIn(record);
    if (session.era !== "stateless" || tools.every((tool) => faultOf(tool) === undefined)) return [];
    const calls = session.records.filter(
      (later) => later.method === "tools/call" && seqOf(later) > answeredSeq(record),
    );
    const called = new Set(calls.map(({ request }) => stringMember(member(request, "params"), "name") ?? ""));
    return [{ ...placeOf(record, "/response/result/tools"), value: tools.length, tools, called }];
  });

const nameOf = (tool: Json): string => stringMember(tool, "name") ?? "";

const faultOf = (tool: Json): string | undefined => faultIn(headerAnnotationsIn(member(tool, "inputSchema")));

/** All tools without annotations at all: whoever called them calls everything it has. */
const callsAll = ({ tools, called }: MixedList): boolean => {
  const plain = tools.filter(
    (tool) => headerAnnotationsIn(member(tool, "inputSchema")).length === 0 && nameOf(tool) !== "report",
  );
  return plain.length > 0 && plain.every((tool) => called.has(nameOf(tool)));
};

export const faultyToolCalls = clientFact(
  {
    name: "faulty_tool_calls",
    doc: "Of every listed tool whose x-mcp-header is not allowed: what is wrong with it, and whether the client called it.",
    type: "object: fault (empty, not-a-token, repeated, type, unreachable), called (called, left-out)",
    derived: true,
    scenarios: ["invalid-param-headers"],
    words: { called: "a call of a tool whose x-mcp-header is not allowed" },
  },
  (view) => mixedLists(view).filter((list) => callsAll(list) || callsFaulty(list)),
  (list) =>
    list.tools.flatMap((tool): Item[] => {
      const fault = faultOf(tool);
      const called = list.called.has(nameOf(tool));
      // Only of a client that calls everything is it known that it left one out.
      if (fault === undefined || (!called && !callsAll(list))) return [];
      return [derivedAt({ ...list, name: nameOf(tool) }, { fault, called: called ? "called" : "left-out" })];
    }),
  "the client calls every tool of a list with some that it must not use",
);

const callsFaulty = ({ tools, called }: MixedList): boolean =>
  tools.some((tool) => faultOf(tool) !== undefined && called.has(nameOf(tool)));

export const annotatedToolCalls = clientFact(
  {
    name: "annotated_tool_calls",
    doc: "Of every listed tool with proper x-mcp-header beside others that are not: whether a client that calls everything called it.",
    type: "object: depth (top, nested), called (called, left-out)",
    derived: true,
    scenarios: ["invalid-param-headers"],
    words: { "left-out": "a tool that was left out although its x-mcp-header is allowed" },
  },
  (view) => mixedLists(view).filter(callsAll),
  (list) =>
    list.tools.flatMap((tool): Item[] => {
      const annotations = headerAnnotationsIn(member(tool, "inputSchema"));
      if (annotations.length === 0 || faultIn(annotations) !== undefined) return [];
      const depth = annotations.some(({ path }) => path.length > 2) ? "nested" : "top";
      const called = list.called.has(nameOf(tool)) ? "called" : "left-out";
      return [derivedAt({ ...list, name: nameOf(tool) }, { depth, called })];
    }),
  "the client calls every tool of a list with some that it must not use",
);

/** A list with faulty tools is no reason to use none of it. */
export const mixedListUses = clientFact(
  {
    name: "mixed_list_uses",
    doc: "Of every list with some tools that must not be used: whether the client used any other.",
    type: "used or unused",
    derived: true,
    scenarios: ["invalid-param-headers"],
    words: { unused: "no call of any tool of the list, although the program goes on" },
  },
  // Who calls what is not on the list does not choose from it.
  (view) => mixedLists(view).filter(({ tools, called }) => tools.some((tool) => called.has(nameOf(tool)))),
  (list) => {
    const used = list.tools.some(
      (tool) => faultOf(tool) === undefined && nameOf(tool) !== "report" && list.called.has(nameOf(tool)),
    );
    return { exchange: list.exchange, pointer: list.pointer, value: used ? "used" : "unused" };
  },
  "the client goes on after a list with some tools that it must not use",
);

const MISMATCH = -32020;

/** A call that was refused because of its headers. */
const refusedCalls = (view: View): readonly HttpRequest[] =>
  httpRequestsIn(view).filter(
    ({ record, session }) =>
      session.era === "stateless" &&
      record.method === "tools/call" &&
      member(member(record.exchange.response, "error"), "code") === MISMATCH,
  );

const callName = ({ record }: HttpRequest): string => stringMember(member(record.request, "params"), "name") ?? "";

export const afterHeaderMismatches = clientFact(
  {
    name: "after_header_mismatches",
    doc: "What clients did after a call was refused because of a missing Mcp-Param header.",
    type: "listed-and-retried, retried-blindly or gave-up",
    derived: true,
    scenarios: ["header-mismatch"],
    words: {
      "gave-up": "no new tools/list after -32020",
      "retried-blindly": "the same call again without a new tools/list",
    },
  },
  (view) => refusedCalls(view).filter((request) => callName(request) === "moved" && isFirst(request, view)),
  (request) => {
    const later = request.session.records.filter((record) => seqOf(record) > answeredSeq(request.record));
    const again = later.find(
      ({ method, request: one }) => method === "tools/call" && stringMember(member(one, "params"), "name") === "moved",
    );
    const listed = later.find(({ method }) => method === "tools/list");
    const isListedFirst = listed !== undefined && (again === undefined || seqOf(listed) < seqOf(again));
    // What the program did elsewhere is no answer to this; one that is gone may have had no time.
    if (!again && !isListedFirst && later.every(({ method }) => method === undefined)) return undefined;
    const value = again ? (isListedFirst ? "listed-and-retried" : "retried-blindly") : "gave-up";
    return derivedAt(placeOf(request.record, "/response"), value);
  },
  "a call is refused with -32020, and the client goes on",
);

const isFirst = (request: HttpRequest, view: View): boolean =>
  refusedCalls(view).find((one) => one.session === request.session && callName(one) === callName(request)) === request;

export const repeatedMismatches = clientFact(
  {
    name: "repeated_mismatches",
    doc: "How often a client made the same call although every one was refused with -32020.",
    type: "integer",
    derived: true,
    scenarios: ["header-mismatch"],
  },
  (view) => refusedCalls(view).filter((request) => isFirst(request, view)),
  (request, view) => {
    const all = refusedCalls(view).filter(
      (one) => one.session === request.session && callName(one) === callName(request) && sameArguments(one, request),
    );
    return derivedAt(placeOf(request.record, "/response"), all.length);
  },
  "a call is refused with -32020",
);

const sameArguments = (one: HttpRequest, other: HttpRequest): boolean =>
  JSON.stringify(argumentsOf(one)) === JSON.stringify(argumentsOf(other));

const argumentsOf = ({ record }: HttpRequest): Json => {
  const given = member(member(record.request, "params"), "arguments");
  return isJsonObject(given) ? given : {};
};
