// MCP Apps: a page for the tool catalogue_info, shown to clients that declare that they can show one.

import { isObject, type JsonObject } from "../json-rpc.ts";
import type { ServerCore } from "../server-core.ts";
import type { Call } from "./call.ts";

export const APPS_EXTENSION = "io.modelcontextprotocol/ui";
export const PAGE_URI = "ui://catalogue/info";
const MIME_TYPE = "text/html;profile=mcp-app";

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Catalogue</title>
    <link rel="stylesheet" href="https://cdn.example.com/catalogue.css">
  </head>
  <body>
    <h1>Catalogue</h1>
    <script>addEventListener("message", () => {});</script>
  </body>
</html>
`;

const METADATA: JsonObject = {
  ui: {
    csp: { connectDomains: ["https://api.example.com"], resourceDomains: ["https://*.example.com"] },
    permissions: { clipboardWrite: {} },
    prefersBorder: true,
  },
};

export const LISTED_PAGE: JsonObject = {
  uri: PAGE_URI,
  name: "catalogue",
  description: "Shows the catalogue.",
  mimeType: MIME_TYPE,
};

/** The tool with its page, for a client that can show it. */
export function withPage(tool: JsonObject, { core, clientCapabilities: { extensions } = {} }: Call): JsonObject {
  const canShow = isObject(extensions) && extensions[APPS_EXTENSION] !== undefined;
  if (!core.offers("apps") || tool.name !== "catalogue_info" || !canShow) return tool;
  return { ...tool, _meta: { ui: { resourceUri: PAGE_URI, visibility: ["model", "app"] } } };
}

export function readAppPage(core: ServerCore, uri: string): JsonObject | undefined {
  if (!core.offers("apps") || uri !== PAGE_URI) return undefined;
  return { contents: [{ uri, mimeType: MIME_TYPE, text: PAGE, _meta: METADATA }] };
}
