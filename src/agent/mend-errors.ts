import type { McpServer, Transport } from "@modelcontextprotocol/server";
import { isJsonObject, type Json, member } from "../model/json.ts";

export type AgentEra = "legacy" | "modern";

const INTERNAL_ERROR = -32603;
const INVALID_PARAMS = -32602;
const RESOURCE_NOT_FOUND = -32002;

/** Mends what the server sends on whatever it is connected to. */
export const mendErrors = ({ server }: McpServer, era: AgentEra): void => {
  const connect = server.connect.bind(server);
  server.connect = (transport: Transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) =>
      send(mendError(message as unknown as Json, era) as unknown as typeof message, options);
    return connect(transport);
  };
};

/**
 * The SDK answers params of the wrong shape with an internal error whose message is its validator's list of issues over
 * many lines. The specification has a code for that, and a message is one sentence: we say it so.
 */
export const mendError = (message: Json, era: AgentEra): Json => {
  const error = member(message, "error");
  if (!isJsonObject(message) || !isJsonObject(error) || typeof error["message"] !== "string") return message;
  // Until 2025-11-25 a resource that does not exist has a code of its own.
  if (era === "legacy" && error["code"] === INVALID_PARAMS && /^resource\b.*\bnot found/i.test(error["message"]))
    return { ...message, error: { ...error, code: RESOURCE_NOT_FOUND } };
  const issues = issuesIn(error["message"]);
  if (!issues) return message;
  const code = error["code"] === INTERNAL_ERROR ? INVALID_PARAMS : (error["code"] ?? INVALID_PARAMS);
  return { ...message, error: { ...error, code, message: `Invalid params: ${issues}` } };
};

const INVALID_REQUEST = -32600;
/** Session not found, everything else. */
const RESERVED_ERRORS: readonly (Json | undefined)[] = [-32001, -32000];

/** The SDK refuses an HTTP request with a code from the band that new servers are asked to stay out of. */
export const mendRefusal = (message: Json): Json => {
  const error = member(message, "error");
  if (!isJsonObject(message) || !isJsonObject(error) || !RESERVED_ERRORS.includes(error["code"])) return message;
  return { ...message, error: { ...error, code: INVALID_REQUEST } };
};

const MOST_ISSUES = 3;

/** `params.uri: expected string`, from the list that stands in the message; undefined when there is none. */
const issuesIn = (text: string): string | undefined => {
  const start = text.indexOf("[\n");
  if (start < 0) return undefined;
  let issues: unknown;
  try {
    issues = JSON.parse(text.slice(start));
  } catch {
    return undefined;
  }
  if (!Array.isArray(issues)) return undefined;
  const lines = issues.slice(0, MOST_ISSUES).map((issue: unknown) => {
    const path = isJsonObject(issue) && Array.isArray(issue["path"]) ? issue["path"].join(".") : "";
    const said = isJsonObject(issue) && typeof issue["message"] === "string" ? issue["message"] : "is not valid";
    return `${path === "" ? "params" : path}: ${said.replaceAll(/\s+/g, " ").replace(/^Invalid input: /, "")}`;
  });
  return lines.length > 0 ? lines.join("; ") : undefined;
};
