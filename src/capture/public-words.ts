import { NOT_PROBED_REASONS } from "../model/capture.ts";
import { LIMIT_TABLE } from "../model/limits.ts";
import { REVISIONS } from "../model/revision.ts";
import { TROUBLE_KINDS } from "../model/trouble.ts";

/**
 * Words that stand in every capture. A value such as MODE=resources cannot be kept secret, and replacing it would
 * turn resources/list into something no reader knows. Words below eight characters are never looked for anyway.
 */
const VOCABULARY = [
  ...REVISIONS,
  ...TROUBLE_KINDS,
  ...Object.keys(LIMIT_TABLE),
  ...NOT_PROBED_REASONS,
  // Methods and notifications of every revision.
  "initialize server/discover ping tools/list tools/call resources/list resources/read resources/templates/list",
  "resources/subscribe resources/unsubscribe prompts/list prompts/get completion/complete logging/setLevel",
  "subscriptions/listen sampling/createMessage roots/list elicitation/create tasks/get tasks/list tasks/result",
  "tasks/update tasks/cancel notifications/initialized notifications/cancelled notifications/progress",
  "notifications/message notifications/roots/list_changed notifications/tools/list_changed",
  "notifications/prompts/list_changed notifications/resources/list_changed notifications/resources/updated",
  "notifications/subscriptions/acknowledged notifications/elicitation/complete notifications/tasks/status",
  // Members of messages.
  "protocolVersion supportedVersions capabilities clientCapabilities clientInfo serverInfo instructions description",
  "inputSchema outputSchema structuredContent annotations readOnlyHint destructiveHint idempotentHint openWorldHint",
  "listChanged subscribe completions extensions experimental elicitation nextCursor progressToken requestState",
  "inputRequests inputResponses resultType input_required complete resourceTemplates uriTemplate mimeType contents",
  "resource_link isError arguments argument messages assistant audience priority lastModified websiteUrl",
  "includeContext modelPreferences maxTokens systemPrompt requestedSchema cacheScope subscriptionId logLevel",
  "io.modelcontextprotocol/protocolVersion io.modelcontextprotocol/clientInfo io.modelcontextprotocol/serverInfo",
  "io.modelcontextprotocol/clientCapabilities io.modelcontextprotocol/subscriptionId io.modelcontextprotocol/logLevel",
  // JSON Schema and JSON-RPC.
  "properties required additionalProperties patternProperties unevaluatedProperties dependentRequired minLength",
  "maxLength minItems maxItems uniqueItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
  "https://json-schema.org/draft/2020-12/schema http://json-schema.org/draft-07/schema# x-mcp-header",
  "Parse error|Invalid Request|Method not found|Invalid params|Internal error",
  // HTTP.
  "application/json, text/event-stream charset=utf-8 Content-Type Content-Length Content-Encoding Transfer-Encoding",
  "Cache-Control no-store no-cache keep-alive Connection Accept-Encoding Accept-Language identity Last-Event-ID",
  "Mcp-Session-Id MCP-Protocol-Version Mcp-Method Mcp-Name Mcp-Param-Authorization WWW-Authenticate",
  "http://localhost https://localhost http://127.0.0.1 https://127.0.0.1",
  // The capture format itself.
  "mcptest-capture/1 hmac-sha256/12 streamable-http http+sse stateful stateless stdin-close not-started",
  "duplicate-key unsafe-number lone-surrogate invalid-utf8 byte-order-mark too-many-values carriage-return",
  "incomplete-line empty-line run-timed-out redacted",
].join("\n");

export const isPublicWord = (value: string): boolean => VOCABULARY.includes(value);
