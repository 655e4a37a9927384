import { defined } from "../../base/defined.ts";
import type { Json, JsonObject } from "../../base/json.ts";

/** What the operator allowed when the server was started. */
export interface AgentPermissions {
  /** Loopback and private addresses. */
  readonly private: boolean;
  /** Commands to start on this machine. */
  readonly stdio: boolean;
}

/** What a tool needs to know about one call. */
export interface AgentCall {
  /** Aborted when the client cancels or goes away. */
  readonly signal: AbortSignal;
  /** Reports progress to a client that asked for it. */
  progress(done: number, message: string): void;
}

/** Short enough for the context of a model; anything long is linked. */
export interface AgentAnswer {
  /** Sent twice, as text and as structured content: a client may know only one of them. */
  readonly structured: JsonObject;
  readonly links?: readonly ResultLink[];
}

export interface ResultLink {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
}

export interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: JsonObject;
  readonly output: JsonObject;
  /** Whether it talks to a server; otherwise the answer follows from the arguments alone. */
  readonly openWorld: boolean;
  run(args: JsonObject, call: AgentCall): AgentAnswer | Promise<AgentAnswer>;
}

/** A tool error for the model: what is wrong with the call, and what to do instead. */
export class ToolRefusal extends Error {}

export const objectSchema = (
  properties: JsonObject,
  required: readonly string[] = [],
  description?: string,
): JsonObject => ({
  type: "object",
  ...defined({ description, required: required.length > 0 ? [...required] : undefined }),
  properties,
  additionalProperties: false,
});

/** What a tool returns: every member is there, except those named. */
export const outputSchema = (properties: JsonObject, optional: readonly string[] = []): JsonObject =>
  objectSchema(
    properties,
    Object.keys(properties).filter((name) => !optional.includes(name)),
  );

export const stringArgument = (args: JsonObject, name: string): string | undefined => {
  const value: Json | undefined = args[name];
  return typeof value === "string" ? value : undefined;
};
