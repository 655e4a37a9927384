// mcptest's own MCP server in this process over HTTP, and the official clients that call it.

import { randomBytes } from "node:crypto";
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport as Transport1 } from "@modelcontextprotocol/sdk/shared/transport.js";
import { onTestFinished } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/base/json.ts";
import type { AgentPermissions } from "../../src/features/agent/agent-tool.ts";
import type { AgentServices } from "../../src/features/agent/build-server.ts";
import { openResultStore } from "../../src/features/agent/result-store.ts";
import { openRunQueue } from "../../src/features/agent/run-queue.ts";
import { PATH, serveHttp } from "../../src/features/agent/serve-http.ts";
import { baseEnvironment } from "../../src/wire/stdio/base-environment.ts";

export interface RunningAgent {
  readonly url: string;
  /** What our code threw and should not have. */
  readonly bugs: unknown[];
}

export const ALL_ALLOWED: AgentPermissions = { private: true, stdio: true };

export const startAgent = async (permissions: AgentPermissions = ALL_ALLOWED): Promise<RunningAgent> => {
  const bugs: unknown[] = [];
  const makeId = (): string => randomBytes(12).toString("base64url");
  const services: AgentServices = {
    context: {
      permissions,
      runQueue: openRunQueue(4, 2),
      baseEnv: baseEnvironment(process.env),
      now: Date.now,
      trusted: [],
    },
    store: openResultStore(makeId),
    makeId,
    onBug: (error) => bugs.push(error),
  };
  const listener = await serveHttp(services, 0);
  onTestFinished(() => listener.close());
  return { url: `http://127.0.0.1:${listener.port}${PATH}`, bugs };
};

/** What a tool answered, as both generations of the client tell it. */
export interface Answered {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: JsonObject;
  readonly links: readonly string[];
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
}

/** The part of a client the tests use. */
export interface Caller {
  tools(): Promise<readonly JsonObject[]>;
  call(name: string, args: JsonObject, options?: CallOptions): Promise<Answered>;
  read(uri: string): Promise<string>;
  complete(uri: string, typed: string): Promise<readonly string[]>;
  prompt(name: string, args: Record<string, string>): Promise<string>;
}

export const GENERATIONS = ["client 2, 2026-07-28", "client 2, 2025-11-25", "sdk 1"] as const;
export type Generation = (typeof GENERATIONS)[number];

const INFO = { name: "test", version: "1.0.0" };

export const connect = async (generation: Generation, url: string): Promise<Caller> => {
  const client =
    generation === "sdk 1"
      ? new Client1(INFO)
      : new Client2(INFO, {
          versionNegotiation: { mode: generation === "client 2, 2026-07-28" ? { pin: "2026-07-28" } : "legacy" },
        });
  if (client instanceof Client1) await client.connect(new Http1(new URL(url)) as Transport1);
  else await client.connect(new Http2(new URL(url)));
  onTestFinished(() => client.close());
  return callerOf(client);
};

export const callerOf = (client: Client1 | Client2): Caller => {
  // Both have the same methods; their types know nothing of each other.
  const it = client as unknown as Client2;
  return {
    tools: async () => (await it.listTools()).tools as unknown as JsonObject[],
    call: async (name, args, options = {}) => {
      const more = { timeout: 100_000, ...options } as Parameters<Client2["callTool"]>[1];
      const said = await (client instanceof Client1
        ? client.callTool({ name, arguments: args }, undefined, more as object)
        : client.callTool({ name, arguments: args }, more));
      return answered(said as unknown as JsonObject);
    },
    read: async (uri) => {
      const [content] = (await it.readResource({ uri })).contents;
      return content && "text" in content ? String(content.text) : "";
    },
    complete: async (uri, typed) =>
      (await it.complete({ ref: { type: "ref/resource", uri }, argument: { name: "id", value: typed } })).completion
        .values,
    prompt: async (name, args) => {
      const [first] = (await it.getPrompt({ name, arguments: args })).messages;
      return first?.content.type === "text" ? first.content.text : "";
    },
  };
};

const answered = (said: JsonObject): Answered => {
  const content = (Array.isArray(said["content"]) ? said["content"] : []).filter(isJsonObject);
  const structured = said["structuredContent"];
  return {
    isError: said["isError"] === true,
    text: String(content.find(({ type }) => type === "text")?.["text"] ?? ""),
    structured: isJsonObject(structured ?? null) ? (structured as JsonObject) : {},
    links: content.filter(({ type }) => type === "resource_link").map(({ uri }) => String(uri)),
  };
};
