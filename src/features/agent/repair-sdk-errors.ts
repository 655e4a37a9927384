import type { McpServer, Transport } from "@modelcontextprotocol/server";
import { isJsonObject, type Json, member } from "../../base/json.ts";
import { ERROR_CODE } from "../../protocol/error-codes.ts";

export type AgentEra = "legacy" | "modern";

/** Repairs the errors the server sends, whatever transport it is connected to. */
export const repairErrors = ({ server }: McpServer, era: AgentEra): void => {
  const connect = server.connect.bind(server);
  server.connect = (transport: Transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) =>
      send(repairError(message as unknown as Json, era) as unknown as typeof message, options);
    return connect(transport);
  };
};

/**
 * The SDK answers params of the wrong shape with an internal error whose message lists its validator's issues over many
 * lines. The specification has a code for that and wants one concise sentence.
 */
export const repairError = (message: Json, era: AgentEra): Json => {
  const error = member(message, "error");
  if (!isJsonObject(message) || !isJsonObject(error) || typeof error["message"] !== "string") return message;
  // Until 2025-11-25 a resource that does not exist has a code of its own.
  if (
    era === "legacy" &&
    error["code"] === ERROR_CODE.invalidParams &&
    /^resource\b.*\bnot found/i.test(error["message"])
  )
    return { ...message, error: { ...error, code: ERROR_CODE.resourceNotFound } };
  const issues = issuesIn(error["message"]);
  if (!issues) return message;
  const code =
    error["code"] === ERROR_CODE.internalError ? ERROR_CODE.invalidParams : (error["code"] ?? ERROR_CODE.invalidParams);
  return { ...message, error: { ...error, code, message: `Invalid params: ${issues}` } };
};

/** Session not found, everything else. */
const RESERVED_ERRORS: readonly (Json | undefined)[] = [-32001, -32000];

/** The SDK refuses an HTTP request with a code from a range that the specification reserves. */
export const repairRefusal = (message: Json): Json => {
  const error = member(message, "error");
  if (!isJsonObject(message) || !isJsonObject(error) || !RESERVED_ERRORS.includes(error["code"])) return message;
  return { ...message, error: { ...error, code: ERROR_CODE.invalidRequest } };
};

const MAX_ISSUES = 3;

/** `params.uri: expected string`, from the list inside the message; undefined if there is none. */
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
  const lines = issues.slice(0, MAX_ISSUES).map((issue: unknown) => {
    const path = isJsonObject(issue) && Array.isArray(issue["path"]) ? issue["path"].join(".") : "";
    const said = isJsonObject(issue) && typeof issue["message"] === "string" ? issue["message"] : "is not valid";
    return `${path === "" ? "params" : path}: ${said.replaceAll(/\s+/g, " ").replace(/^Invalid input: /, "")}`;
  });
  return lines.length > 0 ? lines.join("; ") : undefined;
};
