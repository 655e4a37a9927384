import type { JsonObject } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { editEntries, editResult, recode } from "./edits.ts";

const METHOD = "resources/templates/list";

const editTemplates = (edit: (entry: JsonObject, index: number) => JsonObject) =>
  editEntries(METHOD, "resourceTemplates", edit);

export const RESTPL_MUTANTS: readonly Mutant[] = [
  {
    id: "template-title-object",
    vice: "Gives templates a title per language.",
    hooks: editTemplates((entry) => ({ ...entry, title: { en: "Entry" } })),
    fails: ["RESTPL-001"],
  },
  {
    id: "templates-member",
    vice: "Calls the list of templates templates.",
    hooks: editResult(METHOD, ({ resourceTemplates, ...others }) => ({ ...others, templates: resourceTemplates })),
    fails: ["RESTPL-002"],
  },
  {
    id: "templates-broken",
    vice: "Answers resources/templates/list with -32602.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === METHOD && message.result !== undefined
          ? [{ jsonrpc: "2.0", id: request.id, error: { code: -32602, message: "Out of order" } }]
          : undefined,
    },
    fails: ["RESTPL-002"],
  },
  {
    id: "template-unbalanced",
    vice: "Forgets the closing brace of a template.",
    hooks: editTemplates((entry) => ({ ...entry, uriTemplate: String(entry.uriTemplate).replace("}", "") })),
    fails: ["RESTPL-003"],
  },
  {
    id: "template-express-style",
    vice: "Writes variables with a leading colon, as web frameworks do.",
    hooks: editTemplates((entry) => ({ ...entry, uriTemplate: String(entry.uriTemplate).replace("{", "{:") })),
    fails: ["RESTPL-003"],
  },
  {
    id: "template-under-uri",
    vice: "Calls the template uri.",
    hooks: editTemplates(({ uriTemplate, ...entry }) => ({ ...entry, uri: uriTemplate })),
    fails: ["RESTPL-003"],
  },
  {
    id: "template-mime-list",
    vice: "Gives templates a list of MIME types.",
    hooks: editTemplates((entry) => ({ ...entry, mimeType: ["text/plain"] })),
    fails: ["RESTPL-004"],
  },
  {
    id: "template-icon-alone",
    vice: "Gives a template one icon where a list of icons belongs.",
    hooks: editTemplates((entry) => ({ ...entry, icons: { src: "https://example.com/icon.png" } })),
    fails: ["RESTPL-004"],
  },
  {
    id: "template-other-type",
    vice: "Promises JSON for all resources of a template that are plain text.",
    hooks: editTemplates((entry) => ({ ...entry, mimeType: "application/json" })),
    fails: ["RESTPL-005"],
  },
  {
    id: "template-cursor-refused",
    vice: "Names a next page of templates and refuses its cursor.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === METHOD && request.params.cursor !== undefined && message.result !== undefined
          ? [{ jsonrpc: "2.0", id: request.id, error: { code: -32602, message: "Invalid cursor" } }]
          : undefined,
    },
    fails: ["RESTPL-008"],
  },
  {
    id: "template-cursor-ignored",
    vice: "Names a next page of templates and sends the first one again.",
    hooks: {
      incoming: (message) => {
        const asked = message as JsonObject;
        if (asked?.method !== METHOD) return undefined;
        const { cursor: _, ...params } = (asked.params ?? {}) as JsonObject;
        return { replaceWith: { ...asked, params } };
      },
    },
    fails: ["RESTPL-008"],
  },
  {
    id: "unreal-expansion-internal",
    vice: "Answers a read of an entry that does not exist with -32603.",
    hooks: recode(-32603, ({ request }) => String(request?.params.uri).endsWith("mcptest-no-such-value")),
    fails: ["RESTPL-010"],
    in: ["http/2025-11-25"],
  },
];
