// Apps as few servers serve them.

import { PAGE_URI } from "../../features/apps.ts";
import { isObject, type JsonObject } from "../../json-rpc.ts";
import type { MutantOptions } from "../../mutants/mutant.ts";
import type { Innocent } from "../innocent.ts";
import { isNoneOf, isOneOf, meets } from "./stricter.ts";

const OPTIONS: MutantOptions = {
  offers: ["apps"],
  without: ["rich-tools", "tasks", "completions", "deprecated", "logging"],
};

const BARE = '<!DOCTYPE HTML SYSTEM "about:legacy-compat"><meta charset=utf-8><title>x</title><p>Catalogue<p>More';

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const APP_INNOCENTS: readonly Innocent[] = [
  {
    id: "app-odd-page",
    choice:
      "Serves its page in base64, with the shortest document there is, a media type with quotes, and metadata without anything in it; its tool is for the app alone and gives a picture.",
    permittedBy:
      "2025-11-25 extensions/ui#content-requirements: content is text or blob, and an HTML5 document needs a document type and little else; visibility may be app alone.",
    options: OPTIONS,
    hooks: {
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
                blob: Buffer.from(BARE).toString("base64"),
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
    },
    in: ["http/2026-07-28", "http/2025-11-25"],
    closestTo: {
      "APP-002": isOneOf("the media type is written in one way", "app_pages.content.mimeType", [
        "text/html;profile=mcp-app",
      ]),
      "APP-003": isOneOf("the media type is written in one way in the list", "app_resources.resource.mimeType", [
        "text/html;profile=mcp-app",
      ]),
      "APP-004": isOneOf("a page is sent as text", "app_pages.sent_as", ["text"]),
      "APP-007": meets("csp says something", "app_metadata.ui.csp", { minProperties: 1 }),
      "APP-009": meets("permissions say something", "app_metadata.ui.permissions", { minProperties: 1 }),
      "APP-010": meets("there is no domain", "app_metadata.ui", { not: { required: ["domain"] } }),
      "APP-011": meets("tools are for the model", "app_tools.ui.visibility", { contains: { const: "model" } }),
      "APP-014": meets(
        "content has text",
        "tool_results.content",
        { contains: { properties: { type: { const: "text" } } } },
        { when: [], each: true },
      ),
      "APP-015": isNoneOf("content is no picture", "tool_results.content.0.type", ["image"], { when: [], each: true }),
    },
  },
  {
    id: "app-page-by-another-name",
    choice: "Serves a page whose address has a path, a query and capital letters, for a client that asks for it.",
    permittedBy:
      "2025-11-25 extensions/ui#content-requirements: the address begins with ui://; what follows is the server's business.",
    options: OPTIONS,
    hooks: {
      incoming: (message) =>
        isObject(message) && isObject(message.params) && message.params.uri === "ui://Catalogue/Info.html?v=2"
          ? { replaceWith: { ...message, params: { ...message.params, uri: PAGE_URI } } }
          : undefined,
      outgoing: (message) => [
        JSON.parse(JSON.stringify(message).replaceAll(PAGE_URI, "ui://Catalogue/Info.html?v=2")) as JsonObject,
      ],
    },
    in: ["stdio/2026-07-28", "stdio/2025-11-25"],
    closestTo: {
      "APP-001": meets("an address has no query", "app_tools.page", { pattern: "^[^?]*$" }),
      "APP-005": meets("a page is named by letters", "app_pages.content.uri", { pattern: "^ui://[a-z/]+$" }),
      "APP-013": meets("a page is asked for by letters", "app_resource.asked.params.uri", {
        pattern: "^ui://[a-z/]+$",
      }),
      "APP-016": meets("a page is shown by letters", "app_tools.page", { pattern: "^ui://[a-z/]+$" }),
      "APP-018": meets("the uri of a page has small letters", "app_pages.content.uri", { pattern: "^[^A-Z]*$" }),
    },
  },
];
