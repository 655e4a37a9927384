// The headers that tools ask for with x-mcp-header.

import { groupBy } from "../../../base/group-by.ts";
import { isJsonObject, type Json, listMember, member, stringMember } from "../../../base/json.ts";
import { NEVER } from "../../../capture/timeline.ts";
import { clientFact, derivedAt, derivedFact, type NamedPlace, placeOf } from "../../../judge/core/client/fact.ts";
import {
  type ClientHttpRequest,
  formOfHeader,
  HEADER_TOKEN,
  HEADERS,
  type HeaderAnnotation,
  headerAnnotationsIn,
  httpRequestsIn,
  requestHeader,
  saysValue,
  writingOf,
} from "../../../judge/core/client/http.ts";
import { listedLast } from "../../../judge/core/client/known.ts";
import {
  bySession,
  errorCode,
  type Item,
  isCallOf,
  type Message,
  messagesOf,
  type Session,
  type View,
} from "../../../judge/core/client/view.ts";
import { PARAM_HEADER_PREFIX } from "../../../protocol/headers.ts";

const PREFIX = PARAM_HEADER_PREFIX.toLowerCase();

const annotationsOf = (tool: Json | undefined): readonly HeaderAnnotation[] =>
  headerAnnotationsIn(member(tool, "inputSchema"));

const toolName = (tool: Json | undefined): string => stringMember(tool, "name") ?? "";

/** A call of a tool in the stateless era, with the tool as the client had seen it last. */
interface HeaderedCall extends ClientHttpRequest {
  readonly tool: Json;
}

const headeredCalls = (view: View): readonly HeaderedCall[] => view.once(gather);

const gather = (view: View): readonly HeaderedCall[] =>
  httpRequestsIn(view).flatMap((request): HeaderedCall[] => {
    if (request.session.era !== "stateless" || request.method !== "tools/call") return [];
    const name = stringMember(request.params, "name");
    const tool = listedLast(name, "tools/list", request, view);
    return tool !== undefined && faultOf(tool) === undefined ? [{ ...request, tool }] : [];
  });

/** What is wrong with the annotations of a tool; nothing, where it may be used. */
const faultOf = (tool: Json): string | undefined => {
  const annotations = annotationsOf(tool);
  const names = annotations.map(({ header }) => (typeof header === "string" ? header.toLowerCase() : undefined));
  if (names.includes("")) return "empty";
  if (names.some((name) => name === undefined || !HEADER_TOKEN.test(name))) return "not-a-token";
  if (annotations.some(({ via }) => via.length > 0)) return "unreachable";
  if (annotations.some(({ schema }) => !PRIMITIVE.has(String(member(schema, "type"))))) return "type";
  return new Set(names).size < names.length ? "repeated" : undefined;
};

const PRIMITIVE: ReadonlySet<string> = new Set(["string", "integer", "boolean"]);

/** The value of an annotated property, along the names of the properties. */
const annotatedValue = (given: Json | undefined, { path }: HeaderAnnotation): Json | undefined =>
  path
    .filter((_, index) => index % 2 === 1)
    .reduce<Json | undefined>((value, key) => member(value, String(key)), given);

export const paramHeaders = clientFact("param_headers", {
  doc: "Of every argument of a call whose property has x-mcp-header: its header, beside the value.",
  type: "object: value (plain, with-spaces, unsafe, like-the-sentinel, empty, integer, boolean, null, absent, other), depth (top, nested), header (equal, different, absent), form (plain, base64, other-encoding, none)",
  scenarios: ["param-headers"],
  words: {
    different: "a header with another value than the body",
    "other-encoding": "another encoding than =?base64?…?=",
  },
  derived: true,
  missing: "the client calls a tool with x-mcp-header in the stateless era",
  among: headeredCalls,
  only: ({ tool }) => annotationsOf(tool).length > 0,
  lookedAt: (call) => placeOf(call, "/http"),
  pick: (call) =>
    annotationsOf(call.tool).map((annotation): Item => {
      const value = annotatedValue(member(call.params, "arguments"), annotation);
      const header = requestHeader(call, `${PREFIX}${String(annotation.header).toLowerCase()}`);
      const isEqual = header !== undefined && value !== undefined && value !== null && saysValue(header, value);
      return derivedAt(
        { ...placeOf(call, HEADERS), name: `Mcp-Param-${String(annotation.header)}` },
        {
          value: value === undefined ? "absent" : value === null ? "null" : writingOf(value),
          depth: annotation.path.length > 2 ? "nested" : "top",
          header: header === undefined ? "absent" : isEqual ? "equal" : "different",
          form: header === undefined ? "none" : formOfHeader(header),
        },
      );
    }),
});

export const unaskedParamHeaders = clientFact("unasked_param_headers", {
  doc: "Mcp-Param headers of calls that no x-mcp-header of the tool asks for.",
  type: "the name, in lower case",
  scenarios: ["param-headers"],
  missing: "the client calls a listed tool in the stateless era",
  among: headeredCalls,
  lookedAt: (call) => placeOf(call, "/http"),
  pick: (call) => {
    const asked = new Set(annotationsOf(call.tool).map(({ header }) => `${PREFIX}${String(header).toLowerCase()}`));
    return call.http.request_headers
      .map(([name]) => name.toLowerCase())
      .filter((name) => name.startsWith(PREFIX) && !asked.has(name))
      .map((value) => ({ ...placeOf(call, HEADERS), value, name: value }));
  },
});

/** A list in which some tools must not be used, and what the client used of it. */
interface MixedList extends NamedPlace {
  readonly tools: readonly Json[];
  readonly isCalled: (tool: Json) => boolean;
}

const mixedLists = (view: View): readonly MixedList[] => view.once(gatherMixed);

const gatherMixed = (view: View): readonly MixedList[] =>
  httpRequestsIn(view).flatMap((request): MixedList[] => {
    const { session, result, answeredAt } = request;
    const tools = listMember(result, "tools");
    if (session.era !== "stateless" || tools.every((tool) => faultOf(tool) === undefined)) return [];
    const calls = view.once(groupCalls).get(session);
    const isCalled = (tool: Json): boolean => (calls?.get(toolName(tool))?.at(-1)?.sentAt ?? 0) > answeredAt;
    return [{ ...placeOf(request, "/response/result/tools"), tools, isCalled }];
  });

const groupCalls = (view: View): ReadonlyMap<Session, ReadonlyMap<string, readonly Message[]>> =>
  bySession(messagesOf(view, "tools/call"), ({ params }) => toolName(params));

/** All tools without annotations at all: a client that called them calls everything it has. */
const callsAll = (list: MixedList): boolean => {
  const plain = list.tools.filter((tool) => annotationsOf(tool).length === 0 && toolName(tool) !== "report");
  return plain.length > 0 && plain.every((tool) => list.isCalled(tool));
};

export const faultyToolCalls = clientFact("faulty_tool_calls", {
  doc: "Of every listed tool whose x-mcp-header is not allowed: what is wrong with it, and whether the client called it.",
  type: "object: fault (empty, not-a-token, repeated, type, unreachable), called (called, left-out)",
  scenarios: ["invalid-param-headers"],
  words: { called: "a call of a tool whose x-mcp-header is not allowed" },
  derived: true,
  missing: "the client calls every tool of a list with some that it must not use",
  among: mixedLists,
  only: (list) => callsAll(list) || list.tools.some((tool) => faultOf(tool) !== undefined && list.isCalled(tool)),
  pick: (list) =>
    list.tools.flatMap((tool): Item[] => {
      const fault = faultOf(tool);
      // Only of a client that calls everything is it known that it left one out.
      if (fault === undefined || !(list.isCalled(tool) || callsAll(list))) return [];
      const called = list.isCalled(tool) ? "called" : "left-out";
      return [derivedAt({ ...list, name: toolName(tool) }, { fault, called })];
    }),
});

export const annotatedToolCalls = clientFact("annotated_tool_calls", {
  doc: "Of every listed tool with proper x-mcp-header beside others that are not: whether a client that calls everything called it.",
  type: "object: depth (top, nested), called (called, left-out)",
  scenarios: ["invalid-param-headers"],
  words: { "left-out": "a tool that was left out although its x-mcp-header is allowed" },
  derived: true,
  missing: "the client calls every tool of a list with some that it must not use",
  among: mixedLists,
  only: callsAll,
  pick: (list) =>
    list.tools.flatMap((tool): Item[] => {
      const annotations = annotationsOf(tool);
      if (annotations.length === 0 || faultOf(tool) !== undefined) return [];
      const depth = annotations.some(({ path }) => path.length > 2) ? "nested" : "top";
      const called = list.isCalled(tool) ? "called" : "left-out";
      return [derivedAt({ ...list, name: toolName(tool) }, { depth, called })];
    }),
});

/** A list with faulty tools is no reason to use none of it. */
export const mixedListUses = derivedFact("mixed_list_uses", {
  doc: "Of every list with some tools that must not be used: whether the client used any other.",
  type: "used or unused",
  scenarios: ["invalid-param-headers"],
  words: { unused: "no call of any tool of the list, although the program goes on" },
  missing: "the client goes on after a list with some tools that it must not use",
  // A client that calls what is not on the list does not choose from it.
  among: mixedLists,
  only: (list) => list.tools.some((tool) => list.isCalled(tool)),
  say: (list) =>
    list.tools.some((tool) => faultOf(tool) === undefined && toolName(tool) !== "report" && list.isCalled(tool))
      ? "used"
      : "unused",
});

const MISMATCH = -32020;

/** The first call of each tool in a session that was refused because of its headers, with all of them. */
interface RefusedCall extends NamedPlace {
  readonly first: ClientHttpRequest;
  readonly all: readonly ClientHttpRequest[];
}

const refusedCalls = (view: View): readonly RefusedCall[] => {
  const refused = httpRequestsIn(view).filter(
    (one) => one.session.era === "stateless" && one.method === "tools/call" && errorCode(one) === MISMATCH,
  );
  const groups = groupBy(refused, ({ session }) => session);
  return [...groups.values()]
    .flatMap((calls) => [...groupBy(calls, ({ params }) => toolName(params)).values()])
    .flatMap((all) => all.slice(0, 1).map((first) => ({ ...placeOf(first, "/response"), first, all })));
};

export const afterHeaderMismatches = derivedFact("after_header_mismatches", {
  doc: "What clients did after a call was refused because of a missing Mcp-Param header.",
  type: "listed-and-retried, retried-blindly or gave-up",
  scenarios: ["header-mismatch"],
  words: {
    "gave-up": "no new tools/list after -32020",
    "retried-blindly": "the same call again without a new tools/list",
  },
  missing: "a call is refused with -32020, and the client goes on",
  among: refusedCalls,
  only: ({ first }) => isCallOf(first, "moved"),
  say: ({ first }) => {
    const later = first.session.exchanges.filter(({ sentAt }) => sentAt > first.answeredAt);
    const again = later.find((one) => isCallOf(one, "moved"));
    const listed = later.find(({ method }) => method === "tools/list");
    const isListedFirst = listed !== undefined && listed.sentAt < (again?.sentAt ?? NEVER);
    // What the program did elsewhere is no answer to this; one that is gone may have had no time.
    if (!again && !isListedFirst && later.every(({ method }) => method === undefined)) return undefined;
    return again ? (isListedFirst ? "listed-and-retried" : "retried-blindly") : "gave-up";
  },
});

export const repeatedMismatches = derivedFact("repeated_mismatches", {
  doc: "How often a client made the same call although every one was refused with -32020.",
  type: "integer",
  scenarios: ["header-mismatch"],
  missing: "a call is refused with -32020",
  among: refusedCalls,
  say: ({ first, all }) => all.filter((one) => argumentsText(one) === argumentsText(first)).length,
});

const argumentsText = ({ params }: Message): string => {
  const given = member(params, "arguments");
  return JSON.stringify(isJsonObject(given) ? given : {});
};
