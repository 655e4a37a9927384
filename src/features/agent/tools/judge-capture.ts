import type { Json, JsonObject } from "../../../base/json.ts";
import { REVISIONS } from "../../../protocol/revision.ts";
import { type AgentTool, objectSchema, stringArgument, ToolRefusal } from "../agent-tool.ts";
import { RESULT_SUMMARY, summarize } from "../describe-result.ts";
import { judgeResult } from "../judge-in-worker.ts";
import { type ResultStore, uriOf } from "../result-store.ts";
import { readRevisionArgument } from "./diff-revisions.ts";

export const judgeCaptureTool = (store: ResultStore): AgentTool => ({
  name: "judge_capture",
  title: "Judge a recorded session",
  description:
    "Judges a recorded session without contacting any server: the capture that check_server links to (by its URI), or the " +
    "JSON text that mcptest record wrote. Name another revision to see how the same session fares there.",
  openWorld: false,
  input: objectSchema(
    {
      capture: {
        type: "string",
        description: "A capture's URI (mcptest://captures/…), or its JSON or JSON Lines text.",
      },
      revision: { type: "string", enum: [...REVISIONS], description: "Default: the revision that was probed." },
    },
    ["capture"],
  ),
  output: RESULT_SUMMARY,
  run: async (args, call) => {
    const revision = readRevisionArgument(args, "revision");
    const result = await judgeResult(captureIn(args, store), revision, call);
    const link = store.keep("results", "The full result", result as unknown as Json);
    const summary = summarize(result, { result: link.uri });
    return { structured: summary, links: [link] };
  },
});

const CAPTURES = uriOf("captures", "");

/** The text of a session that an argument names by its URI, or is. */
export const captureIn = (args: JsonObject, store: ResultStore, name = "capture"): string => {
  const given = stringArgument(args, name) ?? "";
  const text = given.startsWith(CAPTURES) ? store.find("captures", given.slice(CAPTURES.length))?.text : given;
  if (text === undefined) throw new ToolRefusal("that capture is no longer kept; run check_server again");
  return text;
};
