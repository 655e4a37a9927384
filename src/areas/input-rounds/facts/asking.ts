import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import {
  type ExchangeRecord,
  type Item,
  placeOf,
  placesOf,
  type Reading,
  seen,
  type View,
} from "../../../judge/core/fact.ts";
import { collect, heardIn, messageFact } from "../../../judge/core/messages.ts";
import { errorCodeOf } from "../../../judge/core/record-members.ts";
import { metaOf } from "../../../judge/core/stateless-requests.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { ERROR_CODE } from "../../../protocol/error-codes.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

/** The three methods whose answer may be a question. */
export const ASKING_METHODS = ["tools/call", "prompts/get", "resources/read"];
const ASKING_STEPS: readonly QuestionRef[] = ["input", "call"];

/** A result that asks for input, or looks as if it did. */
export interface InputResult {
  readonly record: ExchangeRecord;
  readonly result: JsonObject;
}

export const resultOf = ({ exchange }: ExchangeRecord): JsonObject | undefined => {
  const result = member(exchange.response, "result");
  return isJsonObject(result) ? result : undefined;
};

export const asksForInput = (result: JsonObject | undefined): result is JsonObject =>
  member(result, "resultType") === "input_required";

const gather = (view: View): readonly InputResult[] =>
  collect(view.records, (record) => {
    const result = resultOf(record);
    if (!result || !ASKING_METHODS.includes(record.method ?? "")) return [];
    // A task can ask as well, in a way of its own.
    const looksSo = holdsSomething(member(result, "inputRequests")) && member(result, "resultType") !== "task";
    return looksSo || asksForInput(result) ? [{ record, result }] : [];
  });

/** Who asks for nothing may write that down, and is done all the same. */
const holdsSomething = (requests: Json | undefined): boolean =>
  typeof requests === "object" && requests !== null && Object.keys(requests).length > 0;

export const askingsIn = (view: View): readonly InputResult[] => view.once(gather);

export const nameOf = ({ request }: ExchangeRecord): string | undefined => {
  const params = member(request, "params");
  return stringMember(params, "name") ?? stringMember(params, "uri");
};

/** Where it can be seen that nobody asked: the answers of the methods that may. */
const answered = (view: View): readonly ExchangeRecord[] =>
  view.records.filter(
    (record) => ASKING_METHODS.includes(record.method ?? "") && record.exchange.response !== undefined,
  );

/** What the results that ask for input show; unseen where nothing that may ask was answered. */
const overAskings = (
  view: View,
  items: (askings: readonly InputResult[]) => readonly Item[],
  { among = askingsIn(view), pointer = "/response/result" }: { among?: readonly InputResult[]; pointer?: string } = {},
): Reading => {
  if (among.length === 0 && answered(view).length === 0)
    return unseen(view, ASKING_STEPS, "an answered call, get or read");
  const looked = among.slice(0, 3).map(({ record }) => placeOf(record, pointer));
  return seen(items(among), looked);
};

export const inputResults = defineFact({
  name: "input_results",
  doc: "Every result of a call, get or read that asks for input: its resultType says so, or there is something in its inputRequests.",
  type: "the result",
  questions: ASKING_STEPS,
  among: answered,
  missing: "an answered call, get or read",
  each: (record, view) => {
    const asking = askingsIn(view).find((one) => one.record === record);
    return asking && { ...placeOf(record, "/response/result"), value: asking.result, name: nameOf(record) };
  },
  looked: (calls) => placesOf(calls.slice(0, 3), "/response"),
});

const KINDS: ReadonlyMap<string, string> = new Map([
  ["elicitation/create", "elicitation"],
  ["sampling/createMessage", "sampling"],
  ["roots/list", "roots"],
]);

/** By result, as it should be; by a request of the server's own; or by the error that an older revision has for it. */
export const waysOfAsking = defineFact({
  name: "ways_of_asking",
  doc: "How the server asked the client for input: each input_required result, request of the server, and -32042 error.",
  type: "way (result, request, error), and method or code",
  derived: ["way"],
  questions: ASKING_STEPS,
  read(view) {
    const calls = answered(view);
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, this.questions, "an answered call, get or read");
    const results = askingsIn(view).map(({ record }): Item => {
      return { ...placeOf(record, "/response/result"), value: { way: "result" }, name: nameOf(record) };
    });
    const others = collect(heard, ({ value, kind, exchange, pointer }): Item[] => {
      const method = stringMember(value, "method");
      if (kind === "request" && method !== undefined && KINDS.has(method))
        return [{ value: { way: "request", method }, exchange, pointer, name: method }];
      const code = errorCodeOf(value);
      return code === ERROR_CODE.urlElicitationRequired
        ? [{ value: { way: "error", code }, exchange, pointer: `${pointer}/error` }]
        : [];
    });
    const places = calls.length > 0 ? placesOf(calls.slice(0, 3), "/response") : heard.slice(0, 1);
    return seen(distinct([...results, ...others]), places);
  },
});

/** Whatever is not a call, a get or a read has to be answered at once. */
export const otherResults = messageFact(
  {
    name: "other_results",
    doc: "The resultType of every result of a method that may not ask for input.",
    type: "method, resultType",
    derived: ["method"],
  },
  ({ value, record, exchange, pointer, kind }) => {
    const result = member(value, "result");
    if (kind !== "response" || record?.method === undefined || !isJsonObject(result)) return undefined;
    if (ASKING_METHODS.includes(record.method)) return undefined;
    const resultType = member(result, "resultType");
    return {
      value: { method: record.method, ...(resultType === undefined ? {} : { resultType }) },
      exchange,
      pointer: `${pointer}/result`,
      parts: { method: "/request/method" },
      name: record.method,
    };
  },
);

export const repeatedInputKeys = defineFact({
  name: "repeated_input_keys",
  doc: "Keys that the inputRequests of one result hold more than once, as the bytes show it.",
  type: "string: the key's place in the message",
  derived: true,
  questions: ASKING_STEPS,
  read: (view) =>
    overAskings(view, (askings) =>
      askings.flatMap(({ record }) =>
        (record.exchange.response_notes ?? []).flatMap(({ kind, at = "" }): Item[] =>
          kind === "duplicate-key" && /^\/result\/inputRequests\/[^/]*$/.test(at)
            ? [{ ...placeOf(record, record.exchange.response_raw ? "/response_raw" : "/response"), value: at }]
            : [],
        ),
      ),
    ),
});

/** The kind of input, and for elicitation its mode, as capabilities name them. */
const kindOf = (asked: Json): string => {
  const method = stringMember(asked, "method") ?? "";
  const kind = KINDS.get(method) ?? method;
  if (kind !== "elicitation") return kind;
  return valueAt(asked, "params", "mode") === "url" ? "elicitation.url" : "elicitation.form";
};

/** An empty elicitation capability means forms. */
const declares = (capabilities: Json | undefined, kind: string): boolean => {
  const [feature = "", mode] = kind.split(".");
  const declared = member(capabilities, feature);
  if (declared === undefined || mode === undefined) return declared !== undefined;
  if (Object.hasOwn(isJsonObject(declared) ? declared : {}, mode)) return true;
  return mode === "form" && !(isJsonObject(declared) && Object.hasOwn(declared, "url"));
};

export const inputRequestsIn = (result: JsonObject): readonly (readonly [string, Json])[] => {
  const requests = member(result, "inputRequests");
  return isJsonObject(requests) ? Object.entries(requests) : [];
};

export const undeclaredInput = defineFact({
  name: "undeclared_input",
  doc: "Input requests for something that the client did not declare with this very request.",
  type: "string: the kind (elicitation.form, elicitation.url, sampling, roots)",
  derived: true,
  questions: ASKING_STEPS,
  read: (view) => overAskings(view, (askings) => askings.flatMap(undeclaredIn)),
});

const undeclaredIn = ({ record, result }: InputResult): readonly Item[] => {
  const capabilities = metaOf(record.exchange.request)?.[META_KEY.clientCapabilities];
  return inputRequestsIn(result).flatMap(([key, asked]): Item[] => {
    const kind = kindOf(asked);
    if (!KINDS.has(stringMember(asked, "method") ?? "") || declares(capabilities, kind)) return [];
    const pointer = toPointer(["response", "result", "inputRequests", key]);
    return [{ ...placeOf(record, pointer), value: kind, name: nameOf(record) }];
  });
};

export const afterInputRequired = defineFact({
  name: "after_input_required",
  doc: "Messages that followed an input_required response on its stream.",
  type: "the message",
  questions: ASKING_STEPS,
  read(view) {
    const among = askingsIn(view).filter(({ result }) => asksForInput(result));
    const asked = new Set<ExchangeRecord | undefined>(among.map(({ record }) => record));
    const late = heardIn(view).filter((heard) => heard.late && asked.has(heard.record));
    return overAskings(view, () => late, { among, pointer: "/response" });
  },
});
