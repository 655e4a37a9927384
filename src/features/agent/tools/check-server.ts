import { defined } from "../../../base/defined.ts";
import type { Json } from "../../../base/json.ts";
import { REVISIONS } from "../../../protocol/revision.ts";
import { type AgentTool, objectSchema } from "../agent-tool.ts";
import { RESULT_SUMMARY, summarize } from "../describe-result.ts";
import { judgeResult } from "../judge-in-worker.ts";
import { type AgentProbeContext, probeFor, TARGET_PROPERTIES, targetOf } from "../probe-for-agent.ts";
import type { ResultStore } from "../result-store.ts";
import { readRevisionArgument } from "./diff-revisions.ts";

export const checkServer = (context: AgentProbeContext, store: ResultStore): AgentTool => ({
  name: "check_server",
  title: "Check an MCP server",
  description:
    "Probes an MCP server and judges everything it says against the protocol specification. Returns a grade, the failed " +
    "rules (worst first, each with what was found and how to fix it), and links to the full result and the recorded " +
    "session. Calls only tools that declare themselves read-only. Takes a few seconds; with quick it takes less, and gives " +
    "no grade.",
  openWorld: true,
  input: objectSchema({
    ...TARGET_PROPERTIES,
    revision: {
      type: "string",
      enum: [...REVISIONS],
      description: "Probe and judge this protocol revision (default: the newest the server speaks).",
    },
    quick: {
      type: "boolean",
      description:
        "Ask only what one polite conversation can, nothing that is wrong on purpose: for looking again after each " +
        "change. The answer has no grade and says how many rules were left out (default: false, ask everything).",
    },
  }),
  output: RESULT_SUMMARY,
  run: async (args, call) => {
    const target = targetOf(args, context);
    const revision = readRevisionArgument(args, "revision");
    const part = args["quick"] === true ? { asked: { quick: true as const } } : undefined;
    const capture = await probeFor(target, { tools: "read-only", ...defined({ revision, part }) }, context, call);
    const result = await judgeResult(capture, revision, call);
    const links = [
      store.keep("results", "The full result", result as unknown as Json),
      store.keepText("captures", "The recorded session", capture),
    ] as const;
    const summary = summarize(result, { result: links[0].uri, capture: links[1].uri });
    return { structured: summary, links };
  },
});
