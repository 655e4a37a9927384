import { isJsonObject, member } from "../../../base/json.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { answersTo, recordsOf } from "../../../judge/core/answers.ts";
import type { ExchangeRecord, View } from "../../../judge/core/fact.ts";
import { capabilities } from "../../../judge/core/facts/handshake.ts";
import { errorCodeOf } from "../../../judge/core/record-members.ts";
import { ERROR_CODE } from "../../../protocol/error-codes.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

const NOT_JSON_RPC = ["not-json-rpc:*", "wrong-jsonrpc", "no-method"] as const satisfies readonly QuestionRef[];

/** What was under way when a connection ended has one cause: the first of it. */
export const notJsonRpc = answersTo({
  name: "not_json_rpc",
  doc: "The answers to JSON that is no JSON-RPC request: wrong or no jsonrpc, no usable method, no usable id.",
  questions: NOT_JSON_RPC,
  among: (view) => {
    const found = recordsOf(view, NOT_JSON_RPC);
    const isClosed = ({ exchange }: ExchangeRecord): boolean => outcomeOf(exchange) === "closed";
    return found.filter(
      (record) =>
        !isClosed(record) ||
        record === found.find((one) => isClosed(one) && one.exchange.conversation === record.exchange.conversation),
    );
  },
  label: (record) => record.step,
});

export const nullId = answersTo({
  name: "null_id",
  doc: "The answers to a request whose id is null.",
  questions: ["null-id"],
  where: ({ request }) => request?.["id"] === null && typeof request["method"] === "string",
});

export const afterOddInput = answersTo({
  name: "after_odd_input",
  doc: "The answers to the good request that follows an unknown notification or a line that is no message.",
  questions: [
    "unknown-notification:control",
    "parse-error:control",
    "empty-line:control",
    "not-json-rpc:no-jsonrpc-control",
    "not-json-rpc:jsonrpc-1-control",
    "not-json-rpc:method-number-control",
    "wrong-jsonrpc:control",
    "no-method:control",
  ],
  label: (record) => record.step,
});

const MALFORMED = [
  "empty-initialize",
  "malformed-call:*",
  "malformed-read:*",
  "malformed-get:*",
  "malformed-complete:no-ref",
  "malformed-complete:no-argument",
] as const satisfies readonly QuestionRef[];

export const malformedParams = answersTo({
  name: "malformed_params",
  doc: "The answers to methods the server has, whose params lack what they need or have it in the wrong type.",
  questions: MALFORMED,
  among: (view) =>
    recordsOf(view, MALFORMED).filter((record) => isOfKnownMethod(record, view) && !isOutsideSession(record)),
  missing: "a known method with params that do not fit",
  label: (record) => record.step,
});

const CAPABILITIES: Readonly<Record<string, string>> = {
  "tools/call": "tools",
  "resources/read": "resources",
  "prompts/get": "prompts",
  "completion/complete": "completions",
};

/** "Method not found" is the right answer where the server does not have the method, whatever the params. */
const isOfKnownMethod = (record: ExchangeRecord, view: View): boolean => {
  const capability = CAPABILITIES[record.method ?? ""];
  if (capability === undefined || codeOf(record) !== ERROR_CODE.methodNotFound) return true;
  const advertised = view.read(capabilities);
  const isAdvertised = advertised.seen && advertised.items.some(({ value }) => member(value, capability) !== undefined);
  return isAdvertised && !view.once(refusedAnyway).has(record.method);
};

/** Methods that were not found, whatever the params. */
const refusedAnyway = (view: View): ReadonlySet<string | undefined> => {
  const asked = new Set(recordsOf(view, MALFORMED));
  const refused = view.records.filter(
    (record) =>
      record.exchange.deliberate !== true && !asked.has(record) && codeOf(record) === ERROR_CODE.methodNotFound,
  );
  return new Set(refused.map(({ method }) => method));
};

/**
 * Over HTTP, what cannot be read as an initialize is a request outside any session, which the transport refuses with 400
 * before the params are anybody's concern; the body of such a refusal needs no id.
 */
const isOutsideSession = ({ method, exchange }: ExchangeRecord): boolean =>
  method === "initialize" &&
  exchange.http?.status === 400 &&
  isJsonObject(exchange.response) &&
  (member(exchange.response, "id") ?? null) === null;

const codeOf = ({ exchange }: ExchangeRecord) => errorCodeOf(exchange.response);
