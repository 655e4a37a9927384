import { answersTo } from "../common/answers.ts";

export const parseError = answersTo({
  name: "parse_error",
  doc: "The answers to bytes that are not JSON.",
  steps: ["parse-error"],
});

export const afterParseError = answersTo({
  name: "after_parse_error",
  doc: "The answers to the good request that follows bytes that are not JSON.",
  steps: ["parse-error-control"],
});

export const notJsonRpc = answersTo({
  name: "not_json_rpc",
  doc: "The answers to JSON that is no JSON-RPC request: wrong or no jsonrpc, no usable method, no usable id.",
  steps: [/^not-json-rpc-(no-jsonrpc|jsonrpc-1|method-number)$/, "wrong-jsonrpc", "no-method"],
  label: (seat) => seat.step,
});

export const nullId = answersTo({
  name: "null_id",
  doc: "The answers to a request whose id is null.",
  steps: ["null-id"],
  where: ({ request }) => request?.["id"] === null && typeof request["method"] === "string",
});

export const afterNullId = answersTo({
  name: "after_null_id",
  doc: "The answers to the good request that follows one whose id is null.",
  steps: ["null-id-control"],
});

export const unknownNotification = answersTo({
  name: "unknown_notification",
  doc: "The answers to a notification no revision defines.",
  steps: ["unknown-notification"],
});

export const afterOddInput = answersTo({
  name: "after_odd_input",
  doc: "The answers to the good request that follows an unknown notification or a line that is no message.",
  steps: [
    "unknown-notification-control",
    "parse-error-control",
    "empty-line-control",
    /^not-json-rpc-.*-control$/,
    "wrong-jsonrpc-control",
    "no-method-control",
  ],
  label: (seat) => seat.step,
});

export const malformedParams = answersTo({
  name: "malformed_params",
  doc: "The answers to known methods whose params lack what they need, or have it in the wrong type.",
  steps: [
    "empty-initialize",
    /^malformed-(call|read|get)(-number)?$/,
    /^malformed-complete-no-(ref|argument)$/,
    "bad-level-number",
  ],
  label: (seat) => seat.step,
});
