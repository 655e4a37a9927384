// Vices of servers with apps.

import { PAGE_URI } from "../../features/apps.ts";
import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json-rpc.ts";
import type { Context } from "../context.ts";
import type { Mutant, MutantOptions } from "../mutant.ts";
import { editCapabilities, editEntries, editResult } from "./edits.ts";
import { both, withoutMember } from "./skill-edits.ts";

export const APPS_SERVER: MutantOptions = {
  offers: ["apps"],
  without: ["rich-tools", "tasks", "completions", "deprecated", "logging"],
};

const mutant = (
  id: string,
  vice: string,
  fails: readonly string[],
  hooks: Mutant["hooks"],
  contexts: readonly Context[] = ["http/2026-07-28"],
): Mutant => ({ id: `app-${id}`, vice, hooks, fails, options: APPS_SERVER, in: contexts });

const EVERYWHERE: readonly Context[] = ["http/2026-07-28", "http/2025-11-25", "stdio/2025-11-25"];

/** What tools/list says of the tool with the page. */
const editUi = (edit: (ui: JsonObject) => JsonValue): Hooks =>
  editEntries("tools/list", "tools", (tool) =>
    isObject(tool._meta) && isObject(tool._meta.ui)
      ? { ...tool, _meta: { ...tool._meta, ui: edit(tool._meta.ui) } }
      : tool,
  );

const editMeta = (edit: (meta: JsonObject) => JsonObject): Hooks =>
  editEntries("tools/list", "tools", (tool) =>
    isObject(tool._meta) && isObject(tool._meta.ui) ? { ...tool, _meta: edit(tool._meta) } : tool,
  );

const editPage = (edit: (content: JsonObject) => JsonObject): Hooks =>
  editResult("resources/read", (result, { request }) =>
    request?.params.uri === PAGE_URI && Array.isArray(result.contents)
      ? { ...result, contents: result.contents.map((one) => (isObject(one) ? edit(one) : one)) }
      : result,
  );

const editPageMeta = (edit: (ui: JsonObject) => JsonObject): Hooks =>
  editPage((content) =>
    isObject(content._meta) && isObject(content._meta.ui)
      ? { ...content, _meta: { ui: edit(content._meta.ui) } }
      : content,
  );

const editListed = (edit: (resource: JsonObject) => JsonObject): Hooks =>
  editEntries("resources/list", "resources", (resource) => (resource.uri === PAGE_URI ? edit(resource) : resource));

const editCall = (content: JsonValue, applies: (capabilities: string) => boolean): Hooks =>
  editResult("tools/call", (result, { request }) =>
    request?.params.name === "catalogue_info" && applies(JSON.stringify(request.params._meta ?? {}))
      ? { ...result, content }
      : result,
  );

const isShown = (capabilities: string): boolean => capabilities.includes("io.modelcontextprotocol/ui");

export const APP_MUTANTS: readonly Mutant[] = [
  mutant(
    "page-elsewhere",
    "Names a page on the web.",
    ["APP-001"],
    editUi((ui) => ({ ...ui, resourceUri: "https://apps.example.com/catalogue.html" })),
    EVERYWHERE,
  ),
  mutant(
    "type-plain",
    "Serves a page as plain HTML.",
    ["APP-002"],
    editPage((one) => ({ ...one, mimeType: "text/html" })),
    EVERYWHERE,
  ),
  mutant(
    "listed-type",
    "Lists a page as plain HTML.",
    ["APP-003"],
    editListed((one) => ({ ...one, mimeType: "text/html" })),
  ),
  mutant("page-missing-content", "Serves a page without its content.", ["APP-004"], editPage(withoutMember("text"))),
  mutant(
    "page-blob-url",
    "Serves a page as a data URL.",
    ["APP-004"],
    editPage(({ text, ...others }) => ({
      ...others,
      blob: `data:text/html;base64,${Buffer.from(String(text)).toString("base64")}`,
    })),
  ),
  mutant(
    "page-fragment",
    "Serves a piece of HTML.",
    ["APP-005"],
    editPage((one) => ({ ...one, text: "<div>Catalogue</div>" })),
    EVERYWHERE,
  ),
  mutant(
    "page-empty",
    "Serves an empty document.",
    ["APP-005"],
    editPage((one) => ({ ...one, text: "<!doctype html><html></html>" })),
  ),
  mutant(
    "page-errors",
    "Serves a page with an element that is closed twice.",
    ["APP-006"],
    editPage((one) => ({ ...one, text: String(one.text).replace("</h1>", "</h1></h2 class=x>") })),
  ),
  mutant(
    "csp-text",
    "Writes an origin where a list belongs.",
    ["APP-007"],
    editPageMeta((ui) => ({ ...ui, csp: { resourceDomains: "https://*.example.com" } })),
  ),
  mutant(
    "csp-path",
    "Declares addresses in place of origins.",
    ["APP-008"],
    editPageMeta((ui) => ({ ...ui, csp: { resourceDomains: ["https://*.example.com", "api.example.com/v1?x=1"] } })),
  ),
  mutant(
    "permission-flag",
    "Asks for a permission by a boolean.",
    ["APP-009"],
    editPageMeta((ui) => ({ ...ui, permissions: { camera: true } })),
  ),
  mutant(
    "border-text",
    "Says no where the setting is true or false.",
    ["APP-010"],
    editPageMeta((ui) => ({ ...ui, prefersBorder: "no" })),
  ),
  mutant(
    "visibility-text",
    "Writes the visibility as a text.",
    ["APP-011"],
    editUi((ui) => ({ ...ui, visibility: "app" })),
    EVERYWHERE,
  ),
  mutant(
    "flat-key",
    "Names its page by the deprecated key alone.",
    ["APP-012"],
    editMeta(() => ({ "ui/resourceUri": PAGE_URI })),
  ),
  mutant(
    "page-absent",
    "Names a page that does not exist.",
    ["APP-013"],
    editUi((ui) => ({ ...ui, resourceUri: "ui://catalogue/gone" })),
    EVERYWHERE,
  ),
  mutant(
    "content-for-page-alone",
    "Returns no content to clients that can show apps.",
    ["APP-014"],
    editCall([], isShown),
  ),
  mutant(
    "content-blank",
    "Returns blank content to clients that cannot show apps.",
    ["APP-015"],
    editCall([{ type: "text", text: " " }], (capabilities) => !isShown(capabilities)),
  ),
  mutant(
    "shown-to-all",
    "Shows its page to every client.",
    ["APP-016"],
    editEntries("tools/list", "tools", (tool) =>
      tool.name === "catalogue_info" ? { ...tool, _meta: { ui: { resourceUri: PAGE_URI } } } : tool,
    ),
    EVERYWHERE,
  ),
  mutant(
    "undeclared",
    "Has a page and does not declare it.",
    ["APP-017"],
    both(
      editCapabilities(({ extensions: _, ...others }) => others),
      editEntries("tools/list", "tools", (tool) =>
        tool.name === "catalogue_info" ? { ...tool, _meta: { ui: { resourceUri: PAGE_URI } } } : tool,
      ),
    ),
  ),
  mutant(
    "content-uri",
    "Gives a page another uri than was asked for.",
    ["APP-018"],
    editPage((one) => ({ ...one, uri: "ui://catalogue/other" })),
  ),
  mutant(
    "csp-missing",
    "Loads a style from an origin that it does not declare.",
    ["APP-019"],
    editPageMeta(withoutMember("csp")),
  ),
];
