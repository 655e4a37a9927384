import type { IncomingHttpHeaders } from "node:http";
import type { Hooks } from "../../../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../../contexts.ts";
import { mapObjects, objectOf, set, when, without } from "../../edits.ts";
import { messageOf, refuseRequest } from "../../header-edits.ts";
import { takeIn } from "../../notice-edits.ts";
import { always, each, isAbsent, isNoneOf, isOneOf, meets } from "../../stricter.ts";
import { type NearMissTable, nearMiss } from "../../variant.ts";

/** The tool whose arguments are mirrored, as this server presents it; the usual server does the work behind it. */
interface Presented {
  readonly schema?: (schema: JsonObject) => JsonObject;
  /** What the client's arguments are to the usual server. */
  readonly args?: (args: JsonObject) => JsonObject;
  readonly headers?: (headers: IncomingHttpHeaders) => void;
  readonly result?: (result: JsonObject, args: JsonObject) => JsonObject | undefined;
}

const isRoutedCall = (params: JsonValue | undefined): params is JsonObject =>
  isObject(params) && params.name === "route_request";

const argumentsOf = (params: JsonObject): JsonObject => objectOf(params.arguments);

const present = ({ schema, args, headers, result }: Presented): Hooks => ({
  result: (found, { request }) => {
    if (request?.method === "tools/list" && schema)
      return {
        ...found,
        tools: mapObjects(found.tools, (tool) =>
          tool.name === "route_request" && isObject(tool.inputSchema)
            ? { ...tool, inputSchema: schema(tool.inputSchema) }
            : tool,
        ),
      };
    return request?.method === "tools/call" && isRoutedCall(request.params)
      ? result?.(found, argumentsOf(request.params))
      : undefined;
  },
  httpRequest: ({ request, body }) => {
    if (headers && isRoutedCall(messageOf(body).params)) headers(request.headers);
    return false;
  },
  incoming: (message) =>
    args && isObject(message) && message.method === "tools/call" && isRoutedCall(message.params)
      ? {
          replaceWith: {
            ...message,
            params: { ...message.params, arguments: args(argumentsOf(message.params)) },
          },
        }
      : undefined,
});

const inProperties =
  (edit: (properties: Record<string, JsonObject>) => JsonObject) =>
  (schema: JsonObject): JsonObject => {
    const properties = schema.properties as Record<string, JsonObject>;
    return { ...schema, properties: { ...properties, ...edit(properties) } };
  };

/** Gives a header another name, or another value. */
const move = (headers: IncomingHttpHeaders, from: string, to: string, value = headers[from]): void => {
  if (headers[from] === undefined) return;
  delete headers[from];
  headers[to] = value;
};

const wrap = (value: string): string => `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;

/** Where the wrapped form of a value came, the usual server gets its own value instead. */
const unwrapped = (headers: IncomingHttpHeaders, name: string, value: string, usual: string): void => {
  if (headers[name] === wrap(value)) headers[name] = usual;
};

/** The first prompt under another name. */
const renamePrompt = (name: string): Hooks => ({
  result: (found, { request }) =>
    request?.method === "prompts/list"
      ? {
          ...found,
          prompts: mapObjects(found.prompts, (prompt) =>
            prompt.name === "good_morning" ? { ...prompt, name } : prompt,
          ),
        }
      : undefined,
  httpRequest: ({ request }) => {
    unwrapped(request.headers, "mcp-name", name, "good_morning");
    return false;
  },
  incoming: (message) =>
    isObject(message) && isObject(message.params) && message.params.name === name
      ? { replaceWith: { ...message, params: { ...message.params, name: "good_morning" } } }
      : undefined,
});

const LARGEST = Number.MAX_SAFE_INTEGER;

const SENTINEL = "=?base64?bGl0ZXJhbA==?=";

export const VALUES_NEAR_MISSES: NearMissTable = {
  "odd-param-header-names": nearMiss(STATELESS, {
    choice: "Names its mirrored arguments with one sign, with every sign a token may have, and with a hyphen more.",
    permittedBy:
      "2026-07-28 server/tools#x-mcp-header: any token of at least one character that differs from the others, case ignored.",
    hooks: present({
      schema: inProperties(({ region, weight, dryRun }) => ({
        region: { ...region, "x-mcp-header": "!" },
        weight: { ...weight, "x-mcp-header": "0#$%&'*+.^_`|~" },
        dryRun: { ...dryRun, "x-mcp-header": "ZONE-" },
      })),
      headers: (headers) => {
        move(headers, "mcp-param-!", "mcp-param-region");
        move(headers, "mcp-param-0#$%&'*+.^_`|~", "mcp-param-weight");
        move(headers, "mcp-param-zone-", "mcp-param-dry-run");
      },
    }),
    "HEADER-030": meets("a name has two characters or more", "header_annotations.header", { minLength: 2 }),
    "HEADER-031": meets("a name has letters, digits and hyphens alone", "header_annotations.header", {
      pattern: "^[A-Za-z0-9-]+$",
    }),
    "HEADER-032": each.isNoneOf("no name is another one with a hyphen more", "header_annotations.header", ["ZONE-"]),
  }),
  "nullable-params": nearMiss(STATELESS, {
    choice:
      "Mirrors arguments that may be null, whose type is said by an enum, and that lie below properties called items and anyOf.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#server-behavior-for-custom-headers: a parameter may be null and then has no header; #schema-extension: every step of the chain is a properties key, whatever the property is called.",
    hooks: present({
      schema: inProperties(({ region, weight, dryRun, target }) => ({
        region: { ...region, type: ["string", "null"] },
        weight: {
          anyOf: [{ type: "integer", minimum: -1_000, maximum: 1_000 }, { type: "null" }],
          description: "The weight; null is the usual one",
          "x-mcp-header": weight?.["x-mcp-header"] ?? null,
        },
        dryRun: { ...without("type")(dryRun ?? {}), enum: [true, false] },
        target: {
          ...target,
          properties: {
            items: {
              type: "object",
              properties: { anyOf: { type: "string", description: "The zone", "x-mcp-header": "Zone" } },
              additionalProperties: false,
            },
          },
        },
      })),
      args: (args) => {
        const items = isObject(args.target) ? args.target.items : undefined;
        const zone = isObject(items) ? items.anyOf : undefined;
        const target = typeof zone === "string" ? { target: { zone } } : {};
        const nothing = Object.keys(args).filter((name) => name !== "region" && args[name] === null);
        return { ...without("target", ...nothing)(args), ...target };
      },
    }),
    "HEADER-019": isOneOf("an argument that is null is refused for that", "null_param.result.isError", [true]),
    "HEADER-033": meets("a mirrored argument has one type", "header_annotations", {
      required: ["type"],
      properties: { type: { type: "string" } },
    }),
    "HEADER-034": isNoneOf("no property is called like a keyword", "header_annotations.words", ["any of", "items"]),
  }),
  "param-needed-beside-another": nearMiss(STATELESS, {
    choice: "Refuses a call without a mirrored argument, because another argument makes it necessary.",
    permittedBy:
      "2026-07-28 server/tools#error-handling: what is wrong with the input of a tool is a tool execution error; the header is not missed.",
    hooks: present({
      schema: set({ dependentRequired: { region: ["weight"] } }),
      result: (result, args) =>
        args.region !== undefined && args.weight === undefined
          ? { ...result, content: [{ type: "text", text: "A region needs a weight." }], isError: true }
          : undefined,
    }),
    "HEADER-020": isAbsent("a call without the optional argument succeeds", "absent_param.result.isError"),
  }),
  "largest-safe-integers": nearMiss(STATELESS, {
    choice: "Mirrors an integer that is as large as it may be, and says so with every keyword for bounds.",
    permittedBy:
      "2026-07-28 server/tools#x-mcp-header: integers within the safe range, whose ends belong to it; what is excluded by a bound may lie outside.",
    hooks: present({
      schema: inProperties(({ weight }) => ({
        weight: {
          ...weight,
          const: LARGEST,
          minimum: -LARGEST,
          maximum: LARGEST,
          exclusiveMinimum: -LARGEST - 1,
          exclusiveMaximum: LARGEST + 1,
        },
      })),
      args: when("weight", LARGEST, set({ weight: 1_000 })),
      headers: (headers) => {
        const sent = String(headers["mcp-param-weight"]);
        if (Number(sent) === LARGEST) headers["mcp-param-weight"] = sent.replace(String(LARGEST), "1000");
      },
    }),
    "HEADER-025": meets("a mirrored integer has ten digits at most", "decimal_param.asked.params.arguments.weight", {
      maximum: 9_999_999_999,
    }),
    "HEADER-035": meets("no bound is the end of the safe range", "header_annotations", {
      properties: { maximum: { exclusiveMaximum: 9_007_199_254_740_991 } },
    }),
  }),
  "harmless-param-names": nearMiss(STATELESS, {
    choice: "Mirrors a rule for passwords and the token of a page.",
    permittedBy:
      "2026-07-28 server/tools#x-mcp-header: passwords, keys, tokens and personal data are not mirrored; a rule for them and a place in a list are none.",
    hooks: present({
      schema: (schema) => {
        const { region, target, ...others } = schema.properties as Record<string, JsonObject>;
        const { zone } = (isObject(target?.properties) ? target.properties : {}) as Record<string, JsonObject>;
        return {
          ...schema,
          properties: {
            ...others,
            passwordPolicy: { ...region, description: "Which rule for passwords to route by" },
            target: { ...target, properties: { pageToken: { ...zone, description: "Where to go on" } } },
          },
          required: ["passwordPolicy"],
        };
      },
      args: ({ passwordPolicy, target, ...others }) => ({
        ...others,
        ...(passwordPolicy === undefined ? {} : { region: passwordPolicy }),
        ...(isObject(target) && target.pageToken !== undefined ? { target: { zone: target.pageToken } } : {}),
      }),
    }),
    "HEADER-036": meets("no name speaks of passwords and tokens", "header_annotations.words", {
      not: { pattern: "password|token" },
    }),
  }),
  "values-like-the-wrapper": nearMiss(STATELESS, {
    choice: "Has a prompt, and a mirrored argument, whose plain text looks like the base64 wrapper.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#value-encoding: a client encodes a value that matches the sentinel pattern, so there may be such values.",
    hooks: (() => {
      const prompt = renamePrompt(SENTINEL);
      const tool = present({
        schema: inProperties(({ region }) => ({ region: { ...region, const: SENTINEL } })),
        headers: (headers) => unwrapped(headers, "mcp-param-region", SENTINEL, "north"),
        args: when("region", SENTINEL, set({ region: "north" })),
      });
      return {
        result: (found, context) => prompt.result?.(found, context) ?? tool.result?.(found, context),
        httpRequest: (exchange) => prompt.httpRequest?.(exchange) === true || tool.httpRequest?.(exchange) === true,
        incoming: (message, context) => prompt.incoming?.(message, context) ?? tool.incoming?.(message, context),
      } satisfies Hooks;
    })(),
    "HEADER-013": meets("no name looks like the wrapper", "wrapped_name_header.asked.params", {
      properties: { name: { not: { pattern: "^=" } } },
    }),
    "HEADER-022": meets("no argument looks like the wrapper", "wrapped_param.asked.params.arguments.region", {
      not: { pattern: "^=" },
    }),
  }),
  "blanks-around-a-name": nearMiss(STATELESS, {
    choice: "Has a prompt whose name begins and ends with a blank, which the wrapper keeps.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#value-encoding: a value with blanks at its ends goes into the wrapper; the blanks are a part of it.",
    hooks: renamePrompt(" good morning "),
    "HEADER-015": meets("no name begins with a blank", "wrapped_name_header.asked.params", {
      properties: { name: { not: { pattern: "^ " } } },
    }),
  }),
  "remarks-on-spelling": nearMiss(STATELESS, {
    choice: "Serves requests whose header names are in another case than in the text, and remarks on it in a header.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#case-sensitivity: names are compared whatever their case; an answer may have further headers.",
    httpAnswer: (answer, { request }) =>
      request.rawHeaders.some((name) => /^mcp-method$/i.test(name) && name !== "Mcp-Method")
        ? { ...answer, headers: { ...answer.headers, Warning: '299 - "Mcp-Method is usually spelt Mcp-Method"' } }
        : undefined,
    "HEADER-009": isAbsent(
      "the spelling of a header name makes no difference",
      "respelled_header_names.headers.warning",
    ),
  }),
  "no-version-to-assume": nearMiss(STATEFUL, {
    choice:
      "Has no revision before 2025-06-18, and refuses a request without MCP-Protocol-Version as one of 2025-03-26.",
    permittedBy:
      "2025-11-25 basic/transports#protocol-version-header: without the header 2025-03-26 is assumed, and a version that is not supported is answered with 400.",
    ...refuseRequest(
      (headers, { method }, { request }) =>
        request.method === "POST" &&
        method !== "initialize" &&
        String(headers["mcp-protocol-version"] ?? "2025-03-26") < "2025-06-18",
      -32600,
    ),
    // Whoever asks for an older revision is offered the newest one.
    ...takeIn("initialize", (message) =>
      isObject(message.params) && String(message.params.protocolVersion) < "2025-06-18"
        ? { replaceWith: { ...message, params: { ...message.params, protocolVersion: "2025-11-25" } } }
        : undefined,
    ),
    "HEADER-001": always.isNoneOf("a request without the header is served", "no_version_header.status", [400]),
  }),
};
