import { counted } from "../../../base/counted.ts";
import type { Capture } from "../../../capture/capture.ts";
import type { ReportView } from "../../report.ts";
import { byReason } from "../../terminal/by-reason.ts";
import { firstOf, show, type Terminal } from "../../terminal/terminal.ts";
import { captureCounts, captureHead } from "./head.ts";

/** A capture at a glance: what the server is, how each conversation went, what went wrong, what was not asked. */
export const summaryView = {
  pretty: (capture, terminal) => {
    const troubles = capture.exchanges.flatMap(({ id, trouble }) =>
      trouble ? [terminal.red(`! ${show(id ?? "", 80)}: ${trouble.kind}, ${show(trouble.detail, 160)}`)] : [],
    );
    const notProbed = byReason(capture.not_probed ?? [], 4).map(({ reason, details }) =>
      terminal.dim(`not probed, ${reason}: ${details}`),
    );
    return [
      captureHead(capture, terminal),
      conversationLines(capture, terminal),
      firstOf(troubles, 20, (left) => `and ${left} more`),
      notProbed,
      [captureCounts(capture)],
    ].flatMap((block, index) => (index > 1 && block.length === 0 ? [] : index === 0 ? block : ["", ...block]));
  },
} as const satisfies ReportView<Capture>;

const conversationLines = (
  { conversations = [], exchanges, unsolicited = [] }: Capture,
  { bold, red }: Terminal,
): string[] => {
  const width = Math.max(0, ...conversations.map(({ id }) => show(id, 60).length));
  return conversations.map(({ id, purpose, trouble }) => {
    const own = exchanges.filter(({ conversation }) => conversation === id);
    const strays = unsolicited.filter(({ conversation }) => conversation === id).length;
    const troubled = own.filter((exchange) => exchange.trouble).length + (trouble ? 1 : 0);
    const notes = [
      counted(own.length, "exchange"),
      ...(strays > 0 ? [`${counted(strays, "unsolicited message")}`] : []),
      ...(troubled > 0 ? [red(`${troubled} with trouble`)] : []),
    ].join(", ");
    return `${bold(show(id, 60).padEnd(width))}  ${show(purpose, 90)} · ${notes}`;
  });
};
