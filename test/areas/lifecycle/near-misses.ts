import {
  INVALID_REQUEST,
  isObject,
  type JsonObject,
  notificationMessage,
  RpcError,
  requestMessage,
} from "../../servers/json-rpc.ts";
import { STATELESS } from "../contexts.ts";
import { ANY, always, each, is, isAbsent, maybe, meets, never } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";
import { editObjects } from "../walk.ts";

const EMPTY_MEMBERS: Readonly<Record<string, JsonObject>> = {
  tools: { title: "", description: "", icons: [], annotations: {}, _meta: {} },
  prompts: { title: "", description: "", icons: [], arguments: [], _meta: {} },
  resources: { title: "", description: "", icons: [], annotations: {}, _meta: {} },
  resourceTemplates: { title: "", description: "", icons: [], annotations: {}, _meta: {} },
  serverInfo: { title: "", description: "", icons: [] },
};

/** Prompts keep the arguments they have: without them nothing could be asked. */
const emptied = (object: JsonObject, role: string): JsonObject =>
  role === "prompts"
    ? {
        ...object,
        ...EMPTY_MEMBERS.prompts,
        ...(object.arguments === undefined ? {} : { arguments: object.arguments }),
      }
    : { ...object, ...EMPTY_MEMBERS[role] };

const ODD_VERSIONS: readonly unknown[] = ["1999-01-01", "2999-12-31"];

const early = (data: string): JsonObject => notificationMessage("notifications/message", { level: "info", data });

/** Answers initialize for a revision that never existed with the error of the page's own example. */
const versionRefusal = (id: JsonObject["id"]): JsonObject => ({
  jsonrpc: "2.0",
  id,
  error: { code: -32602, message: "Unsupported protocol version", data: { supported: ["2025-11-25"] } },
});

const namesOddVersion = (message: unknown): message is JsonObject =>
  isObject(message) &&
  message.method === "initialize" &&
  isObject(message.params) &&
  ODD_VERSIONS.includes(message.params.protocolVersion);

export const NEAR_MISSES: NearMissTable = {
  "optional-and-empty": nearMiss({
    choice: "Sends every optional member, and leaves each of them empty.",
    permittedBy: "No sentence forbids it; the schema gives these members a type and no least length.",
    result: (result, { request }) => {
      const edited = editObjects(result, emptied);
      if (request?.method === "initialize" || request?.method === "server/discover")
        return { ...edited, instructions: "" };
      return edited;
    },
    "PROTO-037": always.isNoneOf("instructions are not empty", "discover.result.instructions", [""]),
  }),
  "error-data": sameAs("headers", {
    "PROTO-063": isAbsent("the error has no data of the server's own", "no_meta_capabilities.error.data.hint"),
  }),
  "words-before-endpoint": sameAs("http", {
    "PROTO-009": never("nothing comes before the endpoint event", {
      meanwhile: is({
        prefixItems: [{ required: ["sse"], properties: { sse: { properties: { event: { const: "hello" } } } } }],
      }),
    }),
  }),
  "roots-with-params": sameAs("roots", {
    "PROTO-033": isAbsent("roots/list has no params", "roots_requests.request.params"),
  }),
  "odd-request-ids": sameAs("messages", {
    "PROTO-017": each.meets("an id is a plain text", "server_requests.id", { type: "string", pattern: "^[a-z0-9-]+$" }),
  }),
  "one-handshake": nearMiss("stdio/2025-11-25", "stdio/2024-11-05", {
    choice: "Shakes hands once for each process, and refuses every further initialize.",
    permittedBy:
      "2025-11-25 basic/lifecycle#initialization: the initialization phase is the first interaction between client and server; no sentence asks for a second.",
    hooks: () => {
      let isOver = false;
      return {
        result: (_, { request }) => {
          if (request?.method !== "initialize") return undefined;
          if (isOver) throw new RpcError(INVALID_REQUEST, "This session is already initialized");
          isOver = true;
          return undefined;
        },
      };
    },
    "PROTO-001": never("a process shakes hands as often as it is asked", {
      step: "initialize",
      request: { method: "initialize" },
      response: { error: ANY },
    }),
  }),
  "talks-before-it-is-ready": nearMiss("stdio/2025-11-25", {
    choice: "Logs and pings before initialize has come, and logs again before it answers initialize.",
    permittedBy:
      "2025-11-25 basic/lifecycle#initialization: before the initialized notification the server should send no requests but pings and logging.",
    hooks: () => ({
      stdoutStart: () =>
        `${[early("starting up"), requestMessage("early-1", "ping")].map((line) => JSON.stringify(line)).join("\n")}\n`,
      incoming: (message, { send }) => {
        if (isObject(message) && message.method === "initialize") send(early("shaking hands"));
        return undefined;
      },
    }),
    "PROTO-001": each.meets("nothing is said between initialize and its answer", "log_messages.params.data", {
      not: { const: "shaking hands" },
    }),
    "PROTO-009": each.meets("nothing is logged before initialize", "log_messages.params.data", {
      not: { const: "starting up" },
    }),
    "PROTO-011": meets("no request comes before notifications/initialized, no ping either", "early_requests", {
      maxItems: 0,
    }),
  }),
  "leaves-after-unknown-version": nearMiss("stdio/2025-11-25", {
    choice: "Refuses a revision it does not know, and exits.",
    permittedBy:
      "2025-11-25 basic/lifecycle#stdio: the server may initiate shutdown by closing its output stream and exiting.",
    incoming: (message, { send }) => {
      if (!namesOddVersion(message)) return undefined;
      send(versionRefusal(message.id));
      // Leaves when what it wrote has been handed over.
      process.stdout.write("", () => process.exit(0));
      return "ignore";
    },
    "PROTO-044": never("a process stays for the next client", { trouble: { kind: maybe("unexpected-exit") } }),
  }),
  "one-handshake-to-a-pipe": nearMiss("stdio/2025-11-25", {
    choice: "Refuses a revision it does not know, and every later initialize on the same pipe.",
    permittedBy:
      "2025-11-25 basic/lifecycle#initialization: the initialization phase is the first interaction; no sentence grants a second.",
    hooks: () => {
      let hasFailed = false;
      return {
        incoming: (message) => {
          if (!isObject(message) || message.method !== "initialize") return undefined;
          if (hasFailed)
            return {
              answerWith: [{ jsonrpc: "2.0", id: message.id, error: { code: -32600, message: "Too late to begin" } }],
            };
          hasFailed = namesOddVersion(message);
          return hasFailed ? { answerWith: [versionRefusal(message.id)] } : undefined;
        },
      };
    },
    "PROTO-044": never("a second initialize is answered with a result", {
      step: "odd-version-again",
      response: { error: ANY },
    }),
  }),
  "few-features": nearMiss(STATELESS, {
    choice: "Has no prompts and no completion, and says that these methods do not exist.",
    permittedBy:
      "2026-07-28 schema#methodnotfounderror: returned for a method whose capability the server did not advertise.",
    options: { without: ["prompts", "completions", "list-changed", "subscribe"] },
    "PROTO-035": meets("a server has every feature of the protocol", "unadvertised", { maxItems: 0 }),
    "PROTO-036": meets("what is advertised has settings", "capabilities.tools", { minProperties: 1 }),
  }),
  "odd-server-info": sameAs("discovery", {
    "PROTO-002": meets("a version begins with a digit", "initialize.result.serverInfo.version", { pattern: "^\\d" }),
  }),
};
