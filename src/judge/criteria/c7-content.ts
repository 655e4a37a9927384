import { outcomeOf } from "../../facts/common/answer.ts";
import { placeOf, type Seat } from "../../facts/view.ts";
import type { Delivery, ToolFault } from "../../model/discoverability.ts";
import { type JsonObject, member, stringMember } from "../../model/json.ts";
import { changeWord, declaredSafety, deliveryCandidates } from "../../model/tool-safety.ts";
import { untrusted } from "../../model/untrusted.ts";
import type { AuditSession } from "./audit-session.ts";
import type { Judgement } from "./criterion.ts";
import { isPriced } from "./price.ts";
import type { StandardRules } from "./standard.ts";
import { type Substance, weigh } from "./substance.ts";

/** One call of a candidate and what it brought. */
interface Try {
  readonly seat: Seat;
  readonly tool: JsonObject;
  readonly name: string;
  readonly brought: Substance | "priced" | "nothing";
  readonly characters: number;
}

export interface ContentJudgement extends Judgement {
  readonly delivery: Delivery;
}

/** C7: a call brings something real. The anti-ghost criterion: everything else can be faked by a list. */
export const content = (session: AuditSession, rules: StandardRules): ContentJudgement => {
  const { listing, gap } = session;
  const tools = listing.tools.map(({ tool }) => tool);
  const candidates = deliveryCandidates(tools);
  const tries = triesIn(session, candidates, rules.substance);
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
    detail: isUnsafe ? `${detail}; --tools undeclared adds calls with empty arguments` : detail,
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

/** Calls of candidates, in the order they were made. Those that are wrong on purpose count only where they were made for this. */
const triesIn = ({ view }: AuditSession, candidates: readonly JsonObject[], threshold: number): readonly Try[] => {
  const byName = new Map(candidates.map((tool) => [stringMember(tool, "name") ?? "", tool]));
  return view.seats.flatMap((seat) => {
    const { method, exchange, request, step } = seat;
    if (method !== "tools/call" || (exchange.deliberate && step?.startsWith("deliver") !== true)) return [];
    const params = member(request, "params");
    const name = stringMember(params, "name") ?? "";
    const tool = byName.get(name);
    if (!tool) return [];
    return [{ seat, tool, name, ...judgeCall(seat, tool, threshold) }];
  });
};

const judgeCall = (
  { exchange, request }: Seat,
  tool: JsonObject,
  threshold: number,
): Pick<Try, "brought" | "characters"> => {
  if (isPriced(exchange)) return { brought: "priced", characters: 0 };
  const outcome = outcomeOf(exchange);
  if (outcome === "error") return { brought: "refused", characters: 0 };
  if (outcome !== "result") return { brought: "nothing", characters: 0 };
  const description = stringMember(tool, "description") ?? "";
  const called = { arguments: member(member(request, "params"), "arguments"), description };
  const { substance, characters } = weigh(member(exchange.response, "result"), called, threshold);
  return { brought: substance, characters };
};

const delivered = ({ seat, tool, name, characters }: Try, called: number, candidates: number): ContentJudgement => {
  const kind = declaredSafety(tool) === "read-only" ? "read-only tool" : "tool of undeclared safety (empty arguments)";
  const found = member(member(seat.exchange.response, "result"), "structuredContent") !== undefined;
  return {
    pass: true,
    detail: `a call of a ${kind} brought ${characters} characters of content (${called} of ${candidates} candidates called)`,
    measured: { tools_called: called, candidates, verified: true },
    volatile: { characters },
    asked: [seat],
    read: [
      placeOf(seat, "/response/result/content"),
      ...(found ? [placeOf(seat, "/response/result/structuredContent")] : []),
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
  tries: readonly Try[],
  called: number,
  measured: Judgement["measured"] & object,
): ContentJudgement => {
  const priced = tries.some(({ brought }) => brought === "priced");
  const silent = tries.every(({ brought }) => brought === "nothing");
  const state = priced ? "unverified-priced" : "unverified";
  const sampled = `${called} ${called === 1 ? "tool" : "tools"} sampled, none substantive`;
  return {
    pass: false,
    detail: priced
      ? `a price stands in front of the content (HTTP 402 or x402), and nothing was paid: delivery UNVERIFIED; ${sampled}`
      : `no call brought real content; ${sampled}`,
    measured: { ...measured, priced },
    asked: tries.map(({ seat }) => seat),
    read: tries.flatMap(({ seat }) => [placeOf(seat, "/response"), ...statusOf(seat)]),
    faults: lastTries(tries).map(faultIn),
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

const statusOf = (seat: Seat): ReturnType<typeof placeOf>[] =>
  seat.exchange.http === undefined ? [] : [placeOf(seat, "/http/status")];

/** A name from a server, for a sentence that is signed and shown anywhere. */
const plainName = (name: string): string => name.slice(0, 128).replaceAll(/[^A-Za-z0-9_.-]/g, "?");

const BROUGHT = {
  substantive: "brought content",
  refused: "refused the call",
  empty: "brought nothing",
  short: "brought too few characters",
  echo: "brought only what was sent",
  description: "brought only its own description",
  placeholder: "brought a placeholder",
  "unmarked-error": "brought an error message that is not marked with isError",
  asks: "asked for input first",
  task: "began a task instead of answering",
  priced: "asked for payment",
  nothing: "did not answer",
} as const satisfies Record<Try["brought"], string>;

/** A call with empty arguments that was refused says nothing once the tool was called as it wants to be. */
const lastTries = (tries: readonly Try[]): readonly Try[] => [...new Map(tries.map((one) => [one.name, one])).values()];

const LONGEST = 160;

const faultIn = ({ name, brought, seat }: Try): ToolFault => {
  const { response } = seat.exchange;
  const said = stringMember(member(response, "error"), "message") ?? firstText(member(response, "result"));
  return {
    tool: untrusted(name),
    fault: BROUGHT[brought],
    ...(said === undefined ? {} : { text: untrusted(said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said) }),
  };
};

const firstText = (result: unknown): string | undefined => {
  const blocks = member(result, "content");
  return Array.isArray(blocks)
    ? blocks.map((block) => stringMember(block, "text")).find((text) => text !== undefined)
    : undefined;
};

const whyNot = (tool: JsonObject, index: number): ToolFault => {
  const word = changeWord(tool);
  const fault =
    declaredSafety(tool) === "changes"
      ? "declares that it changes things"
      : word === undefined
        ? "has no name"
        : `declares nothing, and its name or description says ${word}`;
  return { tool: untrusted(stringMember(tool, "name") ?? `tool ${index + 1}`), fault };
};
