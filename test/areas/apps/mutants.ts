import { PAGE_URI } from "../../servers/features/apps.ts";
import type { Hooks } from "../../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { both, editCapabilities, editEntries, editResult, set, when, without } from "../edits.ts";
import { APPS_SERVER } from "../skill-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

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
    request.params.uri === PAGE_URI && Array.isArray(result.contents)
      ? { ...result, contents: result.contents.map((one) => (isObject(one) ? edit(one) : one)) }
      : result,
  );

const editPageMeta = (edit: (ui: JsonObject) => JsonObject): Hooks =>
  editPage((content) =>
    isObject(content._meta) && isObject(content._meta.ui)
      ? { ...content, _meta: { ui: edit(content._meta.ui) } }
      : content,
  );

const editListedPage = (edit: (resource: JsonObject) => JsonObject): Hooks =>
  editEntries("resources/list", "resources", (resource) => (resource.uri === PAGE_URI ? edit(resource) : resource));

const editCall = (content: JsonValue, applies: (capabilities: string) => boolean): Hooks =>
  editResult("tools/call", (result, { request }) =>
    request.params.name === "catalogue_info" && applies(JSON.stringify(request.params._meta ?? {}))
      ? { ...result, content }
      : result,
  );

const isShown = (capabilities: string): boolean => capabilities.includes("io.modelcontextprotocol/ui");

export const MUTANTS: MutantTable = {
  "app-page-elsewhere": mutant("APP-001", STATELESS, STATEFUL, "stdio/2025-11-25", APPS_SERVER, {
    vice: "Names a page on the web.",
    hooks: editUi(set({ resourceUri: "https://apps.example.com/catalogue.html" })),
  }),
  "app-type-plain": mutant("APP-002", STATELESS, STATEFUL, "stdio/2025-11-25", APPS_SERVER, {
    vice: "Serves a page as plain HTML.",
    hooks: editPage(set({ mimeType: "text/html" })),
  }),
  "app-listed-type": mutant("APP-003", STATELESS, APPS_SERVER, {
    vice: "Lists a page as plain HTML.",
    hooks: editListedPage(set({ mimeType: "text/html" })),
  }),
  "app-page-missing-content": mutant("APP-004", STATELESS, APPS_SERVER, {
    vice: "Serves a page without its content.",
    hooks: editPage(without("text")),
  }),
  "app-page-blob-url": mutant("APP-004", STATELESS, APPS_SERVER, {
    vice: "Serves a page as a data URL.",
    hooks: editPage(({ text, ...others }) => ({
      ...others,
      blob: `data:text/html;base64,${Buffer.from(String(text)).toString("base64")}`,
    })),
  }),
  "app-page-fragment": mutant("APP-005", STATELESS, STATEFUL, "stdio/2025-11-25", APPS_SERVER, {
    vice: "Serves a piece of HTML.",
    hooks: editPage(set({ text: "<div>Catalogue</div>" })),
  }),
  "app-page-empty": mutant("APP-005", STATELESS, APPS_SERVER, {
    vice: "Serves an empty document.",
    hooks: editPage(set({ text: "<!doctype html><html></html>" })),
  }),
  "app-page-errors": mutant("APP-006", STATELESS, APPS_SERVER, {
    vice: "Serves a page with an element that is closed twice.",
    hooks: editPage((one) => ({ ...one, text: String(one.text).replace("</h1>", "</h1></h2 class=x>") })),
  }),
  "app-csp-text": mutant("APP-007", STATELESS, APPS_SERVER, {
    vice: "Writes an origin where a list belongs.",
    hooks: editPageMeta(set({ csp: { resourceDomains: "https://*.example.com" } })),
  }),
  "app-csp-path": mutant("APP-008", STATELESS, APPS_SERVER, {
    vice: "Declares addresses in place of origins.",
    hooks: editPageMeta(set({ csp: { resourceDomains: ["https://*.example.com", "api.example.com/v1?x=1"] } })),
  }),
  "app-permission-flag": mutant("APP-009", STATELESS, APPS_SERVER, {
    vice: "Asks for a permission by a boolean.",
    hooks: editPageMeta(set({ permissions: { camera: true } })),
  }),
  "app-border-text": mutant("APP-010", STATELESS, APPS_SERVER, {
    vice: "Says no where the setting is true or false.",
    hooks: editPageMeta(set({ prefersBorder: "no" })),
  }),
  "app-visibility-text": mutant("APP-011", STATELESS, STATEFUL, "stdio/2025-11-25", APPS_SERVER, {
    vice: "Writes the visibility as a text.",
    hooks: editUi(set({ visibility: "app" })),
  }),
  "app-flat-key": mutant("APP-012", STATELESS, APPS_SERVER, {
    vice: "Names its page by the deprecated key alone.",
    hooks: editMeta(() => ({ "ui/resourceUri": PAGE_URI })),
  }),
  "app-page-absent": mutant("APP-013", STATELESS, STATEFUL, "stdio/2025-11-25", APPS_SERVER, {
    vice: "Names a page that does not exist.",
    hooks: editUi(set({ resourceUri: "ui://catalogue/gone" })),
  }),
  "app-content-for-page-alone": mutant("APP-014", STATELESS, APPS_SERVER, {
    vice: "Returns no content to clients that can show apps.",
    hooks: editCall([], isShown),
  }),
  "app-content-blank": mutant("APP-015", STATELESS, APPS_SERVER, {
    vice: "Returns blank content to clients that cannot show apps.",
    hooks: editCall([{ type: "text", text: " " }], (capabilities) => !isShown(capabilities)),
  }),
  "app-shown-to-all": mutant("APP-016", STATELESS, STATEFUL, "stdio/2025-11-25", APPS_SERVER, {
    vice: "Shows its page to every client.",
    hooks: editEntries(
      "tools/list",
      "tools",
      when("name", "catalogue_info", set({ _meta: { ui: { resourceUri: PAGE_URI } } })),
    ),
  }),
  "app-undeclared": mutant("APP-017", STATELESS, APPS_SERVER, {
    vice: "Has a page and does not declare it.",
    hooks: both(
      editCapabilities(without("extensions")),
      editEntries(
        "tools/list",
        "tools",
        when("name", "catalogue_info", set({ _meta: { ui: { resourceUri: PAGE_URI } } })),
      ),
    ),
  }),
  "app-content-uri": mutant("APP-018", STATELESS, APPS_SERVER, {
    vice: "Gives a page another uri than was asked for.",
    hooks: editPage(set({ uri: "ui://catalogue/other" })),
  }),
  "app-csp-missing": mutant("APP-019", STATELESS, APPS_SERVER, {
    vice: "Loads a style from an origin that it does not declare.",
    hooks: editPageMeta(without("csp")),
  }),
};
