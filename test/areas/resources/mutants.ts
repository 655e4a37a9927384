import { isObject, type JsonObject, RpcError } from "../../servers/json-rpc.ts";
import { NEW_EDITION, STATEFUL, STATELESS } from "../contexts.ts";
import {
  asks,
  breakDown,
  editCapabilities,
  editEntries,
  editResult,
  hideCapability,
  mapObjects,
  recode,
  renamed,
  resultForError,
  sentFor,
  set,
  when,
  without,
} from "../edits.ts";
import { dropNotice, replaceNotice, takeIn } from "../notice-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

const unflagged = (value: JsonObject["any"], flag: string): JsonObject => {
  if (!isObject(value)) return {};
  const { [flag]: _, ...others } = value;
  return others;
};

const editResources = (edit: (entry: JsonObject, index: number) => JsonObject) =>
  editEntries("resources/list", "resources", edit);

const editContents = (edit: (entry: JsonObject) => JsonObject) => editEntries("resources/read", "contents", edit);

const isUnknownUri = (uri: unknown): boolean =>
  typeof uri === "string" && (uri.includes("no/such") || uri.includes("mcptest-no-such"));

/** Text that is no uri at all. */
const isOddUri = (uri: unknown): boolean => uri === "" || uri === "not a uri";

const TEMPLATES = "resources/templates/list";

const editTemplates = (edit: (entry: JsonObject, index: number) => JsonObject) =>
  editEntries(TEMPLATES, "resourceTemplates", edit);

export const MUTANTS: MutantTable = {
  "resources-member": mutant("RES-001", {
    vice: "Calls the list of resources items.",
    hooks: editResult("resources/list", renamed("resources", "items")),
  }),
  "resources-unadvertised": mutant(["RES-002", "RESTPL-009"], {
    vice: "Lists resources and templates without having advertised resources.",
    hooks: hideCapability("resources"),
  }),
  "resource-bare-path": mutant("RES-004", {
    vice: "Gives its resources a path for a uri.",
    hooks: editResources((entry) => ({ ...entry, uri: String(entry.uri).replace("memo://", "/memos/") })),
  }),
  "resource-unnamed": mutant("RES-004", {
    vice: "Lists resources without a name.",
    hooks: editResources(without("name")),
  }),
  "resource-size-text": mutant("RES-005", {
    vice: "Writes the size of resources as text and their MIME type as null.",
    hooks: editResources((entry) => ({
      ...entry,
      ...(entry.size === undefined ? {} : { size: String(entry.size) }),
      mimeType: null,
    })),
  }),
  "resource-icon-alone": mutant("RES-005", {
    vice: "Gives a resource one icon where a list of icons belongs.",
    hooks: editResources(set({ icons: { src: "https://example.com/icon.png" } })),
  }),
  "resource-twice": mutant("RES-006", {
    vice: "Lists one resource twice under different names.",
    hooks: editResult("resources/list", (result) => {
      const [first, ...others] = mapObjects(result.resources, (entry) => entry) as JsonObject[];
      return { ...result, resources: first ? [first, { ...first, name: "again" }, ...others] : [] };
    }),
  }),
  "resource-scheme-underscore": mutant(["RES-004", "RES-027"], {
    vice: "Uses a scheme with an underscore.",
    hooks: editResources((entry) => ({ ...entry, uri: String(entry.uri).replace("memo:", "my_memo:") })),
  }),
  "resource-uri-unescaped": mutant("RES-027", {
    vice: "Writes letters into uris that have to be percent-encoded there.",
    hooks: editResources(when("name", "greetings", set({ uri: "memo://grüße" }))),
  }),
  "new-resources-untold": mutant("RES-021", "stdio/2025-11-25", NEW_EDITION, {
    vice: "Declares listChanged for resources and does not tell when the list changes.",
    hooks: dropNotice("notifications/resources/list_changed"),
  }),
  "resources-by-request": mutant("RES-032", "stdio/2026-07-28", {
    vice: "Hides a resource from whoever starts with resources/list.",
    hooks: () => {
      let first: string | undefined;
      return {
        result: (result, { request }) => {
          first ??= request?.method;
          if (first === "server/discover" || request?.method !== "resources/list") return undefined;
          const shown = mapObjects(result.resources, (entry) => entry) as JsonObject[];
          return { ...result, resources: shown.filter(({ name }) => name !== "settings") };
        },
      };
    },
  }),
  "read-not-found-code": mutant("RES-003", {
    vice: "Answers every read of an unknown resource with -32603.",
    hooks: recode(
      -32603,
      asks("resources/read", ({ uri }) => isUnknownUri(uri)),
    ),
  }),
  "read-not-found-old-code": mutant(["RES-003", "RESTPL-010"], STATELESS, {
    vice: "Answers a read of an unknown resource with the code of the older revisions.",
    hooks: recode(
      -32002,
      asks("resources/read", ({ uri }) => isUnknownUri(uri)),
    ),
  }),
  "read-not-found-empty": mutant(["RES-003", "RES-010", "RESTPL-010"], {
    vice: "Answers a read of an unknown resource with no contents.",
    hooks: resultForError(
      asks("resources/read", ({ uri }) => isUnknownUri(uri)),
      () => ({ contents: [] }),
    ),
  }),
  "read-not-found-without-uri": mutant("RES-011", STATELESS, {
    vice: "Does not say in the error's data which resource was not found.",
    error: ({ data: _, ...error }, { request }) => (request?.method === "resources/read" ? error : undefined),
  }),
  "read-content-singular": mutant("RES-007", {
    vice: "Returns what was read as content, like a tool.",
    hooks: editResult("resources/read", ({ contents, ...others }) => ({
      ...others,
      content: mapObjects(contents, ({ text }) => ({ type: "text", text: text ?? "" })),
    })),
  }),
  "read-without-data": mutant("RES-007", {
    vice: "Returns contents with a uri and a MIME type only.",
    hooks: editContents(without("text", "blob")),
  }),
  "blob-data-url": mutant("RES-008", {
    vice: "Writes blobs as data URLs.",
    hooks: editContents((entry) =>
      typeof entry.blob === "string" ? { ...entry, blob: `data:image/png;base64,${entry.blob}` } : entry,
    ),
  }),
  "blob-as-text": mutant("RES-009", {
    vice: "Sends an image as text.",
    hooks: editContents(({ blob, ...entry }) => (blob === undefined ? entry : { ...entry, text: blob })),
  }),
  "blob-as-broken-text": mutant("RES-009", {
    vice: "Sends bytes as text of the type text/plain.",
    hooks: editContents(({ blob, ...entry }) =>
      typeof blob === "string"
        ? { ...entry, mimeType: "text/plain", text: Buffer.from(blob, "base64").toString() }
        : entry,
    ),
  }),
  "odd-uri-served": mutant("RES-013", {
    vice: "Serves the read me for whatever is no uri.",
    hooks: resultForError(
      asks("resources/read", ({ uri }) => isOddUri(uri)),
      ({ request }) => ({ contents: [{ uri: String(request?.params.uri), text: "# Read me\n" }] }),
    ),
  }),
  "odd-uri-breaks": mutant("RES-013", {
    vice: "Breaks down at text that is no uri.",
    hooks: breakDown(({ method }, { uri }) => method === "resources/read" && isOddUri(uri)),
  }),
  "listed-not-found": mutant("RES-028", {
    vice: "Lists resources that it then does not find.",
    incoming: (message) => {
      const read = message as JsonObject;
      if (read?.method !== "resources/read" || (read.params as JsonObject)?.uri !== "memo://readme") return undefined;
      return { replaceWith: { ...read, params: { ...(read.params as JsonObject), uri: "memo://gone" } } };
    },
    skip: ["header-name"],
  }),
  "read-fails-with-zero": mutant("RES-012", {
    vice: "Fails to read a resource that it lists, with the error code 0.",
    hooks: editResult("resources/read", (result, { request }) => {
      if (request.params.uri === "memo://counter") throw new RpcError(0, "database is locked");
      return result;
    }),
  }),
  "contents-elsewhere": mutant("RES-029", {
    vice: "Returns contents under the path of the file they come from.",
    hooks: editContents((entry) => ({ ...entry, uri: `file:///srv/${String(entry.uri).slice(7)}` })),
  }),
  "contents-other-type": mutant(["RES-029", "RESTPL-005"], {
    vice: "Returns everything as application/octet-stream, whatever the list says.",
    hooks: editContents(set({ mimeType: "application/octet-stream" })),
  }),
  "read-without-uri": mutant("RES-030", {
    vice: "Takes a read without a uri for one of the read me.",
    hooks: resultForError(
      asks("resources/read", ({ uri }) => typeof uri !== "string"),
      () => ({ contents: [{ uri: "memo://readme", text: "# Read me\n" }] }),
    ),
  }),
  "size-of-base64": mutant("RES-031", {
    vice: "Gives the length of the base64 text as the size of a binary resource.",
    hooks: editResources((entry) =>
      typeof entry.size === "number" && entry.name === "logo"
        ? { ...entry, size: Math.ceil(entry.size / 3) * 4 }
        : entry,
    ),
  }),
  "subscribe-refused": mutant(["RES-015", "RES-019"], STATEFUL, {
    vice: "Advertises subscribe and does not know the methods for it.",
    incoming: (message) => {
      if (!isObject(message) || typeof message.method !== "string") return undefined;
      return /^resources\/(un)?subscribe$/.test(message.method)
        ? { replaceWith: { ...message, method: `${message.method}_to` } }
        : undefined;
    },
  }),
  "subscribe-unadvertised": mutant("RES-020", STATEFUL, {
    vice: "Takes subscriptions without having advertised them.",
    hooks: editCapabilities((all) => ({ ...all, resources: unflagged(all.resources, "subscribe") })),
  }),
  "updates-for-all": mutant("RES-017", {
    vice: "Tells of a resource that nobody subscribed to.",
    hooks: replaceNotice("notifications/resources/updated", (message) => [
      message,
      { ...message, params: { ...(message.params as JsonObject), uri: "memo://settings" } },
    ]),
  }),
  "changes-untold": mutant("RES-016", "stdio/2025-11-25", STATEFUL, {
    vice: "Has a resource that is another one every time it is read, takes subscriptions to it and never tells.",
    hooks: () => {
      let reads = 0;
      return {
        ...editResult("resources/read", (result, { request }) => {
          if (request.params.uri !== "memo://readme") return result;
          reads += 1;
          // As long as before: its size is in the list.
          const text = `# Read me\n\nThis server keeps memo${reads % 10}.\n`;
          return { ...result, contents: [{ uri: "memo://readme", mimeType: "text/markdown", text }] };
        }),
        outgoing: ({ method }) => (method === "notifications/resources/updated" ? [] : undefined),
      };
    },
  }),
  "update-without-uri": mutant("RES-018", {
    vice: "Tells that some resource changed, and not which.",
    outgoing: (message) => {
      if (message.method !== "notifications/resources/updated") return undefined;
      const { uri: _, ...params } = message.params as JsonObject;
      return [{ ...message, params }];
    },
  }),
  "unsubscribe-unknown": mutant("RES-019", STATEFUL, {
    vice: "Knows resources/subscribe and not resources/unsubscribe.",
    hooks: takeIn("resources/unsubscribe", (message) => ({ replaceWith: { ...message, method: "resources/forget" } })),
  }),
  "list-changed-unadvertised": mutant("RES-022", STATEFUL, {
    vice: "Announces changed lists without having advertised listChanged.",
    hooks: editCapabilities((all) => ({
      ...all,
      resources: unflagged(all.resources, "listChanged"),
      prompts: unflagged(all.prompts, "listChanged"),
    })),
  }),
  "list-changed-camel": mutant("RES-023", STATEFUL, {
    vice: "Writes the names of the list notifications in another way.",
    outgoing: (message) =>
      typeof message.method === "string" && /^notifications\/(resources|prompts)\/list_changed$/.test(message.method)
        ? [{ ...message, method: message.method.replace("list_changed", "listChanged") }]
        : undefined,
  }),
  "list-changed-request": mutant("RES-023", STATEFUL, {
    vice: "Sends list notifications with an id, as if they were requests.",
    outgoing: (message) =>
      typeof message.method === "string" && /^notifications\/(resources|prompts)\/list_changed$/.test(message.method)
        ? [{ ...message, id: `changed-${message.method}` }]
        : undefined,
  }),
  "removed-subscribe-served": mutant("RES-036", STATELESS, {
    vice: "Still takes resources/subscribe and resources/unsubscribe.",
    hooks: resultForError(
      ({ request }) => /^resources\/(un)?subscribe$/.test(request?.method ?? ""),
      () => ({}),
    ),
  }),
  "removed-subscribe-code": mutant("RES-036", STATELESS, {
    vice: "Refuses resources/subscribe as an invalid request.",
    hooks: recode(-32600, ({ request }) => /^resources\/(un)?subscribe$/.test(request?.method ?? "")),
  }),
  "template-title-object": mutant("RESTPL-001", {
    vice: "Gives templates a title per language.",
    hooks: editTemplates(set({ title: { en: "Entry" } })),
  }),
  "templates-member": mutant("RESTPL-002", {
    vice: "Calls the list of templates templates.",
    hooks: editResult(TEMPLATES, renamed("resourceTemplates", "templates")),
  }),
  "templates-broken": mutant("RESTPL-002", {
    vice: "Answers resources/templates/list with -32602.",
    hooks: sentFor(TEMPLATES, (message, { request }) =>
      message.result !== undefined
        ? [{ jsonrpc: "2.0", id: request.id, error: { code: -32602, message: "Out of order" } }]
        : undefined,
    ),
  }),
  "template-unbalanced": mutant("RESTPL-003", {
    vice: "Forgets the closing brace of a template.",
    hooks: editTemplates((entry) => ({ ...entry, uriTemplate: String(entry.uriTemplate).replace("}", "") })),
  }),
  "template-express-style": mutant("RESTPL-003", {
    vice: "Writes variables with a leading colon, as web frameworks do.",
    hooks: editTemplates((entry) => ({ ...entry, uriTemplate: String(entry.uriTemplate).replace("{", "{:") })),
  }),
  "template-under-uri": mutant("RESTPL-003", {
    vice: "Calls the template uri.",
    hooks: editTemplates(renamed("uriTemplate", "uri")),
  }),
  "template-mime-list": mutant("RESTPL-004", {
    vice: "Gives templates a list of MIME types.",
    hooks: editTemplates(set({ mimeType: ["text/plain"] })),
  }),
  "template-icon-alone": mutant("RESTPL-004", {
    vice: "Gives a template one icon where a list of icons belongs.",
    hooks: editTemplates(set({ icons: { src: "https://example.com/icon.png" } })),
  }),
  "template-other-type": mutant("RESTPL-005", {
    vice: "Promises JSON for all resources of a template that are plain text.",
    hooks: editTemplates(set({ mimeType: "application/json" })),
  }),
  "template-cursor-refused": mutant("RESTPL-008", {
    vice: "Names a next page of templates and refuses its cursor.",
    hooks: sentFor(TEMPLATES, (message, { request }) =>
      request.params.cursor !== undefined && message.result !== undefined
        ? [{ jsonrpc: "2.0", id: request.id, error: { code: -32602, message: "Invalid cursor" } }]
        : undefined,
    ),
  }),
  "template-cursor-ignored": mutant("RESTPL-008", {
    vice: "Names a next page of templates and sends the first one again.",
    incoming: (message) => {
      const asked = message as JsonObject;
      if (asked?.method !== TEMPLATES) return undefined;
      const { cursor: _, ...params } = (asked.params ?? {}) as JsonObject;
      return { replaceWith: { ...asked, params } };
    },
  }),
  "unreal-expansion-internal": mutant("RESTPL-010", STATEFUL, {
    vice: "Answers a read of an entry that does not exist with -32603.",
    hooks: recode(-32603, ({ request }) => String(request?.params.uri).endsWith("mcptest-no-such-value")),
  }),
};
