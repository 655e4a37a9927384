import { isJsonObject, listMember, member, stringMember } from "../../base/json.ts";
import { shorten } from "../../base/shorten.ts";
import { hasStackTrace, isAboutTraces } from "../../base/stack-traces.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Place } from "../../capture/capture.ts";
import { contradictingWord } from "../../capture/tool-safety.ts";
import { type ExchangeRecord, type Fact, type Item, placeOf, type View } from "../../judge/core/fact.ts";
import { tools as listedTools } from "../../judge/core/facts/listed.ts";
import { structuredContent } from "../../judge/core/facts/structured-content.ts";
import { errorCodeOf, paramsOf, resultOf } from "../../judge/core/record-members.ts";
import type { VerdictEvidence } from "../../judge/core/verdict.ts";
import type { EvidenceAt } from "../../judge/rules/evidence.ts";
import { ERROR_CODE } from "../../protocol/error-codes.ts";
import { type CallOutcome, charactersOf, durationOf, sentValues, textOf } from "./call-outcome.ts";
import { type ErrorKind, kindOfError } from "./error-words.ts";
import type { ToolFinding, WorkId } from "./tool-outcomes.ts";
import { type WorkedTool, workedTools } from "./tool-rows.ts";
import { CLIENT_PATIENCE_MS, MOST_CHARACTERS, WORK_RULES } from "./work-rules.ts";

/** One thing that is wrong with a tool: what was seen, and where. */
interface Fault {
  readonly id: WorkId;
  readonly saw: string;
  readonly shown: readonly { readonly place: Place; readonly actual: string }[];
}

type FindFault = (tool: WorkedTool, view: View) => Fault | undefined;

/** What a caller would call broken, tool by tool in the order of the list. When in doubt there is nothing. */
export const toolFindings = (view: View, evidenceAt: EvidenceAt): readonly ToolFinding[] =>
  workedTools(view).flatMap((tool) =>
    FAULTS.flatMap((find) => {
      const fault = find(tool, view);
      if (!fault) return [];
      const { severity, why, fix } = WORK_RULES[fault.id];
      const evidence: readonly VerdictEvidence[] = fault.shown.map(({ place, actual }) =>
        evidenceAt(place, shorten(actual, LONGEST_SHOWN)),
      );
      const name = untrusted(shorten(tool.name, 200));
      return [{ id: fault.id, tool: name, severity, evidence, why: `${fault.saw} ${why}`, fix }];
    }),
  );

const LONGEST_SHOWN = 300;

const isFailed = ({ outcome }: CallOutcome): boolean => outcome === "error" || outcome === "protocol-error";

const shownAt = ({ record, message }: CallOutcome): Fault["shown"][number] => ({
  place: placeOf(record, record.exchange.response === undefined ? "" : "/response"),
  actual: message ?? "",
});

/** Codes that speak of the request, the client or the protocol. */
const OF_THE_REQUEST: ReadonlySet<unknown> = new Set(
  Object.values(ERROR_CODE).filter((code) => code !== ERROR_CODE.internalError),
);

const kindOf = (call: CallOutcome, tool: string): ErrorKind => {
  const { record, message } = call;
  const { http, response } = record.exchange;
  if (response === undefined) return http?.status === 500 ? "unclear" : "value";
  if (OF_THE_REQUEST.has(errorCodeOf(response))) return "value";
  return kindOfError(message ?? "", tool, sentValues(record));
};

/** Whether the schema could have wanted more than was sent: then the tool was right to refuse. */
const isValid = ({ tool }: WorkedTool, record: ExchangeRecord): boolean => {
  const sent = member(paramsOf(record), "arguments");
  const keys = new Set(isJsonObject(sent) ? Object.keys(sent) : []);
  return listMember(member(tool, "inputSchema"), "required").every(
    (name) => typeof name === "string" && keys.has(name),
  );
};

const argumentsOf = (record: ExchangeRecord): string => JSON.stringify(member(paramsOf(record), "arguments") ?? {});

/** Text members: what stands in them may name something that does not exist. */
const takesText = ({ tool }: WorkedTool): boolean => {
  const properties = member(member(tool, "inputSchema"), "properties");
  const types = isJsonObject(properties) ? Object.values(properties) : [];
  return types.some(
    (schema) =>
      member(schema, "enum") === undefined &&
      stringMember(schema, "type") !== "number" &&
      stringMember(schema, "type") !== "integer" &&
      stringMember(schema, "type") !== "boolean",
  );
};

const alwaysFails: FindFault = (tool) => {
  const calls = tool.calls.filter(({ record }) => isValid(tool, record));
  const failed = calls.filter(isFailed);
  if (failed.length < 2 || failed.length < tool.calls.filter(({ outcome }) => outcome !== "cancelled").length)
    return undefined;
  const sets = new Set(failed.map(({ record }) => argumentsOf(record)));
  if (sets.size < 2 && hasMembers(tool)) return undefined;
  const kinds = failed.map((call) => kindOf(call, tool.name));
  // Where the SDK hides what was thrown, a text may have named something that does not exist.
  const isBroken = kinds.every(
    (kind) => kind === "bug" || kind === "unclear" || (kind === "silent" && !takesText(tool)),
  );
  if (!isBroken) return undefined;
  const saw =
    sets.size > 1
      ? "It failed with each of two argument sets that its schema allows."
      : "It takes no arguments, and failed twice.";
  return { id: "WORK-001", saw, shown: failed.slice(0, 2).map(shownAt) };
};

const hasMembers = ({ tool }: WorkedTool): boolean => {
  const properties = member(member(tool, "inputSchema"), "properties");
  return isJsonObject(properties) && Object.keys(properties).length > 0;
};

/** The first of each key: a list of many tools is gone through once, and not once for each of them. */
const firstByKey = (items: readonly Item[], keyOf: (item: Item) => string | undefined): ReadonlyMap<string, Item> => {
  const first = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined && !first.has(key)) first.set(key, item);
  }
  return first;
};

const itemsOf = (view: View, fact: Fact): readonly Item[] => {
  const reading = view.read(fact);
  return reading.seen ? reading.items : [];
};

const brokenByTool = (view: View): ReadonlyMap<string, Item> =>
  firstByKey(itemsOf(view, structuredContent), ({ name, value, open }) => {
    const state = stringMember(value, "state");
    return open === undefined && (state === "differs" || state === "missing") ? name : undefined;
  });

const listedByName = (view: View): ReadonlyMap<string, Item> =>
  firstByKey(itemsOf(view, listedTools), ({ value }) => stringMember(value, "name"));

const breaksItsSchema: FindFault = ({ name }, view) => {
  const first = view.once(brokenByTool).get(name);
  if (!first) return undefined;
  const [problem] = listMember(first.value, "errors");
  const isMissing = stringMember(first.value, "state") === "missing";
  const saw = isMissing
    ? "It declares an outputSchema, and its result has no structuredContent."
    : "Its structuredContent is not what its outputSchema allows.";
  const actual = problem === undefined ? "no structuredContent" : JSON.stringify(problem);
  return { id: "WORK-002", saw, shown: [{ place: { exchange: first.exchange, pointer: first.pointer }, actual }] };
};

const showsItsInside: FindFault = ({ name, tool, calls }) => {
  const shown = calls.filter((call) => {
    if (isFailed(call)) return call.said && kindOf(call, name) === "bug";
    if (call.outcome !== "ok") return false;
    const text = textOf(resultOf(call.record)).trim();
    const isWhole = /^(?:Traceback \(most recent call last\)|[\w.]*(?:Error|Exception)\b[^\n]*\n\s*at |panic: )/.test(
      text,
    );
    return isWhole && hasStackTrace(text) && !isAboutTraces(name, stringMember(tool, "description"));
  });
  const [first] = shown;
  if (!first) return undefined;
  const actual = first.message ?? textOf(resultOf(first.record));
  const saw = hasStackTrace(actual)
    ? "Its answer holds a stack trace."
    : "Its answer is a message that only the runtime writes.";
  return { id: "WORK-003", saw, shown: [{ place: placeOf(first.record, "/response"), actual }] };
};

const endsTheProcess: FindFault = ({ calls }) => {
  const deadly = calls.find(({ outcome }) => outcome === "died");
  if (!deadly) return undefined;
  const isWeb = deadly.record.exchange.http !== undefined;
  const saw = isWeb
    ? "The server went away while it was being called, and stayed away."
    : "The process ended while it was being called.";
  return { id: "WORK-004", saw, shown: [shownAt(deadly)] };
};

const isTooLarge: FindFault = ({ calls }) => {
  const sizes = calls.map((call) => ({ call, characters: charactersOf(resultOf(call.record)) }));
  const large = sizes.find(({ characters }) => characters > MOST_CHARACTERS);
  const cut = calls.find(
    ({ record }) => record.exchange.trouble?.kind === "limit-exceeded" && record.exchange.response === undefined,
  );
  if (!large && !cut) return undefined;
  const saw = large
    ? `Its answer has ${large.characters.toLocaleString("en-US")} characters of text.`
    : "Its answer is larger than mcptest reads.";
  const record = (large?.call ?? cut)?.record;
  return (
    record && {
      id: "WORK-005",
      saw,
      shown: [
        { place: placeOf(record, record.exchange.response === undefined ? "" : "/response/result"), actual: saw },
      ],
    }
  );
};

const isTooSlow: FindFault = ({ calls }) => {
  const slow = calls.find(
    ({ record, outcome }) => outcome !== "died" && (durationOf(record.exchange) ?? 0) >= CLIENT_PATIENCE_MS,
  );
  if (!slow) return undefined;
  const seconds = Math.round((durationOf(slow.record.exchange) ?? 0) / 1_000);
  const saw =
    slow.record.exchange.response === undefined
      ? `It had not answered after ${seconds} seconds.`
      : `It answered after ${seconds} seconds.`;
  return { id: "WORK-006", saw, shown: [{ place: placeOf(slow.record), actual: saw }] };
};

/** Read from the list, whether it was called or not. */
const contradictsItself: FindFault = ({ name, tool }, view) => {
  const word = contradictingWord(tool);
  const item = word === undefined ? undefined : view.once(listedByName).get(name);
  if (!item) return undefined;
  const words = [name, stringMember(tool, "description") ?? ""].filter((text) => text !== "").join(": ");
  return {
    id: "WORK-007",
    saw: `It declares readOnlyHint: true, and its name or description says ${word}.`,
    shown: [{ place: { exchange: item.exchange, pointer: item.pointer }, actual: words }],
  };
};

const FAULTS: readonly FindFault[] = [
  alwaysFails,
  breaksItsSchema,
  showsItsInside,
  endsTheProcess,
  isTooLarge,
  isTooSlow,
  contradictsItself,
];
