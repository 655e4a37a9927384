// The methods both eras share, each with the feature it belongs to.

import type { JsonObject } from "../json-rpc.ts";
import type { Feature, OptionalExtension } from "../server-core.ts";
import type { Call } from "./call.ts";
import { complete } from "./completion.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import { listResources, listTemplates, readResource } from "./resources.ts";
import { getSkill, listSkills, readDirectory } from "./skills.ts";
import { callTool, listTools } from "./tools.ts";

export interface FeatureMethod {
  feature: Feature;
  /** The extension that has the method; none of the core has one. */
  extension?: OptionalExtension;
  serve(params: JsonObject, call: Call): JsonObject | Promise<JsonObject>;
}

export const FEATURE_METHODS: ReadonlyMap<string, FeatureMethod> = new Map<string, FeatureMethod>([
  ["tools/list", { feature: "tools", serve: listTools }],
  ["tools/call", { feature: "tools", serve: callTool }],
  ["resources/list", { feature: "resources", serve: listResources }],
  ["resources/templates/list", { feature: "resources", serve: listTemplates }],
  ["resources/read", { feature: "resources", serve: readResource }],
  ["prompts/list", { feature: "prompts", serve: listPrompts }],
  ["prompts/get", { feature: "prompts", serve: getPrompt }],
  ["completion/complete", { feature: "completions", serve: complete }],
  ["skills/list", { feature: "resources", extension: "skills", serve: listSkills }],
  ["skills/get", { feature: "resources", extension: "skills", serve: getSkill }],
  ["resources/directory/read", { feature: "resources", extension: "skills", serve: readDirectory }],
]);
