import type { JsonObject, JsonValue } from "../../servers/json-rpc.ts";
import { STATELESS } from "../contexts.ts";
import { editCapabilities, editResult, objectOf, set } from "../edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

const advertise = (name: string, settings: JsonValue) =>
  editCapabilities(({ extensions, ...others }) => ({
    ...others,
    extensions: { ...objectOf(extensions), [name]: settings },
  }));

const shelved = (result: JsonObject, name: JsonValue | undefined): JsonObject =>
  name === "catalogue_info" ? { ...result, resultType: "shelf" } : result;

export const MUTANTS: MutantTable = {
  "experimental-flag": mutant("EXT-001", {
    vice: "Advertises an experimental capability by a boolean.",
    hooks: editCapabilities(set({ experimental: { shelves: true } })),
  }),
  "experimental-list": mutant("EXT-001", STATELESS, {
    vice: "Advertises its experimental capabilities as a list.",
    hooks: editCapabilities(set({ experimental: ["shelves"] })),
  }),
  "extension-without-prefix": mutant("EXT-002", STATELESS, {
    vice: "Advertises an extension without a prefix.",
    hooks: advertise("shelves", {}),
  }),
  "extension-prefix-underscore": mutant("EXT-002", STATELESS, {
    vice: "Advertises an extension whose prefix is no domain.",
    hooks: advertise("com.my_company/shelves", {}),
  }),
  "extension-flag": mutant("EXT-003", STATELESS, {
    vice: "Advertises an extension by a boolean.",
    hooks: advertise("com.example/shelves", true),
  }),
  "extension-borrowed-prefix": mutant("EXT-004", STATELESS, {
    vice: "Advertises an extension of its own under a reserved prefix.",
    hooks: advertise("dev.mcp.shelves/lists", {}),
  }),
  "extension-result-undeclared": mutant("EXT-005", STATELESS, {
    vice: "Answers every client with a result of an extension.",
    hooks: editResult("tools/call", (result, { request }) => shelved(result, request.params.name)),
  }),
  "extension-result-unadvertised": mutant("EXT-007", STATELESS, {
    vice: "Answers with a result of an extension that it does not advertise.",
    options: { without: ["tasks"] },
    hooks: editResult("tools/call", (result, { request }) => shelved(result, request.params.name)),
  }),
};
