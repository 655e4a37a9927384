import {
  DEFAULT_STANDARD,
  isStandardVersion,
  STANDARD_VERSIONS,
} from "../../../scores/discoverability/discoverability.ts";
import { standardDocument, standardRuleset } from "../../../scores/result/discoverability.ts";
import { type AgentTool, objectSchema, outputSchema, stringArgument, ToolRefusal } from "../agent-tool.ts";

export const STANDARD_URI = "mcptest://standard";

export const standardText = (): string => JSON.stringify(standardDocument(), null, 2);

export const getStandard: AgentTool = {
  name: "get_standard",
  title: "Read the discoverability standard",
  description:
    "Returns the Agent-Tool Discoverability Standard (a public draft, CC-BY by SaSame, not part of the protocol) as mcptest " +
    "applies it: the ten criteria C1 to C10 with their thresholds, and how the grade follows from them.",
  openWorld: false,
  input: objectSchema({
    version: { type: "string", enum: [...STANDARD_VERSIONS], description: `Default ${DEFAULT_STANDARD}.` },
  }),
  output: outputSchema({ version: { type: "string" }, rules: { type: "object" } }),
  run: (args) => {
    const version = stringArgument(args, "version") ?? DEFAULT_STANDARD;
    if (!isStandardVersion(version))
      throw new ToolRefusal(
        `there is no version ${JSON.stringify(version.slice(0, 20))}; use one of ${STANDARD_VERSIONS.join(", ")}`,
      );
    const rules = standardRuleset(version);
    return { structured: { version, rules } };
  },
};
