import type { ShownPage } from "./pages-to-show.ts";

/** What a host lets a page do that declares nothing: its own code and style, and data in the page itself. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; webrtc 'block'";

/**
 * The smallest host: it answers the page's handshake and hands it the call that was recorded. Whatever else the page asks for is
 * refused, and nothing that it says goes anywhere.
 */
const SCRIPT = `
const { input, result } = JSON.parse(document.getElementById("call").textContent);
const view = document.querySelector("iframe").contentWindow;
const tell = (message) => view.postMessage({ jsonrpc: "2.0", ...message }, "*");
addEventListener("message", ({ source, data }) => {
  if (source !== view || data === null || typeof data !== "object") return;
  const { id, method } = data;
  if (method === "ui/initialize")
    tell({ id, result: {
      protocolVersion: "2026-01-26",
      hostInfo: { name: "mcptest", version: "1" },
      hostCapabilities: {},
      hostContext: { theme: "light", displayMode: "inline", platform: "desktop" },
    } });
  else if (method === "ui/notifications/initialized" && result !== undefined) {
    tell({ method: "ui/notifications/tool-input", params: { arguments: input } });
    tell({ method: "ui/notifications/tool-result", params: result });
  } else if (id !== undefined && method !== undefined)
    tell({ id, error: { code: -32601, message: "Method not found" } });
});
`;

/** A page that shows another in a frame that may run its own code and nothing else: no origin, no window, no form, no download. */
export const hostPage = ({ html, call }: ShownPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>app</title>
<style>html,body{margin:0;height:100%;overflow:hidden}iframe{border:0;width:100%;height:100%;display:block}</style>
</head>
<body>
<script type="application/json" id="call">${inScript({ input: call?.input, result: call?.result })}</script>
<iframe sandbox="allow-scripts" referrerpolicy="no-referrer" srcdoc="${inAttribute(html)}"></iframe>
<script>${SCRIPT}</script>
</body>
</html>
`;

const inScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

const inAttribute = (html: string): string =>
  html.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
