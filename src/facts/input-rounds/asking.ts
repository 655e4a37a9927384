import { toPointer } from "../../json/pointer.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { unseen } from "../common/gaps.ts";
import { distinct, heardIn, messageFact } from "../common/messages.ts";
import { META_KEYS, metaOf } from "../common/modern.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

/** The three methods whose answer may be a question. */
export const ASKING_METHODS = ["tools/call", "prompts/get", "resources/read"];
const ASKING_STEPS = ["input", "call"];

/** A result that asks for input, or looks as if it did. */
export interface Asking {
  readonly seat: Seat;
  readonly result: JsonObject;
}

export const resultOf = ({ exchange }: Seat): JsonObject | undefined => {
  const result = member(exchange.response, "result");
  return isJsonObject(result) ? result : undefined;
};

export const asksForInput = (result: JsonObject | undefined): result is JsonObject =>
  member(result, "resultType") === "input_required";

const gather = (view: View): readonly Asking[] =>
  view.seats.flatMap((seat) => {
    const result = resultOf(seat);
    if (!result || !ASKING_METHODS.includes(seat.method ?? "")) return [];
    // A task can ask as well, in a way of its own.
    const looksSo = Object.hasOwn(result, "inputRequests") && member(result, "resultType") !== "task";
    return looksSo || asksForInput(result) ? [{ seat, result }] : [];
  });

export const askingsIn = (view: View): readonly Asking[] => view.once(gather);

const nameOf = ({ request }: Seat): string | undefined => {
  const params = member(request, "params");
  return stringMember(params, "name") ?? stringMember(params, "uri");
};

/** Where it can be seen that nobody asked: the answers of the methods that may. */
const answered = (view: View): readonly Seat[] =>
  view.seats.filter((seat) => ASKING_METHODS.includes(seat.method ?? "") && seat.exchange.response !== undefined);

export const inputResults: Fact = {
  name: "input_results",
  doc: "Every result of a call, get or read that asks for input: its resultType says so, or it has inputRequests.",
  kind: "list",
  type: "the result",
  read(view) {
    const calls = answered(view);
    if (calls.length === 0) return unseen(view, ASKING_STEPS, "an answered call, get or read");
    const items = askingsIn(view).map(
      ({ seat, result }): Item => ({ ...placeOf(seat, "/response/result"), value: result, name: nameOf(seat) }),
    );
    return seen(
      items,
      calls.slice(0, 3).map((seat) => placeOf(seat, "/response")),
    );
  },
};

const KINDS: ReadonlyMap<string, string> = new Map([
  ["elicitation/create", "elicitation"],
  ["sampling/createMessage", "sampling"],
  ["roots/list", "roots"],
]);

const URL_REQUIRED = -32042;

/** By result, as it should be; by a request of the server's own; or by the error that an older revision has for it. */
export const waysOfAsking: Fact = {
  name: "ways_of_asking",
  doc: "How the server asked the client for input: each input_required result, request of the server, and -32042 error.",
  kind: "list",
  type: "way (result, request, error), and method or code",
  derived: ["way"],
  read(view) {
    const calls = answered(view);
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, ASKING_STEPS, "an answered call, get or read");
    const results = askingsIn(view).map(
      ({ seat }): Item => ({ ...placeOf(seat, "/response/result"), value: { way: "result" }, name: nameOf(seat) }),
    );
    const others = heard.flatMap(({ value, kind, exchange, pointer }): Item[] => {
      const method = stringMember(value, "method");
      if (kind === "request" && method !== undefined && KINDS.has(method))
        return [{ value: { way: "request", method }, exchange, pointer, name: method }];
      const code = member(member(value, "error"), "code");
      return code === URL_REQUIRED ? [{ value: { way: "error", code }, exchange, pointer: `${pointer}/error` }] : [];
    });
    const places = calls.length > 0 ? calls.slice(0, 3).map((seat) => placeOf(seat, "/response")) : heard.slice(0, 1);
    return seen(distinct([...results, ...others]), places);
  },
};

/** Whatever is not a call, a get or a read has to be answered at once. */
export const otherResults = messageFact(
  {
    name: "other_results",
    doc: "The resultType of every result of a method that may not ask for input.",
    type: "method, resultType",
    derived: ["method"],
  },
  ({ value, seat, exchange, pointer, kind }) => {
    const result = member(value, "result");
    if (kind !== "response" || seat?.method === undefined || !isJsonObject(result)) return undefined;
    if (ASKING_METHODS.includes(seat.method)) return undefined;
    const resultType = member(result, "resultType");
    return {
      value: { method: seat.method, ...(resultType === undefined ? {} : { resultType }) },
      exchange,
      pointer: `${pointer}/result`,
      parts: { method: "/request/method" },
      name: seat.method,
    };
  },
);

export const repeatedInputKeys: Fact = {
  name: "repeated_input_keys",
  doc: "Keys that the inputRequests of one result hold more than once, as the bytes show it.",
  kind: "list",
  type: "string: the key's place in the message",
  derived: true,
  read(view) {
    const askings = askingsIn(view);
    if (askings.length === 0 && answered(view).length === 0)
      return unseen(view, ASKING_STEPS, "an answered call, get or read");
    const items = askings.flatMap(({ seat }) =>
      (seat.exchange.response_notes ?? []).flatMap(({ kind, at = "" }): Item[] =>
        kind === "duplicate-key" && /^\/result\/inputRequests\/[^/]*$/.test(at)
          ? [{ ...placeOf(seat, seat.exchange.response_raw ? "/response_raw" : "/response"), value: at }]
          : [],
      ),
    );
    return seen(
      items,
      askings.slice(0, 3).map(({ seat }) => placeOf(seat, "/response/result")),
    );
  },
};

/** The kind of input, and for elicitation its mode, as capabilities name them. */
const kindOf = (asked: Json): string => {
  const method = stringMember(asked, "method") ?? "";
  const kind = KINDS.get(method) ?? method;
  if (kind !== "elicitation") return kind;
  return member(member(asked, "params"), "mode") === "url" ? "elicitation.url" : "elicitation.form";
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

export const undeclaredInput: Fact = {
  name: "undeclared_input",
  doc: "Input requests for something that the client did not declare with this very request.",
  kind: "list",
  type: "string: the kind (elicitation.form, elicitation.url, sampling, roots)",
  derived: true,
  read(view) {
    const askings = askingsIn(view);
    if (askings.length === 0 && answered(view).length === 0)
      return unseen(view, ASKING_STEPS, "an answered call, get or read");
    const items = askings.flatMap(({ seat, result }) => {
      const capabilities = metaOf(seat.exchange.request)?.[META_KEYS.clientCapabilities];
      return inputRequestsIn(result).flatMap(([key, asked]): Item[] => {
        const kind = kindOf(asked);
        if (!KINDS.has(stringMember(asked, "method") ?? "") || declares(capabilities, kind)) return [];
        const pointer = toPointer(["response", "result", "inputRequests", key]);
        return [{ ...placeOf(seat, pointer), value: kind, name: nameOf(seat) }];
      });
    });
    return seen(
      items,
      askings.slice(0, 3).map(({ seat }) => placeOf(seat, "/response/result")),
    );
  },
};

export const afterInputRequired: Fact = {
  name: "after_input_required",
  doc: "Messages that followed an input_required response on its stream.",
  kind: "list",
  type: "the message",
  read(view) {
    const askings = askingsIn(view).filter(({ result }) => asksForInput(result));
    if (askings.length === 0 && answered(view).length === 0)
      return unseen(view, ASKING_STEPS, "an answered call, get or read");
    const asked = new Set(askings.map(({ seat }) => seat));
    const items = heardIn(view).filter(({ seat, late }) => late && seat !== undefined && asked.has(seat));
    return seen(
      items,
      askings.slice(0, 3).map(({ seat }) => placeOf(seat, "/response")),
    );
  },
};
