import type { Socket } from "node:net";
import type { Hooks } from "../../hooks.ts";
import type { Mutant } from "../mutant.ts";
import { recode } from "./edits.ts";
import { misread, misreadHeader, refuse } from "./header-edits.ts";
import { HEADER_PARAM_MUTANTS } from "./header-params.ts";
import { HEADER_SCHEMA_MUTANTS } from "./header-schemas.ts";

const STATELESS = ["http/2026-07-28"] as const;
const STATEFUL = ["http/2025-11-25"] as const;

/** Changes the HTTP answer of every refusal with this code. */
const answerRefusals = (code: number, answer: { status?: number; text?: string }): Hooks => ({
  httpAnswer: (before) => {
    if (!String(before.body ?? "").includes(`"code":${code}`)) return undefined;
    const { status = before.status, text } = answer;
    return text === undefined
      ? { ...before, status }
      : { status, headers: { "Content-Type": "text/plain", "Content-Length": String(text.length) }, body: text };
  },
});

/** Node hides the blanks around a header value, so the bytes have to be looked at. */
const minding = (blanks: RegExp) => (): Hooks => {
  const marked = new WeakSet<Socket>();
  return {
    connection: (socket) => {
      socket.on("data", (chunk: Buffer) => {
        if (blanks.test(chunk.toString("latin1"))) marked.add(socket);
      });
    },
    ...refuse((_headers, _message, { request }) => marked.delete(request.socket)),
  };
};

const VERSIONS: readonly Mutant[] = [
  {
    id: "version-header-optional",
    vice: "Serves stateless requests without MCP-Protocol-Version.",
    hooks: { skip: ["header-version-present"] },
    fails: ["HEADER-001"],
    in: STATELESS,
  },
  {
    id: "version-header-demanded",
    vice: "Refuses every request of a session that has no MCP-Protocol-Version.",
    hooks: refuse(
      (headers, { method }, { request }) =>
        request.method === "POST" && method !== "initialize" && headers["mcp-protocol-version"] === undefined,
      -32600,
    ),
    fails: ["HEADER-001"],
    in: STATEFUL,
  },
  {
    id: "version-header-ignored",
    vice: "Serves sessions whatever MCP-Protocol-Version says.",
    hooks: { skip: ["version-header"] },
    fails: ["HEADER-002"],
    in: ["http/2025-11-25", "http/2025-06-18"],
  },
  {
    id: "version-unsupported-200",
    vice: "Answers an unsupported version with status 200.",
    hooks: answerRefusals(-32022, { status: 200 }),
    fails: ["HEADER-002"],
    in: STATELESS,
  },
  {
    id: "version-unsupported-code",
    vice: "Answers an unsupported version with -32602.",
    hooks: recode(-32602, (_context, error) => error.code === -32022),
    fails: ["HEADER-002"],
    in: STATELESS,
  },
  {
    id: "own-version-refused-get",
    vice: "Does not know its own version on GET.",
    hooks: {
      httpRequest: ({ request, response }) => {
        if (request.method !== "GET" || request.headers["mcp-protocol-version"] === undefined) return false;
        response.writeHead(400, { "Content-Type": "text/plain" }).end("Unsupported protocol version");
        return true;
      },
    },
    fails: ["HEADER-003"],
    in: STATEFUL,
  },
  {
    id: "own-version-refused-ping",
    vice: "Refuses ping under the version it negotiated.",
    hooks: refuse(
      (headers, { method }) => method === "ping" && headers["mcp-protocol-version"] === "2025-11-25",
      -32000,
    ),
    fails: ["HEADER-003"],
    in: STATEFUL,
  },
  {
    id: "version-mismatch-served",
    vice: "Serves requests whose header and _meta name different versions.",
    hooks: { skip: ["header-version-match"] },
    fails: ["HEADER-005"],
    in: STATELESS,
  },
];

const METHODS: readonly Mutant[] = [
  {
    id: "method-header-unchecked",
    vice: "Never looks at Mcp-Method.",
    hooks: { skip: ["header-method"] },
    fails: ["HEADER-006", "HEADER-007", "HEADER-008", "HEADER-016"],
    in: STATELESS,
  },
  {
    id: "method-header-optional",
    vice: "Compares Mcp-Method only where it is sent.",
    hooks: misread((headers, { method }) => {
      if (typeof method === "string") headers["mcp-method"] ??= method;
    }),
    fails: ["HEADER-006"],
    in: STATELESS,
  },
  {
    id: "method-header-routes",
    vice: "Believes Mcp-Method where it differs from the body.",
    hooks: misread((headers, { method }) => {
      if (typeof method === "string" && headers["mcp-method"] === "prompts/list") headers["mcp-method"] = method;
    }),
    fails: ["HEADER-007"],
    in: STATELESS,
  },
  {
    id: "method-header-caseless",
    vice: "Compares Mcp-Method in lower case.",
    hooks: misreadHeader("mcp-method", (value, { method }) =>
      typeof method === "string" && value.toLowerCase() === method.toLowerCase() ? method : value,
    ),
    fails: ["HEADER-008"],
    in: STATELESS,
  },
  {
    id: "header-names-cased",
    vice: "Knows Mcp-Method in this spelling only.",
    hooks: misread((headers, _message, { request }) => {
      if (!request.rawHeaders.includes("Mcp-Method")) delete headers["mcp-method"];
    }),
    fails: ["HEADER-009"],
    in: STATELESS,
  },
  {
    id: "header-bytes-cleaned",
    vice: "Drops the bytes of a header that are not ASCII, and compares what is left.",
    hooks: misreadHeader("mcp-method", (value, { method }) =>
      /[^\x20-\x7e]/.test(value) && typeof method === "string" ? method : value,
    ),
    fails: ["HEADER-016"],
    in: STATELESS,
  },
  {
    id: "header-refusal-plain-text",
    vice: "Refuses wrong headers with plain text.",
    hooks: answerRefusals(-32020, { text: "Header mismatch" }),
    fails: ["HEADER-038"],
    in: STATELESS,
  },
  {
    id: "header-refusal-200",
    vice: "Refuses wrong headers with status 200.",
    hooks: answerRefusals(-32020, { status: 200 }),
    fails: ["HEADER-014"],
    in: STATELESS,
  },
  {
    id: "header-refusal-code",
    vice: "Refuses wrong headers with -32600.",
    hooks: recode(-32600, (_context, error) => error.code === -32020),
    fails: ["HEADER-014"],
    in: STATELESS,
  },
  {
    id: "header-blanks-counted",
    vice: "Takes the blanks around a header value for a part of it.",
    hooks: minding(/^Mcp-(Method|Name):.*[ \t]\r$/m),
    fails: ["HEADER-015"],
    in: STATELESS,
  },
];

const NAMES: readonly Mutant[] = [
  {
    id: "name-header-unchecked",
    vice: "Never looks at Mcp-Name.",
    hooks: { skip: ["header-name"] },
    fails: ["HEADER-010", "HEADER-011"],
    in: STATELESS,
  },
  {
    id: "name-header-optional",
    vice: "Compares Mcp-Name only where it is sent.",
    hooks: misread((headers, { params }) => {
      const name = params.name ?? params.uri;
      if (typeof name === "string") headers["mcp-name"] ??= name;
    }),
    fails: ["HEADER-010"],
    in: STATELESS,
  },
  {
    id: "name-header-on-tools-only",
    vice: "Compares Mcp-Name with the body on tools/call only.",
    hooks: misreadHeader("mcp-name", (value, { method, params }) => {
      const name = params.uri ?? params.name;
      return method !== "tools/call" && typeof name === "string" ? name : value;
    }),
    fails: ["HEADER-011"],
    in: STATELESS,
  },
  {
    id: "name-header-on-completion",
    vice: "Demands Mcp-Name on completion/complete.",
    hooks: refuse((headers, { method }) => method === "completion/complete" && headers["mcp-name"] === undefined),
    fails: ["HEADER-012"],
    in: STATELESS,
  },
  {
    id: "name-header-not-decoded",
    vice: "Compares a wrapped Mcp-Name as it stands.",
    hooks: misreadHeader("mcp-name", (value) => (value.startsWith("=?base64?") ? `${value}=` : value)),
    fails: ["HEADER-013"],
    in: STATELESS,
  },
];

export const HEADER_MUTANTS: readonly Mutant[] = [
  ...VERSIONS,
  ...METHODS,
  ...NAMES,
  ...HEADER_PARAM_MUTANTS,
  ...HEADER_SCHEMA_MUTANTS,
];
