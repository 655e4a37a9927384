import type { Json } from "../../model/json.ts";
import { REVISIONS } from "../../model/revision.ts";
import { type AgentTool, objectSchema } from "../agent-tool.ts";
import { RESULT_SUMMARY, summarize } from "../describe-result.ts";
import { judgeResult } from "../judge-apart.ts";
import type { KeptResults } from "../kept-results.ts";
import { type ProbeDesk, probeFor, TARGET_PROPERTIES, targetOf } from "../probe-for-agent.ts";
import { readRevisionArgument } from "./diff-revisions.ts";

export const checkServer = (desk: ProbeDesk, kept: KeptResults): AgentTool => ({
  name: "check_server",
  title: "Check an MCP server",
  description:
    "Talks to an MCP server and judges everything it says against the protocol specification: a grade, the failed rules " +
    "worst first with what was found and how to fix it, and links to the whole result and the recorded session. Calls " +
    "only tools that declare themselves read-only. Takes a few seconds.",
  openWorld: true,
  input: objectSchema({
    ...TARGET_PROPERTIES,
    revision: {
      type: "string",
      enum: [...REVISIONS],
      description: "Probe and judge this protocol revision; by default the newest the server speaks.",
    },
  }),
  output: RESULT_SUMMARY,
  run: async (args, call) => {
    const target = targetOf(args, desk);
    const revision = readRevisionArgument(args, "revision");
    const capture = await probeFor(target, { tools: "read-only", ...(revision ? { revision } : {}) }, desk, call);
    const result = await judgeResult(capture, revision, call);
    const links = [
      kept.keep("results", "The whole result", result as unknown as Json),
      kept.keepText("captures", "What was said on the wire", capture),
    ] as const;
    const summary = summarize(result, { result: links[0].uri, capture: links[1].uri });
    return { structured: summary, links };
  },
});
