import { type JsonObject, RpcError } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { breakDown, editEntries, editResult, hideCapability, mapObjects, recode, resultForError } from "./edits.ts";
import { RES_USER_MUTANTS } from "./other-users.ts";
import { RES_WATCHING_MUTANTS } from "./res-watching.ts";

const STATELESS = ["http/2026-07-28"] as const;
const editResources = (edit: (entry: JsonObject, index: number) => JsonObject) =>
  editEntries("resources/list", "resources", edit);
const editContents = (edit: (entry: JsonObject) => JsonObject) => editEntries("resources/read", "contents", edit);

const isUnknown = (uri: unknown): boolean =>
  typeof uri === "string" && (uri.includes("no/such") || uri.includes("mcptest-no-such"));

/** Text that is no uri at all. */
const isOdd = (uri: unknown): boolean => uri === "" || uri === "not a uri";

const IN_LISTS: readonly Mutant[] = [
  {
    id: "resources-member",
    vice: "Calls the list of resources items.",
    hooks: editResult("resources/list", ({ resources, ...others }) => ({ ...others, items: resources })),
    fails: ["RES-001"],
  },
  {
    id: "resources-list-refused",
    vice: "Advertises resources and does not know resources/list without params.",
    hooks: {
      incoming: (message) =>
        typeof message === "object" &&
        message !== null &&
        !Array.isArray(message) &&
        message.method === "resources/list"
          ? { replaceWith: { ...message, method: "resources/list_all" } }
          : undefined,
    },
    fails: ["PROTO-075"],
    in: ["http/2025-11-25", "stdio/2024-11-05"],
  },
  {
    id: "resources-unadvertised",
    vice: "Lists resources and templates without having advertised resources.",
    hooks: hideCapability("resources"),
    fails: ["RES-002", "RESTPL-009"],
  },
  {
    id: "resource-bare-path",
    vice: "Gives its resources a path for a uri.",
    hooks: editResources((entry) => ({ ...entry, uri: String(entry.uri).replace("memo://", "/memos/") })),
    fails: ["RES-004"],
  },
  {
    id: "resource-unnamed",
    vice: "Lists resources without a name.",
    hooks: editResources(({ name: _, ...entry }) => entry),
    fails: ["RES-004"],
  },
  {
    id: "resource-size-text",
    vice: "Writes the size of resources as text and their MIME type as null.",
    hooks: editResources((entry) => ({
      ...entry,
      ...(entry.size === undefined ? {} : { size: String(entry.size) }),
      mimeType: null,
    })),
    fails: ["RES-005"],
  },
  {
    id: "resource-icon-alone",
    vice: "Gives a resource one icon where a list of icons belongs.",
    hooks: editResources((entry) => ({ ...entry, icons: { src: "https://example.com/icon.png" } })),
    fails: ["RES-005"],
  },
  {
    id: "resource-twice",
    vice: "Lists one resource twice under different names.",
    hooks: editResult("resources/list", (result) => {
      const [first, ...others] = mapObjects(result.resources, (entry) => entry) as JsonObject[];
      return { ...result, resources: first ? [first, { ...first, name: "again" }, ...others] : [] };
    }),
    fails: ["RES-006"],
  },
  {
    id: "resource-scheme-underscore",
    vice: "Uses a scheme with an underscore.",
    hooks: editResources((entry) => ({ ...entry, uri: String(entry.uri).replace("memo:", "my_memo:") })),
    fails: ["RES-004", "RES-027"],
  },
  {
    id: "resource-uri-unescaped",
    vice: "Writes letters into uris that have to be percent-encoded there.",
    hooks: editResources((entry) => (entry.name === "greetings" ? { ...entry, uri: "memo://grüße" } : entry)),
    fails: ["RES-027"],
  },
  {
    id: "new-resources-untold",
    vice: "Declares listChanged for resources and does not tell when the list changes.",
    options: { newEdition: true },
    hooks: { outgoing: (message) => (message.method === "notifications/resources/list_changed" ? [] : undefined) },
    fails: ["RES-021"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "resources-by-request",
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
    fails: ["RES-032"],
    in: ["stdio/2026-07-28"],
  },
];

const IN_READS: readonly Mutant[] = [
  {
    id: "read-not-found-code",
    vice: "Answers every read of an unknown resource with -32603.",
    hooks: recode(-32603, ({ request }) => request?.method === "resources/read" && isUnknown(request.params.uri)),
    fails: ["RES-003"],
  },
  {
    id: "read-not-found-old-code",
    vice: "Answers a read of an unknown resource with the code of the older revisions.",
    hooks: recode(-32002, ({ request }) => request?.method === "resources/read" && isUnknown(request.params.uri)),
    fails: ["RES-003", "RESTPL-010"],
    in: STATELESS,
  },
  {
    id: "read-not-found-empty",
    vice: "Answers a read of an unknown resource with no contents.",
    hooks: resultForError(
      ({ request }) => request?.method === "resources/read" && isUnknown(request.params.uri),
      () => ({ contents: [] }),
    ),
    fails: ["RES-003", "RES-010", "RESTPL-010"],
  },
  {
    id: "read-not-found-without-uri",
    vice: "Does not say in the error's data which resource was not found.",
    hooks: {
      error: ({ data: _, ...error }, { request }) => (request?.method === "resources/read" ? error : undefined),
    },
    fails: ["RES-011"],
    in: STATELESS,
  },
  {
    id: "read-content-singular",
    vice: "Returns what was read as content, like a tool.",
    hooks: editResult("resources/read", ({ contents, ...others }) => ({
      ...others,
      content: mapObjects(contents, ({ text }) => ({ type: "text", text: text ?? "" })),
    })),
    fails: ["RES-007"],
  },
  {
    id: "read-without-data",
    vice: "Returns contents with a uri and a MIME type only.",
    hooks: editContents(({ text: _, blob: __, ...entry }) => entry),
    fails: ["RES-007"],
  },
  {
    id: "blob-data-url",
    vice: "Writes blobs as data URLs.",
    hooks: editContents((entry) =>
      typeof entry.blob === "string" ? { ...entry, blob: `data:image/png;base64,${entry.blob}` } : entry,
    ),
    fails: ["RES-008"],
  },
  {
    id: "blob-as-text",
    vice: "Sends an image as text.",
    hooks: editContents(({ blob, ...entry }) => (blob === undefined ? entry : { ...entry, text: blob })),
    fails: ["RES-009"],
  },
  {
    id: "blob-as-broken-text",
    vice: "Sends bytes as text of the type text/plain.",
    hooks: editContents(({ blob, ...entry }) =>
      typeof blob === "string"
        ? { ...entry, mimeType: "text/plain", text: Buffer.from(blob, "base64").toString() }
        : entry,
    ),
    fails: ["RES-009"],
  },
  {
    id: "odd-uri-served",
    vice: "Serves the read me for whatever is no uri.",
    hooks: resultForError(
      ({ request }) => request?.method === "resources/read" && isOdd(request.params.uri),
      ({ request }) => ({ contents: [{ uri: String(request?.params.uri), text: "# Read me\n" }] }),
    ),
    fails: ["RES-013"],
  },
  {
    id: "odd-uri-breaks",
    vice: "Breaks down at text that is no uri.",
    hooks: breakDown(({ method }, { uri }) => method === "resources/read" && isOdd(uri)),
    fails: ["RES-013"],
  },
  {
    id: "listed-not-found",
    vice: "Lists resources that it then does not find.",
    hooks: {
      incoming: (message) => {
        const read = message as JsonObject;
        if (read?.method !== "resources/read" || (read.params as JsonObject)?.uri !== "memo://readme") return undefined;
        return { replaceWith: { ...read, params: { ...(read.params as JsonObject), uri: "memo://gone" } } };
      },
      skip: ["header-name"],
    },
    fails: ["RES-028"],
  },
  {
    id: "read-fails-with-zero",
    vice: "Fails to read a resource that it lists, with the error code 0.",
    hooks: editResult("resources/read", (result, { request }) => {
      if (request?.params.uri === "memo://counter") throw new RpcError(0, "database is locked");
      return result;
    }),
    fails: ["RES-012"],
  },
  {
    id: "contents-elsewhere",
    vice: "Returns contents under the path of the file they come from.",
    hooks: editContents((entry) => ({ ...entry, uri: `file:///srv/${String(entry.uri).slice(7)}` })),
    fails: ["RES-029"],
  },
  {
    id: "contents-other-type",
    vice: "Returns everything as application/octet-stream, whatever the list says.",
    hooks: editContents((entry) => ({ ...entry, mimeType: "application/octet-stream" })),
    fails: ["RES-029", "RESTPL-005"],
  },
  {
    id: "read-without-uri",
    vice: "Takes a read without a uri for one of the read me.",
    hooks: resultForError(
      ({ request }) => request?.method === "resources/read" && typeof request.params.uri !== "string",
      () => ({ contents: [{ uri: "memo://readme", text: "# Read me\n" }] }),
    ),
    fails: ["RES-030"],
  },
  {
    id: "size-of-base64",
    vice: "Gives the length of the base64 text as the size of a binary resource.",
    hooks: editResources((entry) =>
      typeof entry.size === "number" && entry.name === "logo"
        ? { ...entry, size: Math.ceil(entry.size / 3) * 4 }
        : entry,
    ),
    fails: ["RES-031"],
  },
];

export const RES_MUTANTS: readonly Mutant[] = [...RES_USER_MUTANTS, ...IN_LISTS, ...IN_READS, ...RES_WATCHING_MUTANTS];
