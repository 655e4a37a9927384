import type { Json, JsonObject } from "../../model/json.ts";
import { REVISIONS } from "../../model/revision.ts";
import { type AgentTool, objectSchema, ToolRefusal } from "../agent-tool.ts";
import { RESULT_SUMMARY, summarize } from "../describe-result.ts";
import { judgeResult } from "../judge-apart.ts";
import { type KeptResults, uriOf } from "../kept-results.ts";
import { readRevisionArgument } from "./diff-revisions.ts";

export const judgeCaptureTool = (kept: KeptResults): AgentTool => ({
  name: "judge_capture",
  title: "Judge a recorded session",
  description:
    "Judges a session that was recorded earlier, without contacting any server: the capture that check_server linked to " +
    "(by its URI), or the JSON text that mcptest record wrote. Name another revision to see how the same session fares there.",
  openWorld: false,
  input: objectSchema(
    {
      capture: {
        type: "string",
        description: "A capture's URI (mcptest://captures/…), or its JSON or JSON Lines text.",
      },
      revision: { type: "string", enum: [...REVISIONS], description: "By default the revision that was probed." },
    },
    ["capture"],
  ),
  output: RESULT_SUMMARY,
  run: async (args, call) => {
    const revision = readRevisionArgument(args, "revision");
    const result = await judgeResult(captureIn(args, kept), revision, call);
    const link = kept.keep("results", "The whole result", result as unknown as Json);
    const summary = summarize(result, { result: link.uri });
    return { structured: summary, links: [link] };
  },
});

const CAPTURES = uriOf("captures", "");

const captureIn = ({ capture }: JsonObject, kept: KeptResults): string => {
  const given = typeof capture === "string" ? capture : "";
  const text = given.startsWith(CAPTURES) ? kept.find("captures", given.slice(CAPTURES.length))?.text : given;
  if (text === undefined) throw new ToolRefusal("that capture is no longer kept; run check_server again");
  return text;
};
