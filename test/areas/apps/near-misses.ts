import { PAGE_URI } from "../../servers/features/apps.ts";
import { isObject, type JsonObject } from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { objectOf } from "../edits.ts";
import { APPS_SERVER } from "../skill-edits.ts";
import { eachAlways, isOneOf, lacks, meets } from "../stricter.ts";
import { type NearMissTable, nearMiss } from "../variant.ts";

const BARE_PAGE = '<!DOCTYPE HTML SYSTEM "about:legacy-compat"><meta charset=utf-8><title>x</title><p>Catalogue<p>More';

export const NEAR_MISSES: NearMissTable = {
  "app-odd-page": nearMiss(STATELESS, STATEFUL, APPS_SERVER, {
    choice:
      "Serves its page in base64, with the shortest document there is, a media type with quotes, and metadata without anything in it; its tool is for the app alone and gives a picture.",
    permittedBy:
      "2025-11-25 extensions/ui#content-requirements: content is text or blob, and an HTML5 document needs a document type and little else; visibility may be app alone.",
    result: (result, { request }) => {
      if (request?.method === "tools/list" && Array.isArray(result.tools))
        return {
          ...result,
          tools: result.tools.map((tool) =>
            isObject(tool) && isObject(tool._meta) && isObject(tool._meta.ui)
              ? {
                  ...tool,
                  _meta: {
                    ui: { resourceUri: PAGE_URI, visibility: ["app"], "com.example/x": 1 },
                    "ui/resourceUri": PAGE_URI,
                  },
                }
              : tool,
          ),
        };
      if (request?.method === "tools/call" && request.params.name === "catalogue_info")
        return { ...result, content: [{ type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" }] };
      if (request?.method === "resources/read" && request.params.uri === PAGE_URI)
        return {
          ...result,
          contents: [
            {
              uri: PAGE_URI,
              mimeType: 'TEXT/HTML; charset=utf-8; profile="mcp-app"',
              blob: Buffer.from(BARE_PAGE).toString("base64"),
              _meta: { ui: { csp: {}, permissions: {}, domain: "x", "com.example/y": true } },
            },
          ],
        };
      if (request?.method === "resources/list" && Array.isArray(result.resources))
        return {
          ...result,
          resources: result.resources.map((one) =>
            objectOf(one).uri === PAGE_URI ? { ...objectOf(one), mimeType: "text/html; profile=mcp-app" } : one,
          ),
        };
      return undefined;
    },
    "APP-002": isOneOf("the media type is written in one way", "app_pages.content.mimeType", [
      "text/html;profile=mcp-app",
    ]),
    "APP-003": isOneOf("the media type is written in one way in the list", "app_resources.resource.mimeType", [
      "text/html;profile=mcp-app",
    ]),
    "APP-004": isOneOf("a page is sent as text", "app_pages.sent_as", ["text"]),
    "APP-007": meets("csp says something", "app_metadata.ui.csp", { minProperties: 1 }),
    "APP-009": meets("permissions say something", "app_metadata.ui.permissions", { minProperties: 1 }),
    "APP-010": lacks("there is no domain", "app_metadata.ui", "domain"),
    "APP-011": meets("tools are for the model", "app_tools.ui.visibility", { contains: { const: "model" } }),
    "APP-014": eachAlways.meets("content has text", "tool_results.content", {
      contains: { properties: { type: { const: "text" } } },
    }),
    "APP-015": eachAlways.isNoneOf("content is no picture", "tool_results.content.0.type", ["image"]),
  }),
  "app-page-by-another-name": nearMiss("stdio/2026-07-28", "stdio/2025-11-25", APPS_SERVER, {
    choice: "Serves a page whose address has a path, a query and capital letters, for a client that asks for it.",
    permittedBy:
      "2025-11-25 extensions/ui#content-requirements: the address begins with ui://; what follows is the server's business.",
    incoming: (message) =>
      isObject(message) && isObject(message.params) && message.params.uri === "ui://Catalogue/Info.html?v=2"
        ? { replaceWith: { ...message, params: { ...message.params, uri: PAGE_URI } } }
        : undefined,
    outgoing: (message) => [
      JSON.parse(JSON.stringify(message).replaceAll(PAGE_URI, "ui://Catalogue/Info.html?v=2")) as JsonObject,
    ],
    "APP-001": meets("an address has no query", "app_tools.page", { pattern: "^[^?]*$" }),
    "APP-005": meets("a page is named by letters", "app_pages.content.uri", { pattern: "^ui://[a-z/]+$" }),
    "APP-013": meets("a page is asked for by letters", "app_resource.asked.params.uri", { pattern: "^ui://[a-z/]+$" }),
    "APP-016": meets("a page is shown by letters", "app_tools.page", { pattern: "^ui://[a-z/]+$" }),
    "APP-018": meets("the uri of a page has small letters", "app_pages.content.uri", { pattern: "^[^A-Z]*$" }),
  }),
};
