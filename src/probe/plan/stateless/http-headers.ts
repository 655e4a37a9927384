import type { Header } from "../../../model/target.ts";
import { META } from "../../dialect/stateless.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { has, type Known } from "../known.ts";
import type { AskOptions, ConversationPlan, Step } from "../step.ts";
import { editMeta } from "./edit-meta.ts";

export const dropHeader =
  (name: string) =>
  (headers: readonly Header[]): readonly Header[] =>
    headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase());

export const setHeader =
  (name: string, value: string) =>
  (headers: readonly Header[]): readonly Header[] =>
    headers.map(([key, old]) => (key.toLowerCase() === name.toLowerCase() ? [key, value] : [key, old]));

const renameHeader =
  (name: string, spelling: string) =>
  (headers: readonly Header[]): readonly Header[] =>
    headers.map(([key, value]) => [key.toLowerCase() === name.toLowerCase() ? spelling : key, value]);

/** A list where there is one: that is what most clients ask first. */
const method = (known: Known): string => (has(known, "tools") ? "tools/list" : "server/discover");

const headerStep = (
  name: string,
  asks: string,
  serves: readonly string[],
  options: AskOptions,
  deliberate = true,
): Step => ({
  name,
  asks,
  serves: deliberate ? [...serves, "HEADER-014"] : serves,
  ...(deliberate ? { deliberate: true as const } : {}),
  run: (io) => io.ask(method(io.known), undefined, options),
});

/** Puts bytes into the head that Node itself refuses to write. */
const spoilMethod = (value: Buffer) => ({
  rewriteHead: (head: Buffer): Buffer => {
    const text = head.toString("latin1");
    return Buffer.from(
      text.replace(/^(Mcp-Method: ).*$/m, (_line, label: string) => `${label}${value.toString("latin1")}`),
      "latin1",
    );
  },
});

export const headersConversation: ConversationPlan<StatelessTalk> = {
  name: "headers",
  purpose: "request headers that are missing, wrong, or unusual but right",
  transport: "http",
  groups: [
    [
      headerStep("no-version-header", "a request without MCP-Protocol-Version", ["HEADER-001"], {
        editHeaders: dropHeader("MCP-Protocol-Version"),
      }),
      headerStep("other-version-header", "MCP-Protocol-Version unlike the version in _meta", ["HEADER-005"], {
        editHeaders: setHeader("MCP-Protocol-Version", "2025-11-25"),
      }),
      headerStep("other-version-meta", "a version in _meta unlike MCP-Protocol-Version", ["HEADER-005"], {
        editMessage: (message) => editMeta(message, (meta) => ({ ...meta, [META.protocolVersion]: "1900-01-01" })),
      }),
      headerStep("no-method-header", "a request without Mcp-Method", ["HEADER-006"], {
        editHeaders: dropHeader("Mcp-Method"),
      }),
      headerStep("other-method-header", "Mcp-Method unlike the method in the body", ["HEADER-007"], {
        editHeaders: setHeader("Mcp-Method", "prompts/list"),
      }),
      {
        name: "upper-method-header",
        asks: "Mcp-Method in upper case",
        serves: ["HEADER-008", "HEADER-014"],
        deliberate: true,
        run: (io) =>
          io.ask(method(io.known), undefined, { editHeaders: setHeader("Mcp-Method", method(io.known).toUpperCase()) }),
      },
      headerStep(
        "lower-header-name",
        "header names in lower case",
        ["HEADER-009"],
        {
          editHeaders: (headers) => headers.map(([key, value]) => [key.toLowerCase(), value]),
        },
        false,
      ),
      headerStep(
        "upper-header-name",
        "MCP-METHOD as header name",
        ["HEADER-009"],
        {
          editHeaders: renameHeader("Mcp-Method", "MCP-METHOD"),
        },
        false,
      ),
      {
        name: "padded-header",
        asks: "Mcp-Method with spaces around its value",
        serves: ["HEADER-015"],
        run: (io) =>
          io.ask(method(io.known), undefined, { editHeaders: setHeader("Mcp-Method", `  ${method(io.known)}  `) }),
      },
      headerStep("control-in-header", "Mcp-Method with a control character", ["HEADER-016"], {
        http: spoilMethod(Buffer.from("tools/\x01list", "latin1")),
      }),
      headerStep("utf8-in-header", "Mcp-Method with bytes that are not ASCII", ["HEADER-016"], {
        http: spoilMethod(Buffer.from("tools/líst", "utf8")),
      }),
      headerStep(
        "undeclared-param-header",
        "an Mcp-Param header that no tool declares",
        ["HEADER-028"],
        {
          editHeaders: (headers) => [...headers, ["Mcp-Param-Mcptest", "x"]],
        },
        false,
      ),
      headerStep(
        "last-event-id",
        "a POST with Last-Event-ID",
        ["HTTP-051"],
        {
          editHeaders: (headers) => [...headers, ["Last-Event-ID", "9"]],
        },
        false,
      ),
      headerStep(
        "session-id",
        "a POST with a session id nobody issued",
        ["HTTP-054"],
        {
          editHeaders: (headers) => [...headers, ["Mcp-Session-Id", "mcptest-does-not-exist"]],
        },
        false,
      ),
    ],
  ],
};
