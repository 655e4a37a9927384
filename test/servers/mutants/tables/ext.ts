import { isObject, type JsonObject, type JsonValue } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { editCapabilities, editResult } from "./edits.ts";

const STATELESS = ["http/2026-07-28"] as const;

const advertise = (name: string, settings: JsonValue) =>
  editCapabilities(({ extensions, ...others }) => ({
    ...others,
    extensions: { ...(isObject(extensions) ? extensions : {}), [name]: settings },
  }));

const shelved = (result: JsonObject, name: JsonValue | undefined): JsonObject =>
  name === "catalogue_info" ? { ...result, resultType: "shelf" } : result;

export const EXT_MUTANTS: readonly Mutant[] = [
  {
    id: "experimental-flag",
    vice: "Advertises an experimental capability by a boolean.",
    hooks: editCapabilities((capabilities) => ({ ...capabilities, experimental: { shelves: true } })),
    fails: ["EXT-001"],
  },
  {
    id: "experimental-list",
    vice: "Advertises its experimental capabilities as a list.",
    hooks: editCapabilities((capabilities) => ({ ...capabilities, experimental: ["shelves"] })),
    fails: ["EXT-001"],
    in: STATELESS,
  },
  {
    id: "extension-without-prefix",
    vice: "Advertises an extension without a prefix.",
    hooks: advertise("shelves", {}),
    fails: ["EXT-002"],
    in: STATELESS,
  },
  {
    id: "extension-prefix-underscore",
    vice: "Advertises an extension whose prefix is no domain.",
    hooks: advertise("com.my_company/shelves", {}),
    fails: ["EXT-002"],
    in: STATELESS,
  },
  {
    id: "extension-flag",
    vice: "Advertises an extension by a boolean.",
    hooks: advertise("com.example/shelves", true),
    fails: ["EXT-003"],
    in: STATELESS,
  },
  {
    id: "extension-borrowed-prefix",
    vice: "Advertises an extension of its own under a reserved prefix.",
    hooks: advertise("dev.mcp.shelves/lists", {}),
    fails: ["EXT-004"],
    in: STATELESS,
  },
  {
    id: "extension-result-undeclared",
    vice: "Answers every client with a result of an extension.",
    hooks: editResult("tools/call", (result, { request }) => shelved(result, request?.params.name)),
    fails: ["EXT-005"],
    in: STATELESS,
  },
  {
    id: "extension-result-unadvertised",
    vice: "Answers with a result of an extension that it does not advertise.",
    hooks: editResult("tools/call", (result, { request }) => shelved(result, request?.params.name)),
    options: { without: ["tasks"] },
    fails: ["EXT-007"],
    in: STATELESS,
  },
];
