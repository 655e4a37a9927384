import { HEADER } from "../protocol/headers.ts";
import { META_KEY } from "../protocol/meta-keys.ts";
import { METHODS, NOTIFICATIONS } from "../protocol/methods.ts";
import { REVISIONS } from "../protocol/revision.ts";
import { LIMIT_TABLE } from "../wire/limits.ts";
import { TROUBLE_KINDS } from "../wire/trouble.ts";
import { NOT_PROBED_REASONS } from "./capture.ts";

/**
 * Words that occur in every capture. A value such as MODE=resources cannot be kept secret, and replacing it would turn
 * resources/list into something no reader knows. Words of fewer than eight characters are never searched for anyway.
 */
const VOCABULARY = [
  ...REVISIONS,
  ...TROUBLE_KINDS,
  ...Object.keys(LIMIT_TABLE),
  ...NOT_PROBED_REASONS,
  ...Object.keys(METHODS),
  ...Object.keys(NOTIFICATIONS),
  ...Object.values(META_KEY),
  ...Object.values(HEADER),
  // Members of messages.
  "protocolVersion supportedVersions capabilities clientCapabilities clientInfo serverInfo instructions description",
  "inputSchema outputSchema structuredContent annotations readOnlyHint destructiveHint idempotentHint openWorldHint",
  "listChanged subscribe completions extensions experimental elicitation nextCursor progressToken requestState",
  "inputRequests inputResponses resultType input_required complete resourceTemplates uriTemplate mimeType contents",
  "resource_link isError arguments argument messages assistant audience priority lastModified websiteUrl",
  "includeContext modelPreferences maxTokens systemPrompt requestedSchema cacheScope subscriptionId logLevel",
  // JSON Schema and JSON-RPC.
  "properties required additionalProperties patternProperties unevaluatedProperties dependentRequired minLength",
  "maxLength minItems maxItems uniqueItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
  "https://json-schema.org/draft/2020-12/schema http://json-schema.org/draft-07/schema# x-mcp-header",
  "Parse error|Invalid Request|Method not found|Invalid params|Internal error",
  // HTTP.
  "application/json, text/event-stream charset=utf-8 Content-Type Content-Length Content-Encoding Transfer-Encoding",
  "Cache-Control no-store no-cache keep-alive Connection Accept-Encoding Accept-Language identity",
  "Mcp-Param-Authorization WWW-Authenticate",
  "http://localhost https://localhost http://127.0.0.1 https://127.0.0.1",
  // The capture format itself.
  "mcptest-capture/1 hmac-sha256/12 streamable-http http+sse stateful stateless stdin-close not-started",
  "duplicate-key unsafe-number lone-surrogate invalid-utf8 byte-order-mark too-many-values carriage-return",
  "incomplete-line empty-line run-timed-out redacted",
].join("\n");

export const isPublicWord = (value: string): boolean => VOCABULARY.includes(value);
