// Small vices put into a recorded session of a correct server, for changes that no mutant of the older revision shows.

import { isJsonObject, type Json, type JsonObject } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";

type Edit = (message: JsonObject, method: string) => void;

const object = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const result = (message: JsonObject): JsonObject => object(message["result"]);

const inServerInfo =
  (key: string, value: Json): Edit =>
  (message, method) => {
    if (method === "initialize") object(result(message)["serverInfo"])[key] = value;
  };

const inCapabilities =
  (key: string, value: Json): Edit =>
  (message, method) => {
    if (method === "initialize") object(result(message)["capabilities"])[key] = value;
  };

/** No list promises to announce its changes. */
const noListChanged: Edit = (message, method) => {
  if (method !== "initialize") return;
  for (const capability of Object.values(object(result(message)["capabilities"])))
    if (isJsonObject(capability)) delete capability["listChanged"];
};

const inList =
  (from: string, member: string, key: string, value: Json): Edit =>
  (message, method) => {
    if (method === from) for (const entry of list(result(message)[member])) object(entry)[key] = value;
  };

const inArguments =
  (key: string, value: Json): Edit =>
  (message, method) => {
    if (method !== "prompts/list") return;
    for (const prompt of list(result(message)["prompts"]))
      for (const argument of list(object(prompt)["arguments"])) object(argument)[key] = value;
  };

const toolContent: Edit = (message, method) => {
  if (method === "tools/call") for (const block of list(result(message)["content"])) object(block)["type"] = "video";
};

const promptContent: Edit = (message, method) => {
  if (method !== "prompts/get") return;
  for (const entry of list(result(message)["messages"])) object(object(entry)["content"])["type"] = "video";
};

const inParams =
  (sent: string, key: string, value: Json): Edit =>
  (message) => {
    if (message["method"] === sent) object(message["params"])[key] = value;
  };

const samplingMessages = (change: (message: JsonObject) => void): Edit => {
  return (message) => {
    if (message["method"] !== "sampling/createMessage") return;
    for (const one of list(object(message["params"])["messages"])) change(object(one));
  };
};

const samplingData: Edit = samplingMessages((one) => {
  const content = object(one["content"]);
  if ("data" in content) content["data"] = "data:image/png;base64,AAAA";
});

/** What a server of the stateless era says of a task in one answer. */
const failedWithResult: Edit = (message, method) => {
  if (method !== "tasks/get" || !("status" in result(message))) return;
  Object.assign(result(message), { status: "failed", result: { content: [], isError: true } });
};

const relativeLink: Edit = (message) => {
  if (message["method"] === "elicitation/create")
    message["params"] = { mode: "url", message: "Read the rules", url: "/rules", elicitationId: "1" };
};

/** By rule and the revision of the session. */
const EDITS: Readonly<Record<string, Edit>> = {
  "PROTO-002 2025-03-26": inServerInfo("title", 7),
  "PROTO-002 2025-06-18": inServerInfo("icons", "icon.png"),
  "META-013 2025-03-26": inServerInfo("title", 7),
  "META-013 2025-06-18": inServerInfo("icons", "icon.png"),
  "META-013 2025-11-25": (message, method) => {
    if (method === "tools/list")
      result(message)["_meta"] = { "io.modelcontextprotocol/serverInfo": { name: "s", version: 1 } };
  },
  "PROTO-003 2024-11-05": (message, method) => {
    if (method === "tools/list") message["jsonrpc"] = "1.0";
  },
  "PROTO-012 2025-06-18": (message, method) => {
    if (method === "tools/list") message["id"] = "another";
  },
  "PROTO-036 2024-11-05": inCapabilities("completions", true),
  "PROTO-036 2025-06-18": inCapabilities("tasks", true),
  "PROTO-036 2025-11-25": inCapabilities("extensions", true),
  "TOOL-018 2025-03-26": noListChanged,
  "RES-022 2025-03-26": noListChanged,
  "PROMPT-019 2025-03-26": noListChanged,
  "PROMPT-019 2025-11-25": noListChanged,
  "TOOL-020 2024-11-05": toolContent,
  "TOOL-020 2025-03-26": toolContent,
  "PROMPT-009 2024-11-05": promptContent,
  "PROMPT-009 2025-03-26": promptContent,
  "RES-005 2025-03-26": inList("resources/list", "resources", "title", 7),
  "RES-005 2025-06-18": inList("resources/list", "resources", "icons", "icon.png"),
  "RESTPL-004 2025-06-18": inList("resources/templates/list", "resourceTemplates", "icons", "icon.png"),
  "PROMPT-005 2025-03-26": inArguments("title", 7),
  "PROMPT-006 2025-03-26": inList("prompts/list", "prompts", "title", 7),
  "PROMPT-006 2025-06-18": inList("prompts/list", "prompts", "icons", "icon.png"),
  "PROG-005 2024-11-05": inParams("notifications/progress", "message", { text: "half" }),
  "CANCEL-010 2025-06-18": inParams("notifications/cancelled", "reason", 7),
  "CANCEL-010 2025-11-25": inParams("notifications/cancelled", "requestId", null),
  "SAMPLE-004 2024-11-05": samplingMessages((one) => {
    one["role"] = "system";
  }),
  "SAMPLE-004 2025-06-18": samplingMessages((one) => {
    one["role"] = "system";
  }),
  "SAMPLE-007 2025-11-25": inParams("sampling/createMessage", "includeContext", "allServers"),
  "SAMPLE-017 2024-11-05": samplingData,
  "PROTO-037 2025-11-25": (message, method) => {
    if (method === "initialize") result(message)["instructions"] = ["a", "b"];
  },
  "ELICIT-012 2025-11-25": relativeLink,
  "TASK-037 2025-11-25": failedWithResult,
};

/** A call that is never answered once the server has asked its question. */
const unansweredOnce =
  (asked: string) =>
  (exchange: Exchange): Exchange => {
    if (!exchange.meanwhile?.some(({ message }) => object(message)["method"] === asked)) return exchange;
    const { response: _response, response_seq: _seq, ...rest } = exchange;
    return { ...rest, trouble: { kind: "closed", detail: "the stream ended without an answer" } };
  };

/** The same, for what no change of a message shows. */
const EXCHANGE_EDITS: Readonly<Record<string, (exchange: Exchange) => Exchange>> = {
  "ELICIT-019 2025-11-25": unansweredOnce("elicitation/create"),
};

/** The session with the vice for this row; undefined when there is none. */
export const withVice = (capture: Capture, key: string): Capture | undefined => {
  const [edit, change] = [EDITS[key], EXCHANGE_EDITS[key]];
  if (change) return { ...capture, exchanges: capture.exchanges.map(change) };
  return edit && edited(capture, edit);
};

const edited = (capture: Capture, edit: Edit): Capture => {
  const copy = structuredClone(capture);
  for (const { request, response, meanwhile = [] } of copy.exchanges) {
    const method = String(object(request)["method"] ?? "");
    for (const message of [response, ...meanwhile.map((one) => one.message)]) edit(object(message), method);
  }
  for (const { message } of copy.unsolicited ?? []) edit(object(message), "");
  return copy;
};
