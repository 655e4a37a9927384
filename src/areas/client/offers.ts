import { isJsonObject, type Json, listMember, member, stringMember } from "../../base/json.ts";
import type { ExchangeRecord, Item, View } from "../../judge/core/fact.ts";
import type { ClientSession } from "./client-sessions.ts";
import { answeredSeq, runOf, seqOf } from "./runs.ts";
import { clientFact, derivedAt, partOf, type Sent, sentFact, sentIn } from "./sent.ts";

/** What the server offered before a request: at the handshake, or when it was discovered. */
const offeredBefore = (sent: Sent): Json | undefined => {
  const { session, record } = sent;
  const opening = session.era === "stateful" ? "initialize" : "server/discover";
  const found = session.records.findLast((one) => one.method === opening && answeredSeq(one) < seqOf(record));
  return member(member(found?.exchange.response, "result"), "capabilities");
};

/** Requests of clients that know what the server offers. */
const informed = (view: View): readonly Sent[] =>
  sentIn(view).filter((sent) => sent.kind === "request" && !sent.session.shared && isJsonObject(offeredBefore(sent)));

const informedAnyway = (view: View): readonly Sent[] =>
  sentIn(view).filter(
    (sent) =>
      sent.kind === "request" &&
      (!sent.session.shared || sent.session.scenario !== undefined) &&
      isJsonObject(offeredBefore(sent)),
  );

export const unofferedSubscriptions = clientFact(
  {
    name: "unoffered_subscriptions",
    doc: "resources/subscribe and resources/unsubscribe to servers that do not offer subscriptions.",
    type: "the method",
  },
  informed,
  (sent) => {
    if (sent.method !== "resources/subscribe" && sent.method !== "resources/unsubscribe") return undefined;
    const offered = member(member(offeredBefore(sent), "resources"), "subscribe");
    return offered === true ? undefined : partOf(sent, sent.method, "/method");
  },
  "the client shakes hands and sends a request",
);

export const unofferedCompletions = clientFact(
  {
    name: "unoffered_completions",
    doc: "completion/complete to servers that do not offer completions.",
    type: "the method",
  },
  informedAnyway,
  (sent) =>
    sent.method === "completion/complete" && member(offeredBefore(sent), "completions") === undefined
      ? partOf(sent, sent.method, "/method")
      : undefined,
  "the client learns what the server offers and sends a request",
);

const paramsOf = (sent: Sent, method: string): Item | undefined =>
  sent.method === method && sent.kind === "request"
    ? partOf(sent, sent.params ?? {}, sent.params === undefined ? "" : "/params")
    : undefined;

export const subscribeParams = sentFact(
  {
    name: "subscribe_params",
    doc: "The params of every resources/subscribe and resources/unsubscribe.",
    type: "object",
    scenarios: ["watched-resource"],
  },
  (sent) => paramsOf(sent, "resources/subscribe") ?? paramsOf(sent, "resources/unsubscribe"),
);

/** In a scenario a session begins with nothing. */
export const unsubscribedUnasked = clientFact(
  {
    name: "unsubscribed_unasked",
    doc: "Of every resources/unsubscribe in a scenario: whether the client had subscribed to the resource before.",
    type: "subscribed or never",
    derived: true,
    scenarios: ["watched-resource"],
  },
  (view) =>
    sentIn(view).filter(
      ({ method, session }) => method === "resources/unsubscribe" && session.scenario === "watched-resource",
    ),
  (sent, view) => {
    const uri = member(sent.params, "uri");
    const had = sentIn(view).some(
      (one) =>
        one.session === sent.session &&
        one.method === "resources/subscribe" &&
        member(one.params, "uri") === uri &&
        seqOf(one.record) < seqOf(sent.record),
    );
    return derivedAt(sent, had ? "subscribed" : "never");
  },
  "the client stops watching a resource",
);

export const promptParams = sentFact(
  { name: "prompt_params", doc: "The params of every prompts/get.", type: "object" },
  (sent) => paramsOf(sent, "prompts/get"),
);

/** The entries of a kind that a session had listed before a request. */
const listedBefore = (sent: Sent, method: string, key: string): readonly Json[] =>
  sent.session.records
    .filter((record) => record.method === method && answeredSeq(record) < seqOf(sent.record))
    .flatMap(({ exchange }) => listMember(member(exchange.response, "result"), key));

export const requiredPromptArguments = clientFact(
  {
    name: "required_prompt_arguments",
    doc: "The required arguments that a prompts/get leaves out, of prompts that were listed before.",
    type: "array of names",
    derived: true,
  },
  (view) =>
    sentIn(view).filter(
      (sent) => sent.method === "prompts/get" && promptBefore(sent) !== undefined && sent.kind === "request",
    ),
  (sent) => {
    const given = member(sent.params, "arguments");
    const missing = listMember(promptBefore(sent), "arguments")
      .filter((argument) => member(argument, "required") === true)
      .map((argument) => stringMember(argument, "name") ?? "")
      .filter((name) => member(given, name) === undefined);
    return derivedAt({ ...sent, pointer: `${sent.pointer}/params` }, missing);
  },
  "the client lists prompts and gets one",
);

const promptBefore = (sent: Sent): Json | undefined =>
  listedBefore(sent, "prompts/list", "prompts").findLast(
    (prompt) => member(prompt, "name") === member(sent.params, "name"),
  );

export const completionParams = sentFact(
  { name: "completion_params", doc: "The params of every completion/complete.", type: "object" },
  (sent) => paramsOf(sent, "completion/complete"),
);

/** The second argument of our prompt, after the first has been filled in. */
export const completionContexts = clientFact(
  {
    name: "completion_contexts",
    doc: "Of every completion of the second argument of our prompt: whether the first is given with it.",
    type: "given or absent",
    derived: true,
    scenarios: ["completions"],
    words: { absent: "a completion without the arguments that were filled in before" },
  },
  (view) =>
    sentIn(view).filter(
      ({ method, params, session }) =>
        method === "completion/complete" &&
        session.scenario === "completions" &&
        stringMember(member(params, "argument"), "name") === "framework",
    ),
  (sent) => {
    const given = member(member(member(sent.params, "context"), "arguments"), "language");
    return derivedAt({ ...sent, pointer: `${sent.pointer}/params` }, given === undefined ? "absent" : "given");
  },
  "the client completes a second argument",
);

const PAGES = "three-pages";

/** Whether a client that was told to list its prompts followed every cursor. */
export const promptPages = clientFact(
  {
    name: "prompt_pages",
    doc: "Of every page of prompts with a cursor: whether the client asked for the next one.",
    type: "followed or left",
    derived: true,
    scenarios: [PAGES],
    words: { left: "a cursor that was not followed, although the program goes on" },
  },
  (view) =>
    sentIn(view).flatMap((sent): (Item & { readonly followed: boolean })[] => {
      const next = member(member(sent.record.exchange.response, "result"), "nextCursor");
      if (sent.method !== "prompts/list" || sent.session.scenario !== PAGES || next === undefined) return [];
      const followed = hasPage(sent.session, next);
      const run = runOf(sent.session, view);
      const later = (run?.records ?? []).some(
        (record) => record.method !== undefined && seqOf(record) > answeredSeq(sent.record),
      );
      return followed || later ? [{ ...sent, followed }] : [];
    }),
  ({ followed, ...place }) => derivedAt(place, followed ? "followed" : "left"),
  "the client lists prompts of several pages and goes on",
);

const hasPage = ({ records }: ClientSession, cursor: Json): boolean =>
  records.some(
    ({ method, request }: ExchangeRecord) =>
      method === "prompts/list" && member(member(request, "params"), "cursor") === cursor,
  );
