import type { Json, JsonObject } from "../model/json.ts";

/** What the operator allowed when the server was started. */
export interface AgentPermissions {
  /** Loopback and private addresses. */
  readonly private: boolean;
  /** Commands to start on this machine. */
  readonly stdio: boolean;
}

/** One call of a tool, as far as a tool needs to know about it. */
export interface AgentCall {
  /** Aborted when the client cancels or goes away. */
  readonly signal: AbortSignal;
  /** Tells a client that asked for it how far we are. */
  progress(done: number, message: string): void;
}

/** Short enough for a model's context; what is long stays behind a link. */
export interface AgentAnswer {
  /** Said twice, as text and as structured content: a client may know only one of them. */
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
  /** Talks to a server somewhere; otherwise everything is derived from what was handed in. */
  readonly openWorld: boolean;
  run(args: JsonObject, call: AgentCall): AgentAnswer | Promise<AgentAnswer>;
}

/** Said to the model as a tool error: what is wrong with the call, and what to do instead. */
export class ToolRefusal extends Error {}

export const objectSchema = (
  properties: JsonObject,
  required: readonly string[] = [],
  description?: string,
): JsonObject => ({
  type: "object",
  ...(description === undefined ? {} : { description }),
  properties,
  ...(required.length > 0 ? { required: [...required] } : {}),
  additionalProperties: false,
});

export const stringArgument = (args: JsonObject, name: string): string | undefined => {
  const value: Json | undefined = args[name];
  return typeof value === "string" ? value : undefined;
};
