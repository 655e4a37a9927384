import type { Json } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { readShop } from "../report/small-result.ts";

const exchange = (step: string, method: string, params: Json, result: Json): Exchange =>
  ({
    step,
    request: { jsonrpc: "2.0", id: 1, method, params },
    response: { jsonrpc: "2.0", id: 1, result },
  }) as Exchange;

/** A session that read one page, and called the tool that names it. */
export const captureWithPage = (html = "<!doctype html><p>Hello</p>"): Capture => ({
  ...readShop(),
  exchanges: [
    exchange(
      "app-resource-1",
      "resources/read",
      { uri: "ui://demo/page" },
      {
        contents: [{ uri: "ui://demo/page", mimeType: "text/html;profile=mcp-app", text: html }],
      },
    ),
    exchange(
      "app-tools",
      "tools/list",
      {},
      {
        tools: [{ name: "show", _meta: { ui: { resourceUri: "ui://demo/page" } } }],
      },
    ),
    exchange(
      "app-call-1",
      "tools/call",
      { name: "show", arguments: { a: 1 } },
      {
        content: [{ type: "text", text: "done" }],
      },
    ),
  ],
});
