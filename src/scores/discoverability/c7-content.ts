import { counted } from "../../base/counted.ts";
import { defined } from "../../base/defined.ts";
import { type JsonObject, listMember, member, stringMember, valueAt } from "../../base/json.ts";
import { shorten } from "../../base/shorten.ts";
import { untrusted } from "../../base/untrusted.ts";
import {
  changeWord,
  declaredSafety,
  declaresReading,
  deliveryCandidates,
  oppositeWord,
  saysNothing,
} from "../../capture/tool-safety.ts";
import { outcomeOf } from "../../judge/core/answer.ts";
import { type ExchangeRecord, placeOf } from "../../judge/core/fact.ts";
import type { AuditSession } from "./audit-session.ts";
import type { Criterion, Judgement } from "./criterion.ts";
import type { Delivery, ToolFault } from "./discoverability.ts";
import { isPriced } from "./price.ts";
import { type Substance, weighContent } from "./substance.ts";

/** One call of a candidate and what it returned. */
interface CallAttempt {
  readonly record: ExchangeRecord;
  readonly tool: JsonObject;
  readonly name: string;
  readonly brought: Substance | "priced" | "nothing";
  readonly characters: number;
}

/** C7: a call returns real content. Everything else can be faked by a list. */
export const c7Content: Criterion = (session, rules) => {
  const { listing, gap } = session;
  const tools = listing.tools.map(({ tool }) => tool);
  const candidates = deliveryCandidates(tools);
  const tries = triesIn(session, tools, candidates, rules.substance);
  const called = new Set(tries.map(({ name }) => name)).size;
  const verified = tries.find(({ brought }) => brought === "substantive");
  if (verified) return delivered(verified, called, candidates.length);
  const measured = { tools_called: called, candidates: candidates.length, calls: tries.length, verified: false };
  if (tries.length > 0) return undelivered(tries, called, measured);
  const common = { pass: false, measured, asked: [], read: [] };
  if (listing.pages.length > 0 && tools.length === 0)
    return { ...common, detail: "there is no tool to call", fix: OFFER, delivery: none("no tool to call") };
  if (listing.pages.length > 0 && candidates.length === 0)
    return {
      ...common,
      unobserved: "unsafe-to-probe",
      detail: "no tool declares readOnlyHint: true, and none of the others may be called without knowing what it does",
      faults: tools.slice(0, 100).map(whyNot),
      fix: DECLARE,
      delivery: unsafe("delivery UNVERIFIED (no tool declares that it only reads)"),
    };
  const { reason, detail, places } = gap(["deliver", "call"], "a call of a safe tool");
  const isUnsafe = reason === "unsafe-to-probe";
  return {
    ...common,
    unobserved: reason,
    detail:
      isUnsafe && !detail.includes("--tools undeclared")
        ? `${detail}; --tools undeclared adds calls with empty arguments`
        : detail,
    ...(isUnsafe ? { faults: tools.slice(0, 100).map(whyNot) } : {}),
    read: places,
    fix: isUnsafe ? DECLARE : OFFER,
    delivery: isUnsafe ? unsafe("delivery UNVERIFIED (no tool that may be called)") : none("no call was possible"),
  };
};

const DECLARE =
  "declare readOnlyHint: true on the tools that only read, so that they can be called without risk, and let at least one of them answer without arguments or with those its schema asks for";
const OFFER = "offer at least one tool that only reads, and says so with readOnlyHint: true";

const none = (why: string): Delivery => ({ state: "none", text: `delivery UNVERIFIED (${why})`, tools_called: 0 });
const unsafe = (text: string): Delivery => ({ state: "unverified-unsafe", text, tools_called: 0 });

/** Calls of candidates, in order. Calls that are wrong on purpose count only if they were made for this criterion. */
const triesIn = (
  { view }: AuditSession,
  tools: readonly JsonObject[],
  candidates: readonly JsonObject[],
  threshold: number,
): readonly CallAttempt[] => {
  const named = (some: readonly JsonObject[]): ReadonlyMap<string, JsonObject> =>
    new Map(some.map((tool) => [stringMember(tool, "name") ?? "", tool]));
  const ofCandidate = named(candidates);
  // Which tools that say nothing were called was decided by what the user allowed.
  const ofDelivered = named([...candidates, ...(declaresReading(tools) ? [] : tools.filter(saysNothing))]);
  return view.records.flatMap((record) => {
    const { method, exchange, request, step } = record;
    const isDelivery = step?.startsWith("deliver") === true;
    if (method !== "tools/call" || (exchange.deliberate && !isDelivery)) return [];
    const name = stringMember(member(request, "params"), "name") ?? "";
    const tool = (isDelivery ? ofDelivered : ofCandidate).get(name);
    return tool ? [{ record, tool, name, ...judgeCall(record, tool, threshold) }] : [];
  });
};

const judgeCall = (
  { exchange, request }: ExchangeRecord,
  tool: JsonObject,
  threshold: number,
): Pick<CallAttempt, "brought" | "characters"> => {
  if (isPriced(exchange)) return { brought: "priced", characters: 0 };
  const outcome = outcomeOf(exchange);
  if (outcome !== "result") return { brought: outcome === "error" ? "refused" : "nothing", characters: 0 };
  const description = stringMember(tool, "description") ?? "";
  const called = { arguments: valueAt(request, "params", "arguments"), description };
  const { substance, characters } = weighContent(member(exchange.response, "result"), called, threshold);
  return { brought: substance, characters };
};

const delivered = ({ record, tool, name, characters }: CallAttempt, called: number, candidates: number): Judgement => {
  const kind = declaredSafety(tool) === "read-only" ? "read-only tool" : "tool of undeclared safety (empty arguments)";
  const found = valueAt(record.exchange.response, "result", "structuredContent") !== undefined;
  return {
    pass: true,
    detail: `a call of a ${kind} brought ${characters} characters of content (${called} of ${candidates} candidates called)`,
    measured: { tools_called: called, candidates, verified: true },
    volatile: { characters },
    asked: [record],
    read: [
      placeOf(record, "/response/result/content"),
      ...(found ? [placeOf(record, "/response/result/structuredContent")] : []),
    ],
    fix: "",
    delivery: {
      state: "verified",
      text: `verified: substantive MCP content from ${kind} '${plainName(name)}' (${called} of ${candidates} sampled)`,
      tools_called: called,
    },
  };
};

const undelivered = (
  tries: readonly CallAttempt[],
  called: number,
  measured: Judgement["measured"] & object,
): Judgement => {
  const priced = tries.some(({ brought }) => brought === "priced");
  const silent = tries.every(({ brought }) => brought === "nothing");
  const state = priced ? "unverified-priced" : "unverified";
  const sampled = `${counted(called, "tool")} sampled, none substantive`;
  const brief =
    tries.some(({ brought }) => brought === "short") && tries.every(({ brought }) => BRIEF.includes(brought));
  return {
    pass: false,
    detail: priced
      ? `a price stands in front of the content (HTTP 402 or x402), and nothing was paid: delivery UNVERIFIED; ${sampled}`
      : brief
        ? `${called === 1 ? "the tool" : "the tools"} answered, but in fewer than 24 characters; ${sampled}`
        : `no call brought real content; ${sampled}`,
    measured: { ...measured, priced },
    asked: tries.map(({ record }) => record),
    read: tries.flatMap(({ record }) =>
      ["/response", ...(record.exchange.http === undefined ? [] : ["/http/status"])].map((at) => placeOf(record, at)),
    ),
    // Per tool, the last attempt counts: a refused call with empty arguments is followed by one with proper arguments.
    faults: [...new Map(tries.map((one) => [one.name, one])).values()].map(faultIn),
    fix: priced
      ? "let at least one read-only tool answer something real without payment; what is behind a price is never counted"
      : silent
        ? "answer tools/call in time; nothing came back"
        : "let these tools answer with content of their own: more than 24 characters, not what was sent, no placeholder, and without secrets or set-up that a first caller cannot have",
    delivery: {
      state,
      text: priced ? `delivery UNVERIFIED (priced/x402, not paid) (${sampled})` : `delivery UNVERIFIED (${sampled})`,
      tools_called: called,
    },
  };
};

/** A call without arguments that was refused is followed by one with them. */
const BRIEF: readonly CallAttempt["brought"][] = ["short", "refused"];

/** A name from a server, made safe for a sentence that is signed and shown anywhere. */
const plainName = (name: string): string => name.slice(0, 128).replaceAll(/[^A-Za-z0-9_.-]/g, "?");

const BROUGHT = {
  substantive: "brought content",
  refused: "refused the call",
  empty: "brought nothing",
  short: "answered, but in fewer than 24 characters",
  echo: "brought only what was sent",
  description: "brought only its own description",
  placeholder: "brought a placeholder",
  "unmarked-error": "brought an error message that is not marked with isError",
  asks: "asked for input first",
  task: "began a task instead of answering",
  priced: "asked for payment",
  nothing: "did not answer",
} as const satisfies Record<CallAttempt["brought"], string>;

const faultIn = ({ name, brought, record }: CallAttempt): ToolFault => {
  const { response } = record.exchange;
  const [firstText] = listMember(member(response, "result"), "content").flatMap(
    (block) => stringMember(block, "text") ?? [],
  );
  const said = stringMember(member(response, "error"), "message") ?? firstText;
  return defined({
    tool: untrusted(name),
    fault: BROUGHT[brought],
    text: said === undefined ? undefined : untrusted(shorten(said, 160)),
  });
};

const whyNot = (tool: JsonObject, index: number): ToolFault => {
  const fault = faultBeforeCall(tool);
  return { tool: untrusted(stringMember(tool, "name") ?? `tool ${index + 1}`), fault };
};

const faultBeforeCall = (tool: JsonObject): string => {
  if (stringMember(tool, "name") === undefined) return "has no name";
  const opposite = oppositeWord(tool);
  if (opposite !== undefined) return `declares readOnlyHint: true, and its name or description says ${opposite}`;
  const safety = declaredSafety(tool);
  if (safety === "changes") return "declares that it changes things";
  if (safety === "read-only") return "declares readOnlyHint: true, and was not called";
  const word = changeWord(tool);
  return word === undefined
    ? "declares nothing, and not all of its name and description speaks of reading"
    : `declares nothing, and its name or description says ${word}`;
};
