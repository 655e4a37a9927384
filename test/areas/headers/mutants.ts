import type { Socket } from "node:net";
import type { Hooks } from "../../servers/hooks.ts";
import { isObject, type JsonObject } from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { editEntries, recode } from "../edits.ts";
import { type Message, misread, misreadHeader, refuseRequest } from "../header-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

const isRouted = ({ params }: Message): boolean => params.name === "route_request";

const zoneIn = ({ args }: Message): string | undefined =>
  isObject(args.target) && typeof args.target.zone === "string" ? args.target.zone : undefined;

/** Changes the properties of the tool whose arguments are mirrored. */
const editProperties = (edit: (properties: Record<string, JsonObject>) => JsonObject): Hooks =>
  editEntries("tools/list", "tools", (tool) => {
    if (tool.name !== "route_request" || !isObject(tool.inputSchema)) return tool;
    const properties = tool.inputSchema.properties as Record<string, JsonObject>;
    return { ...tool, inputSchema: { ...tool.inputSchema, properties: { ...properties, ...edit(properties) } } };
  });

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
    ...refuseRequest((_headers, _message, { request }) => marked.delete(request.socket)),
  };
};

export const MUTANTS: MutantTable = {
  "version-header-optional": mutant("HEADER-001", STATELESS, {
    vice: "Serves stateless requests without MCP-Protocol-Version.",
    skip: ["header-version-present"],
  }),
  "version-header-demanded": mutant("HEADER-001", STATEFUL, {
    vice: "Refuses every request of a session that has no MCP-Protocol-Version.",
    hooks: refuseRequest(
      (headers, { method }, { request }) =>
        request.method === "POST" && method !== "initialize" && headers["mcp-protocol-version"] === undefined,
      -32600,
    ),
  }),
  "version-header-ignored": mutant("HEADER-002", STATEFUL, "http/2025-06-18", {
    vice: "Serves sessions whatever MCP-Protocol-Version says.",
    skip: ["version-header"],
  }),
  "version-unsupported-200": mutant("HEADER-002", STATELESS, {
    vice: "Answers an unsupported version with status 200.",
    hooks: answerRefusals(-32022, { status: 200 }),
  }),
  "version-unsupported-code": mutant("HEADER-002", STATELESS, {
    vice: "Answers an unsupported version with -32602.",
    hooks: recode(-32602, (_context, error) => error.code === -32022),
  }),
  "own-version-refused-get": mutant("HEADER-003", STATEFUL, {
    vice: "Does not know its own version on GET.",
    httpRequest: ({ request, response }) => {
      if (request.method !== "GET" || request.headers["mcp-protocol-version"] === undefined) return false;
      response.writeHead(400, { "Content-Type": "text/plain" }).end("Unsupported protocol version");
      return true;
    },
  }),
  "own-version-refused-ping": mutant("HEADER-003", STATEFUL, {
    vice: "Refuses ping under the version it negotiated.",
    hooks: refuseRequest(
      (headers, { method }) => method === "ping" && headers["mcp-protocol-version"] === "2025-11-25",
      -32000,
    ),
  }),
  "version-mismatch-served": mutant("HEADER-005", STATELESS, {
    vice: "Serves requests whose header and _meta name different versions.",
    skip: ["header-version-match"],
  }),
  "method-header-unchecked": mutant(["HEADER-006", "HEADER-007", "HEADER-008", "HEADER-016"], STATELESS, {
    vice: "Never looks at Mcp-Method.",
    skip: ["header-method"],
  }),
  "method-header-optional": mutant("HEADER-006", STATELESS, {
    vice: "Compares Mcp-Method only where it is sent.",
    hooks: misread((headers, { method }) => {
      if (typeof method === "string") headers["mcp-method"] ??= method;
    }),
  }),
  "method-header-routes": mutant("HEADER-007", STATELESS, {
    vice: "Believes Mcp-Method where it differs from the body.",
    hooks: misread((headers, { method }) => {
      if (typeof method === "string" && headers["mcp-method"] === "prompts/list") headers["mcp-method"] = method;
    }),
  }),
  "method-header-caseless": mutant("HEADER-008", STATELESS, {
    vice: "Compares Mcp-Method in lower case.",
    hooks: misreadHeader("mcp-method", (value, { method }) =>
      typeof method === "string" && value.toLowerCase() === method.toLowerCase() ? method : value,
    ),
  }),
  "header-names-cased": mutant("HEADER-009", STATELESS, {
    vice: "Knows Mcp-Method in this spelling only.",
    hooks: misread((headers, _message, { request }) => {
      if (!request.rawHeaders.includes("Mcp-Method")) delete headers["mcp-method"];
    }),
  }),
  "header-bytes-cleaned": mutant("HEADER-016", STATELESS, {
    vice: "Drops the bytes of a header that are not ASCII, and compares what is left.",
    hooks: misreadHeader("mcp-method", (value, { method }) =>
      /[^\x20-\x7e]/.test(value) && typeof method === "string" ? method : value,
    ),
  }),
  "header-refusal-plain-text": mutant("HEADER-038", STATELESS, {
    vice: "Refuses wrong headers with plain text.",
    hooks: answerRefusals(-32020, { text: "Header mismatch" }),
  }),
  "header-refusal-200": mutant("HEADER-014", STATELESS, {
    vice: "Refuses wrong headers with status 200.",
    hooks: answerRefusals(-32020, { status: 200 }),
  }),
  "header-refusal-code": mutant("HEADER-014", STATELESS, {
    vice: "Refuses wrong headers with -32600.",
    hooks: recode(-32600, (_context, error) => error.code === -32020),
  }),
  "header-blanks-counted": mutant("HEADER-015", STATELESS, {
    vice: "Takes the blanks around a header value for a part of it.",
    hooks: minding(/^Mcp-(Method|Name):.*[ \t]\r$/m),
  }),
  "name-header-unchecked": mutant(["HEADER-010", "HEADER-011"], STATELESS, {
    vice: "Never looks at Mcp-Name.",
    skip: ["header-name"],
  }),
  "name-header-optional": mutant("HEADER-010", STATELESS, {
    vice: "Compares Mcp-Name only where it is sent.",
    hooks: misread((headers, { params }) => {
      const name = params.name ?? params.uri;
      if (typeof name === "string") headers["mcp-name"] ??= name;
    }),
  }),
  "name-header-on-tools-only": mutant("HEADER-011", STATELESS, {
    vice: "Compares Mcp-Name with the body on tools/call only.",
    hooks: misreadHeader("mcp-name", (value, { method, params }) => {
      const name = params.uri ?? params.name;
      return method !== "tools/call" && typeof name === "string" ? name : value;
    }),
  }),
  "name-header-on-completion": mutant("HEADER-012", STATELESS, {
    vice: "Demands Mcp-Name on completion/complete.",
    hooks: refuseRequest(
      (headers, { method }) => method === "completion/complete" && headers["mcp-name"] === undefined,
    ),
  }),
  "name-header-not-decoded": mutant("HEADER-013", STATELESS, {
    vice: "Compares a wrapped Mcp-Name as it stands.",
    hooks: misreadHeader("mcp-name", (value) => (value.startsWith("=?base64?") ? `${value}=` : value)),
  }),
  "param-headers-unchecked": mutant(
    ["HEADER-017", "HEADER-018", "HEADER-021", "HEADER-023", "HEADER-024", "HEADER-027"],
    STATELESS,
    {
      vice: "Never looks at Mcp-Param headers.",
      skip: ["header-param"],
    },
  ),
  "param-header-believed": mutant("HEADER-017", STATELESS, {
    vice: "Takes any plain Mcp-Param header for its argument.",
    hooks: misreadHeader("mcp-param-region", (value, { args }) =>
      /^[\w-]+$/.test(value) && typeof args.region === "string" ? args.region : value,
    ),
  }),
  "param-header-optional": mutant("HEADER-018", STATELESS, {
    vice: "Compares an Mcp-Param header only where it is sent.",
    hooks: misread((headers, { args }) => {
      if (typeof args.region === "string") headers["mcp-param-region"] ??= args.region;
    }),
  }),
  "param-header-for-null": mutant("HEADER-019", STATELESS, {
    vice: "Misses the Mcp-Param header of an argument that is null.",
    hooks: refuseRequest((_headers, message) => isRouted(message) && Object.values(message.args).includes(null)),
  }),
  "param-header-for-nothing": mutant("HEADER-020", STATELESS, {
    vice: "Misses the Mcp-Param header of an argument that is not there.",
    hooks: refuseRequest((headers, message) => isRouted(message) && headers["mcp-param-weight"] === undefined),
  }),
  "param-bytes-cleaned": mutant("HEADER-021", STATELESS, {
    vice: "Drops the bytes of an Mcp-Param header that are not ASCII.",
    hooks: misreadHeader("mcp-param-region", (value) => value.replace(/[^\x20-\x7e]/g, "")),
  }),
  "param-not-decoded": mutant("HEADER-022", STATELESS, {
    vice: "Compares a wrapped Mcp-Param header as it stands.",
    hooks: misreadHeader("mcp-param-region", (value) => (value.startsWith("=?base64?") ? `${value}=` : value)),
  }),
  "param-base64-lenient": mutant("HEADER-023", STATELESS, {
    vice: "Skips what is not base64 in a wrapped Mcp-Param header.",
    hooks: misreadHeader("mcp-param-region", (value) => value.replaceAll("!", "")),
  }),
  "param-base64-guessed": mutant("HEADER-024", STATELESS, {
    vice: "Decodes Mcp-Param headers that look like base64 without the wrapper.",
    hooks: misreadHeader("mcp-param-region", (value, { args }) => {
      const decoded = Buffer.from(value, "base64").toString("utf8");
      return decoded === args.region ? decoded : value;
    }),
  }),
  "param-wrapper-any-case": mutant("HEADER-024", STATELESS, {
    vice: "Takes the base64 wrapper in upper case for the wrapper.",
    hooks: misreadHeader("mcp-param-region", (value) =>
      value.startsWith("=?BASE64?") ? Buffer.from(value.slice(9, -2), "base64").toString("utf8") : value,
    ),
  }),
  "param-integers-as-text": mutant("HEADER-025", STATELESS, {
    vice: "Compares integers with their Mcp-Param header letter by letter.",
    hooks: misreadHeader("mcp-param-weight", (value, { args }) => (value === String(args.weight) ? value : "other")),
  }),
  "param-booleans-capital": mutant("HEADER-026", STATELESS, {
    vice: "Wants True and False in the Mcp-Param header of a boolean.",
    hooks: misreadHeader("mcp-param-dry-run", (value) => (/^(true|false)$/.test(value) ? "other" : value)),
  }),
  "param-nested-unchecked": mutant("HEADER-027", STATELESS, {
    vice: "Does not compare Mcp-Param headers with nested arguments.",
    hooks: misread((headers, message) => {
      const zone = zoneIn(message);
      if (zone !== undefined) headers["mcp-param-zone"] = zone;
    }),
  }),
  "param-nested-flat": mutant("HEADER-027", STATELESS, {
    vice: "Looks for a nested argument among the arguments themselves.",
    hooks: refuseRequest((headers, { args }) => headers["mcp-param-zone"] !== undefined && args.zone === undefined),
  }),
  "param-undeclared-refused": mutant("HEADER-028", STATELESS, {
    vice: "Refuses Mcp-Param headers that no tool declares.",
    hooks: refuseRequest((headers) => headers["mcp-param-mcptest"] !== undefined),
  }),
  "x-mcp-header-empty": mutant("HEADER-030", STATELESS, {
    vice: "Leaves an x-mcp-header empty.",
    hooks: editProperties(({ dryRun }) => ({ dryRun: { ...dryRun, "x-mcp-header": "" } })),
  }),
  "x-mcp-header-true": mutant("HEADER-030", STATELESS, {
    vice: "Sets x-mcp-header to true where it wants the argument's own name.",
    hooks: editProperties(({ dryRun }) => ({ dryRun: { ...dryRun, "x-mcp-header": true } })),
  }),
  "x-mcp-header-with-blank": mutant("HEADER-031", STATELESS, {
    vice: "Has a blank in an x-mcp-header.",
    hooks: editProperties(({ dryRun }) => ({ dryRun: { ...dryRun, "x-mcp-header": "Dry Run" } })),
  }),
  "x-mcp-header-twice": mutant("HEADER-032", STATELESS, {
    vice: "Uses the same x-mcp-header twice in one schema, in another case.",
    hooks: editProperties(({ dryRun }) => ({ dryRun: { ...dryRun, "x-mcp-header": "REGION" } })),
  }),
  "x-mcp-header-on-number": mutant("HEADER-033", STATELESS, {
    vice: "Mirrors a number that need not be an integer.",
    hooks: editProperties(({ weight }) => ({ weight: { ...weight, type: "number" } })),
  }),
  "x-mcp-header-on-union": mutant("HEADER-033", STATELESS, {
    vice: "Mirrors an argument that may be a number with a fraction.",
    hooks: editProperties(({ dryRun }) => ({ dryRun: { ...dryRun, type: ["boolean", "number"] } })),
  }),
  "x-mcp-header-in-items": mutant("HEADER-034", STATELESS, {
    vice: "Mirrors the entries of an array.",
    hooks: editProperties(() => ({
      stops: { type: "array", maxItems: 3, items: { type: "string", "x-mcp-header": "Stop" } },
    })),
  }),
  "x-mcp-header-in-choice": mutant("HEADER-034", STATELESS, {
    vice: "Mirrors a property of one of several alternatives.",
    hooks: editProperties(() => ({
      via: { anyOf: [{ type: "string", "x-mcp-header": "Via" }, { type: "integer" }] },
    })),
  }),
  "x-mcp-header-unsafe-integer": mutant("HEADER-035", STATELESS, {
    vice: "Lets a mirrored integer grow to 2^60.",
    hooks: editProperties(({ weight }) => ({ weight: { ...weight, maximum: 2 ** 60 } })),
  }),
  "x-mcp-header-on-secret": mutant("HEADER-036", STATELESS, {
    vice: "Mirrors an API key into a header.",
    hooks: editProperties(() => ({ apiKey: { type: "string", "x-mcp-header": "Key" } })),
  }),
};
