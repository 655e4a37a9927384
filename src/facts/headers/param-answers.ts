import { answersTo } from "../common/answers.ts";

export const rightParams = answersTo({
  name: "right_params",
  doc: "The answers to calls whose Mcp-Param headers are right.",
  steps: ["param-right"],
});

export const otherParam = answersTo({
  name: "other_param",
  doc: "The answers to calls whose Mcp-Param header differs from the argument.",
  steps: ["param-other"],
});

export const missingParam = answersTo({
  name: "missing_param",
  doc: "The answers to calls without the Mcp-Param header of an argument that is mirrored.",
  steps: ["param-missing"],
});

export const nullParam = answersTo({
  name: "null_param",
  doc: "The answers to calls with null for an optional mirrored argument and without its header.",
  steps: ["param-null"],
});

export const absentParam = answersTo({
  name: "absent_param",
  doc: "The answers to calls without an optional mirrored argument and without its header.",
  steps: ["param-absent"],
});

export const illegalParam = answersTo({
  name: "illegal_param",
  doc: "The answers to calls whose Mcp-Param header holds raw UTF-8.",
  steps: ["param-illegal"],
});

export const wrappedParam = answersTo({
  name: "wrapped_param",
  doc: "The answers to calls whose Mcp-Param header is right and in the base64 wrapper.",
  steps: ["param-wrapped"],
});

export const brokenParamWrapper = answersTo({
  name: "broken_param_wrapper",
  doc: "The answers to calls whose Mcp-Param header has characters in its wrapper that are not base64.",
  steps: ["param-broken-wrapper"],
});

export const bareBase64Param = answersTo({
  name: "bare_base64_param",
  doc: "The answers to calls whose Mcp-Param header is the argument in base64, without the wrapper.",
  steps: ["param-bare-base64"],
});

export const decimalParam = answersTo({
  name: "decimal_param",
  doc: "The answers to calls whose integer stands in the Mcp-Param header with a decimal point and a zero.",
  steps: ["param-decimal"],
});

export const otherNestedParam = answersTo({
  name: "other_nested_param",
  doc: "The answers to calls whose Mcp-Param header differs from a nested argument.",
  steps: ["param-nested-other"],
});
