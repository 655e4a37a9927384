import { defined } from "../../base/defined.ts";
import { shorten } from "../../base/shorten.ts";
import { untrusted } from "../../base/untrusted.ts";
import { type AuditSession, type ListedTool, toolsPlaces } from "./audit-session.ts";
import { blockedBy } from "./blocked.ts";
import { type Judgement, responsePlaces } from "./criterion.ts";
import type { ToolFault } from "./discoverability.ts";

const MAX_FAULTS = 100;
const LONGEST = 160;

/** What is wrong with a tool, and the text that shows it. */
export const faultOf = ({ label }: ListedTool, fault: string, text?: string): ToolFault =>
  defined({
    tool: untrusted(label.slice(0, LONGEST)),
    fault,
    text: text === undefined ? undefined : untrusted(shorten(text, LONGEST)),
  });

/** A criterion over all tools. Without a list, or with an empty one, it cannot pass. */
export const overTools = (
  { listing, gap, view }: AuditSession,
  fix: string,
  judge: (tools: readonly ListedTool[]) => Omit<Judgement, "asked" | "read" | "fix">,
): Judgement => {
  const { asked, pages, tools } = listing;
  const common = { asked, fix, read: toolsPlaces(listing) };
  if (pages.length === 0) {
    const last = asked.at(-1);
    // If tools/list was asked, its answer holds the reason.
    const why = last
      ? (blockedBy(last) ?? { reason: "prerequisite-missing" as const, detail: "there is no list of tools" })
      : gap(["tools/list", "tools/list-absent"], "a list of tools");
    const read = last ? responsePlaces(last) : [];
    return { ...common, pass: false, unobserved: why.reason, detail: why.detail, read };
  }
  if (tools.length === 0)
    return { ...common, pass: false, detail: "the list of tools is empty", measured: { tools: 0 } };
  view.spend(tools.length);
  const judged = judge(tools);
  return { ...common, ...judged, faults: (judged.faults ?? []).slice(0, MAX_FAULTS) };
};
