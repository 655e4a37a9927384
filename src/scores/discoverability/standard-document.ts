import type { JsonObject } from "../../base/json.ts";
import { describeStandard } from "./describe-standard.ts";
import { DEFAULT_STANDARD, STANDARD_NAME, STANDARD_VERSIONS, type StandardVersion } from "./discoverability.ts";

/** The rules of one version; a certificate carries their digest. */
export const standardRuleset = (version: StandardVersion): JsonObject => describeStandard(version);

/** agent-tool-discoverability-standard.json: all versions, with their attribution. */
export const standardDocument = (): JsonObject => ({
  name: STANDARD_NAME,
  title: "Agent-Tool Discoverability Standard",
  status: "draft",
  default_version: DEFAULT_STANDARD,
  attribution: {
    author: "SaSame",
    license: "CC-BY",
    changes: "criteria put into other words, and into figures where the text leaves them open",
    affiliation:
      "a draft by SaSame; neither it nor this implementation is affiliated with or endorsed by the Model Context Protocol project",
  },
  versions: Object.fromEntries(STANDARD_VERSIONS.map((version) => [version, standardRuleset(version)])),
});
