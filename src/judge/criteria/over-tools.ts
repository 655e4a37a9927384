import { placeOf } from "../../facts/view.ts";
import { untrusted } from "../../model/untrusted.ts";
import type { ToolFault } from "../../model/discoverability.ts";
import { type AuditSession, type ListedTool, toolsPlaces } from "./audit-session.ts";
import { blockedBy } from "./blocked.ts";
import type { Judgement } from "./criterion.ts";

const MAX_FAULTS = 100;
const LONGEST = 160;

/** A tool and what is wrong with it, with the text it is about. */
export const faultOf = ({ label }: ListedTool, fault: string, text?: string): ToolFault => ({
  tool: untrusted(label.slice(0, LONGEST)),
  fault,
  ...(text === undefined ? {} : { text: untrusted(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text) }),
});

/** A criterion over the tools: without a list, or with an empty one, there is nothing that could pass. */
export const overTools = (
  { listing, gap }: AuditSession,
  fix: string,
  judge: (tools: readonly ListedTool[]) => Omit<Judgement, "asked" | "read" | "fix">,
): Judgement => {
  const { asked, pages, tools } = listing;
  const common = { asked, fix, read: toolsPlaces(listing) };
  if (pages.length === 0) {
    const last = asked.at(-1);
    // Once it was asked, the reason is in the answer.
    const why = last
      ? (blockedBy(last) ?? { reason: "prerequisite-missing" as const, detail: "there is no list of tools" })
      : gap(["tools/list", "tools/list-absent"], "a list of tools");
    const read = last ? [placeOf(last, "/response"), placeOf(last, "/http/status")] : [];
    return { ...common, pass: false, unobserved: why.reason, detail: why.detail, read };
  }
  if (tools.length === 0)
    return { ...common, pass: false, detail: "the list of tools is empty", measured: { tools: 0 } };
  const judged = judge(tools);
  return { ...common, ...judged, faults: (judged.faults ?? []).slice(0, MAX_FAULTS) };
};
