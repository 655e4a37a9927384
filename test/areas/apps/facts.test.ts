import type { Json } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { given, NOTHING, readingTable } from "../reading-table.ts";
import { answered, leftOut } from "../small-captures.ts";

const PAGE = "ui://weather/app";
const TYPE = "text/html;profile=mcp-app";
const HTML = "<!doctype html><html><head><title>x</title></head><body><h1>Weather</h1></body></html>";

const tools = (step: string, ...listed: Json[]): Exchange => ({
  ...answered(step, "tools/list", { tools: listed }, {}),
  ...(step === "app-tools" ? { deliberate: true } : {}),
});
const tool = (ui: Json, more: Record<string, Json> = {}) => ({ name: "weather", _meta: { ui, ...more } });
const resources = (...listed: Json[]): Exchange => answered("resources/list", "resources/list", { resources: listed });
const page = (content: Record<string, Json>, uri = PAGE): Exchange =>
  answered("app-resource-1", "resources/read", { contents: [{ uri: PAGE, mimeType: TYPE, ...content }] }, { uri });
const call = (step: string, content: Json | undefined): Exchange =>
  answered(step, "tools/call", content === undefined ? {} : { content }, { name: "weather" });

readingTable("app_tools", [
  NOTHING,
  given("a tool with a page, for both kinds of clients", [
    tools("tools/list", { name: "plain" }, tool({ resourceUri: "https://x.example/a" })),
    tools("app-tools", tool({ resourceUri: PAGE, visibility: ["app"] }, { "ui/resourceUri": PAGE })),
  ]).values(
    [
      {
        ui: { resourceUri: "https://x.example/a" },
        page: "https://x.example/a",
        scheme: "other",
        form: "nested",
        client: "not-declared",
      },
      { ui: { resourceUri: PAGE, visibility: ["app"] }, page: PAGE, scheme: "ui", form: "both", client: "declared" },
    ],
    { at: ["/response/result/tools/1/_meta", "/response/result/tools/0/_meta"], names: ["weather", "weather"] },
  ),
  given("the flat key alone, and metadata without a page", [
    tools("tools/list", { name: "a", _meta: { "ui/resourceUri": PAGE } }, tool({ visibility: ["app"] })),
  ]).values([
    { page: PAGE, scheme: "ui", form: "flat", client: "not-declared" },
    { ui: { visibility: ["app"] }, client: "not-declared" },
  ]),
  given("a list that was asked for wrongly on purpose", [
    tools("tools/list", { name: "plain" }),
    { ...tools("odd-list", tool({ resourceUri: PAGE })), deliberate: true },
  ]).values([]),
  given("tools without any", [tools("tools/list", { name: "plain" })]).values([], {
    lookedAt: ["/response/result/tools"],
  }),
]);

const SHOWN = tools("tools/list", tool({ resourceUri: PAGE }));

readingTable("app_calls", [
  NOTHING,
  given("calls that nobody may make", [SHOWN, leftOut("app-call", "unsafe-to-probe")]).leftOut(),
  given("what clients of both kinds get", [
    SHOWN,
    call("app-call-1", [{ type: "text", text: " " }]),
    call("call-1", [{ type: "text", text: "Sunny" }]),
    call("call-1-again", []),
    call("call-2", undefined),
    call("call-3", [{ type: "image", data: "" }]),
  ]).values([
    { content: "blank", client: "declared" },
    { content: "blocks", client: "not-declared" },
    { content: "empty", client: "not-declared" },
    { content: "none", client: "not-declared" },
  ]),
  given("tools without a page", [tools("tools/list", { name: "weather" }), call("call-1", [])]).unseen("not-probed"),
]);

const hello = (extensions?: Json): Exchange =>
  answered("initialize", "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {}, ...(extensions === undefined ? {} : { extensions }) },
  });

readingTable("app_declaration", [
  NOTHING,
  given("declared", [hello({ "io.modelcontextprotocol/ui": {} }), SHOWN]).values(["declared"]),
  given("not declared", [hello(), SHOWN]).values(["not-declared"]),
  given("no apps", [hello()]).unseen("not-probed"),
]);

readingTable("app_resources", [
  NOTHING,
  given("pages, and something else under ui://", [
    resources(
      { uri: PAGE, name: "a", mimeType: 'text/html; profile="mcp-app"' },
      { uri: "ui://b", name: "b", mimeType: "text/uri-list" },
      { uri: "ui://c", name: "c" },
      { uri: "page://d", name: "d", mimeType: TYPE },
      { uri: "memo://e", name: "e", mimeType: "text/html" },
      { uri: "ui://f", name: "f", mimeType: "text/plain;profile=mcp-app" },
      { uri: "ui://g", name: "g", mimeType: "text/html;profile=mcp-app-x" },
    ),
  ]).partly([
    { scheme: "ui", type: "app" },
    { scheme: "ui", type: "other" },
    { scheme: "ui", type: "none" },
    { scheme: "other", type: "app" },
    { scheme: "ui", type: "other" },
    { scheme: "ui", type: "other" },
  ]),
]);

const GOOD = { uri: "same", type: "app", sent_as: "text", doctype: "html", parse_errors: [], holds: "something" };
const SENT = { uri: PAGE, mimeType: TYPE };

readingTable("app_pages", [
  NOTHING,
  given("a whole page", [page({ text: HTML })]).values([{ content: SENT, ...GOOD }], {
    at: ["/response/result/contents/0"],
  }),
  given("the same in base64", [page({ blob: Buffer.from(HTML).toString("base64") })]).values([
    { content: SENT, ...GOOD, sent_as: "blob", encoding: "base64" },
  ]),
  given("a fragment, of another type and for another uri", [
    page({ text: "<p>x</p>", mimeType: "text/html" }, "ui://other"),
  ]).partly([{ uri: "other", type: "other", doctype: "none", holds: "something" }]),
  given("an old document type", [
    page({ text: '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><p>x' }),
  ]).partly([{ doctype: "other" }]),
  given("parse errors, with their places", [page({ text: "<!doctype html>\n<p>a</p></p x>\n" })]).partly([
    { parse_errors: ["end-tag-with-attributes (2:14)"] },
  ]),
  given("an empty page, and none at all", [page({ text: "<!doctype html><title>x</title>" }), page({})]).partly([
    { holds: "nothing", sent_as: "text" },
    { sent_as: "neither" },
  ]),
  given("a page that is deeper than is read", [page({ text: `<!doctype html>${"<div>".repeat(100_000)}` })]).partly(
    [{ stopped: "too-deep", sent_as: "text" }],
    { open: ["limit-exceeded"] },
  ),
  given("a page of more elements than are read", [
    page({ text: `<!doctype html>${"<b></b>".repeat(250_000)}` }),
  ]).partly([{ stopped: "too-many-elements" }]),
  given("a page that is larger than is read", [page({ text: `<!doctype html>${"x".repeat(8 * 1024 * 1024)}` })]).partly(
    [{ stopped: "too-large" }],
  ),
]);

const meta = (ui: Json) => ({ _meta: { ui } });

readingTable("app_metadata", [
  NOTHING,
  given("in the list and in what was read", [
    resources({ uri: PAGE, name: "a", ...meta({ prefersBorder: true }) }, { uri: "memo://x", name: "x" }),
    page({
      text: HTML,
      ...meta({
        csp: {
          connectDomains: ["https://api.example.com", "wss://*.example.com:8443"],
          resourceDomains: ["cdn.example.com/x", "https://a.example/b.js"],
        },
      }),
    }),
  ]).partly(
    [{ ui: { prefersBorder: true }, origins: [] }, { origins: ["cdn.example.com/x", "https://a.example/b.js"] }],
    { at: ["/response/result/resources/0/_meta/ui", "/response/result/contents/0/_meta/ui"] },
  ),
  given("a page without any", [page({ text: HTML })]).values([]),
]);

const LOADS =
  '<!doctype html><script src="https://cdn.example.com/a.js"></script><iframe src="//frames.example.org/"></iframe><img src="data:,"><link rel="canonical" href="https://x.example/">';

readingTable("undeclared_loads", [
  NOTHING,
  given("everything, without csp", [page({ text: LOADS })]).values([
    { by: "script", address: "https://cdn.example.com/a.js" },
    { by: "iframe", address: "//frames.example.org/" },
  ]),
  given("what the wrong list declares", [
    page({
      text: LOADS,
      ...meta({ csp: { resourceDomains: ["https://*.example.com", "https://frames.example.org"] } }),
    }),
  ]).values([{ by: "iframe", address: "//frames.example.org/" }]),
  given("what only looks like a declared host", [
    page({
      text: '<!doctype html><img src="https://cdn.example.com.evil.example/a"><img src="https://badexample.com/b"><img src="https://a.b.example.com/c">',
      ...meta({ csp: { resourceDomains: ["https://*.example.com"] } }),
    }),
  ]).values([
    { by: "img", address: "https://cdn.example.com.evil.example/a" },
    { by: "img", address: "https://badexample.com/b" },
  ]),
  given("nothing: the list of resources declares it", [
    resources({
      uri: PAGE,
      name: "a",
      ...meta({ csp: { resourceDomains: ["https:"], frameDomains: ["https://frames.example.org/"] } }),
    }),
    page({ text: LOADS }),
  ]).values([]),
]);
