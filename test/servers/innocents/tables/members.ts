// Optional and unknown members: what may be there, what may be left out.

import type { Hooks, MessageContext } from "../../hooks.ts";
import { isObject, type JsonObject } from "../../json-rpc.ts";
import type { Context } from "../../mutants/context.ts";
import type { Innocent } from "../innocent.ts";
import { hasAll, hasOnly, isAbsent, meets, only } from "./stricter.ts";
import { EMPTY_RESULTS, editObjects } from "./walk.ts";

const EVERYWHERE: readonly Context[] = ["http/2026-07-28", "http/2025-11-25", "http+sse/2024-11-05"];

const isEmptyByDefinition = ({ request }: MessageContext): boolean => EMPTY_RESULTS.includes(request?.method ?? "");

const unknownMembers: Hooks = {
  result: (result, context) =>
    isEmptyByDefinition(context)
      ? undefined
      : editObjects(result, (object) => ({ ...object, vendorNote: { text: "made by hand" } })),
};

/** What the schema of some revision marks as optional, by the list or object it stands in. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  result: ["instructions", "description"],
  tools: ["title", "description", "outputSchema", "annotations", "icons", "_meta"],
  prompts: ["title", "description", "icons", "_meta"],
  arguments: ["title", "description"],
  resources: ["title", "description", "mimeType", "size", "annotations", "icons", "_meta"],
  resourceTemplates: ["title", "description", "mimeType", "annotations", "icons", "_meta"],
  contents: ["mimeType", "_meta"],
  content: ["annotations", "_meta"],
  completion: ["total", "hasMore"],
  serverInfo: ["title", "description", "websiteUrl", "icons"],
};

const without = (object: JsonObject, members: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !members.includes(name)));

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

const bare: Hooks = {
  result: (result, { request }) => {
    const leaner = editObjects(result, (object, role) => {
      // Structured content has to fit a schema that is no longer told.
      const kept =
        role === "result" && request?.method === "tools/call" ? without(object, ["structuredContent"]) : object;
      return without(kept, OPTIONAL[role] ?? []);
    });
    const meta = isObject(leaner._meta) ? leaner._meta : undefined;
    const info = isObject(meta?.[SERVER_INFO]) ? meta[SERVER_INFO] : undefined;
    if (meta === undefined || info === undefined) return leaner;
    return { ...leaner, _meta: { ...meta, [SERVER_INFO]: without(info, OPTIONAL.serverInfo ?? []) } };
  },
};

const terse: Hooks = {
  outgoing: (message) => {
    if (typeof message.method !== "string" || !isObject(message.params)) return undefined;
    const optional = { "notifications/progress": ["total", "message"], "notifications/message": ["logger"] }[
      message.method
    ];
    return optional === undefined ? undefined : [{ ...message, params: without(message.params, optional) }];
  },
};

/** Keys with every form of prefix that the grammar has. */
const META: JsonObject = {
  plain: 1,
  "vendor/key": "one label",
  "com.example.notes/under_score.and-dash": { nested: [null, true] },
  "com.example/": "an empty name",
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: "",
  baggage: "userId=alice,serverNode=DF%2028;isProduction=false",
};

const withMeta = (object: JsonObject): JsonObject => ({
  ...object,
  _meta: { ...META, ...(isObject(object._meta) ? object._meta : {}) },
});

const metaEverywhere: Hooks = {
  result: (result) =>
    editObjects(result, (object, role) =>
      [
        "capabilities",
        "annotations",
        "execution",
        "icons",
        "serverInfo",
        "arguments",
        "completion",
        "messages",
      ].includes(role)
        ? object
        : withMeta(object),
    ),
  outgoing: (message) =>
    typeof message.method === "string"
      ? [{ ...message, params: withMeta(isObject(message.params) ? message.params : {}) }]
      : undefined,
};

const noVendorNote = (what: string, target: string) =>
  meets(`${what} has no members but the documented ones`, target, { not: { required: ["vendorNote"] } });

const noMeta = (what: string, target: string) =>
  meets(`${what} has no _meta`, target, { not: { required: ["_meta"] } });

export const MEMBER_INNOCENTS: readonly Innocent[] = [
  {
    id: "unknown-members",
    choice: "Adds a member of its own to every object that it sends.",
    permittedBy:
      "No sentence forbids it; the schema closes none of these objects, and Result is open by its own words.",
    hooks: unknownMembers,
    in: EVERYWHERE,
    closestTo: {
      "TOOL-004": noVendorNote("a tool", "tools"),
      "TOOL-014": only("http/2025-11-25", {
        name: "execution has no members but taskSupport",
        expect: [{ target: "tools", matcher: { schema: { properties: { execution: { maxProperties: 1 } } } } }],
      }),
      "TOOL-006": noVendorNote("a tool", "tools"),
      "PROMPT-003": noVendorNote("a prompt", "prompts"),
      "PROTO-013": only("http/2025-11-25", noVendorNote("a result", "initialize.result")),
      "DISC-003": hasOnly("the capabilities are documented ones", "discover.result.capabilities", [
        "tools",
        "resources",
        "prompts",
        "completions",
        "logging",
        "experimental",
        "extensions",
      ]),
      "TASK-018": only("http/2025-11-25", noVendorNote("the outcome of a task", "task_result.result")),
    },
  },
  {
    id: "nothing-optional",
    choice: "Leaves out every member that the schema marks as optional.",
    permittedBy: "2026-07-28 schema#tool: description, title, annotations, icons and the like are optional.",
    hooks: bare,
    in: EVERYWHERE,
    closestTo: {
      "TOOL-007": hasAll("every tool has a description", "tools", ["description"]),
      "TOOL-013": meets("some tool has annotations", "tools.annotations", { minItems: 1 }, { each: false }),
      "COMPL-003": hasAll("a completion says its total", "completions.result.completion", ["total"]),
      "META-013": {
        name: "the server has a title",
        expect: [
          {
            target: 'results._meta["io.modelcontextprotocol/serverInfo"]',
            matcher: { schema: { required: ["title"] } },
          },
        ],
        in: "http/2026-07-28",
      },
      "SCHEMA-027": hasAll("the server has a website", "server_identities", ["websiteUrl"]),
      "SCHEMA-026": {
        name: "something has a title",
        each: false,
        expect: [{ target: "titles", matcher: { schema: { minItems: 1 } } }],
      },
    },
  },
  {
    id: "terse-notifications",
    choice: "Leaves total and message out of progress, and logger out of log messages.",
    permittedBy: "2025-11-25 schema#notifications/progress: total and message are optional, and so is logger.",
    hooks: terse,
    closestTo: {
      "PROG-005": hasAll("progress says its total", "progress_notifications.params", ["total"]),
      "LOG-006": hasAll("a log message names its logger", "log_messages.params", ["logger"]),
    },
  },
  {
    id: "meta-everywhere",
    choice: "Sends _meta with keys of every form on results, entries, content blocks, notifications and requests.",
    permittedBy:
      "2025-11-25 basic#meta: the _meta property is reserved for clients and servers to attach additional metadata; a key may have a prefix and its name may be empty.",
    hooks: metaEverywhere,
    options: { newEdition: true },
    closestTo: {
      "META-015": meets("a key has a name", "meta_keys.key", { pattern: "[^/]$" }),
      "META-016": meets(
        "prefixes have at least two labels",
        "meta_keys",
        { properties: { labels: { minItems: 2 } } },
        { when: [] },
      ),
      "META-020": meets("trace values are not empty", "trace_values.value", { minLength: 1 }),
      "META-021": isAbsent("progress and log messages have no _meta", "notifications.params._meta.plain"),
      "PING-002": hasOnly("the ping result has no members at all", "ping.result", []),
      "TASK-059": isAbsent("the acknowledgment has no _meta of the server's own", "task_update.result._meta.plain"),
      "ROOTS-003": only("http/2025-11-25", isAbsent("roots/list has no _meta", "roots_requests.request.params._meta")),
      "RES-018": only("http/2025-11-25", noMeta("resources/updated", "resource_updates.params")),
    },
  },
  {
    id: "changes-with-a-reason",
    choice: "Says in the params of list_changed what has changed, in members of its own.",
    permittedBy: "2025-11-25 schema#notificationparams: the params of a notification are open to further members.",
    hooks: {
      outgoing: (message) =>
        typeof message.method === "string" && message.method.endsWith("/list_changed")
          ? [{ ...message, params: { ...(isObject(message.params) ? message.params : {}), reason: "a new edition" } }]
          : undefined,
    },
    options: { newEdition: true },
    in: ["http/2025-11-25"],
    closestTo: {
      "PROTO-039": meets("list_changed has no params", "notifications", {
        not: { required: ["params"], properties: { method: { pattern: "list_changed$" } } },
      }),
      "TOOL-019": isAbsent("list_changed says nothing more", "tool_list_changes.params.reason"),
      "PROMPT-020": isAbsent("list_changed has no params", "prompt_list_notifications.params"),
      "RES-023": isAbsent("list_changed has no params", "resource_list_notifications.params"),
    },
  },
];
