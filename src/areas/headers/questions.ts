import { type Question, stateful, stateless } from "../../protocol/question.ts";

/** Request headers that are missing, wrong, or unusual but right. */
export const HEADER_QUESTIONS = {
  "version-missing": stateful("ping and an ordinary request without MCP-Protocol-Version", { sends: ["", "list"] }),
  "version-unknown": stateful("ping and an ordinary request with MCP-Protocol-Version: 1999-01-01", {
    sends: ["", "list"],
  }),
  "version-senseless": stateful("ping and an ordinary request with MCP-Protocol-Version: banana", {
    sends: ["", "list"],
  }),
  "version-other": stateful("ping and an ordinary request with MCP-Protocol-Version: 2025-03-26", {
    sends: ["", "list"],
  }),
  "no-version-header": stateless("a request without MCP-Protocol-Version"),
  "other-version-header": stateless("a request whose MCP-Protocol-Version differs from _meta"),
  "other-version-meta": stateless("a request whose version in _meta differs from MCP-Protocol-Version"),
  "no-method-header": stateless("a request without Mcp-Method"),
  "other-method-header": stateless("a request whose Mcp-Method differs from the method in the body"),
  "upper-method-header": stateless("a request whose Mcp-Method is right but in upper case"),
  "lower-header-name": stateless("a right request with header names in lower case"),
  "upper-header-name": stateless("a right request with MCP-METHOD as header name"),
  "padded-header": stateless("a right request with spaces around the value of Mcp-Method"),
  "control-in-header": stateless("a request with a control character in Mcp-Method"),
  "utf8-in-header": stateless("a request with bytes in Mcp-Method that are not ASCII"),
  "undeclared-param-header": stateless("a right request with an Mcp-Param header that no tool declares"),
  "no-name-header": stateless("reads, gets and calls without Mcp-Name", { sends: ["read", "get", "call"] }),
  "other-name-header": stateless("reads, gets and calls whose Mcp-Name names something else", {
    sends: ["read", "get", "call"],
  }),
  "wrapped-name-header": stateless("reads and gets whose Mcp-Name is in the base64 wrapper", {
    sends: ["read", "get"],
  }),
  "padded-name-header": stateless("reads and gets with spaces around Mcp-Name", { sends: ["read", "get"] }),
  "param-right": stateless("a call whose Mcp-Param headers are right", { fact: "right_params" }),
  "param-other": stateless("a call whose Mcp-Param header differs from the argument", { fact: "other_param" }),
  "param-missing": stateless("a call without the Mcp-Param header", { fact: "missing_param" }),
  "param-wrapped": stateless("a call whose Mcp-Param header is in the base64 wrapper", { fact: "wrapped_param" }),
  "param-broken-wrapper": stateless("a call whose base64 wrapper holds characters that are not base64", {
    fact: "broken_param_wrapper",
  }),
  "param-bare-base64": stateless("a call whose header is base64 without the wrapper", { fact: "bare_base64_param" }),
  "param-literal": stateless(
    "calls whose argument and header are the same text, which only looks like the base64 wrapper",
    {
      sends: ["bare", "open", "upper"],
      fact: "literal_params",
    },
  ),
  "param-illegal": stateless("a call whose Mcp-Param header is not ASCII", { fact: "illegal_param" }),
  "param-null": stateless("a call with null for an optional mirrored argument, and no header for it", {
    fact: "null_param",
  }),
  "param-absent": stateless("a call without an optional mirrored argument, and no header for it", {
    fact: "absent_param",
  }),
  "param-decimal": stateless("a call whose integer stands in the header with a decimal point", {
    fact: "decimal_param",
  }),
  "param-nested-other": stateless("a call whose header differs from a nested argument", { fact: "other_nested_param" }),
  "last-event-id": stateless("a good POST with Last-Event-ID", { fact: "with_last_event_id" }),
  "session-id": stateless("a good POST with a session id that was never issued", { fact: "with_session_id" }),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly headers: typeof HEADER_QUESTIONS;
  }
}
