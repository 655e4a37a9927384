import type { Capture, NotProbed } from "../model/capture.ts";
import { counted, renderCaptureCounts, renderCaptureHead, show } from "./capture-head.ts";
import { createStyle, type Style } from "./style.ts";

/** A capture at a glance: what the server is, how each conversation went, what went wrong, what was not asked. */
export const renderSummary = (capture: Capture, options: { readonly color: boolean }): string => {
  const style = createStyle(options.color);
  return `${[
    ...renderCaptureHead(capture, style),
    "",
    ...renderConversations(capture, style),
    ...renderTrouble(capture, style),
    ...renderNotProbed(capture.not_probed ?? [], style),
    "",
    renderCaptureCounts(capture),
  ].join("\n")}\n`;
};

const renderConversations = (capture: Capture, style: Style): string[] => {
  const conversations = capture.conversations ?? [];
  const width = Math.max(0, ...conversations.map(({ id }) => show(id, 60).length));
  return conversations.map(({ id, purpose, trouble }) => {
    const exchanges = capture.exchanges.filter(({ conversation }) => conversation === id);
    const strays = (capture.unsolicited ?? []).filter(({ conversation }) => conversation === id).length;
    const troubled = exchanges.filter((exchange) => exchange.trouble).length + (trouble ? 1 : 0);
    const notes = [
      counted(exchanges.length, "exchange"),
      ...(strays > 0 ? [`${counted(strays, "message")} nobody asked for`] : []),
      ...(troubled > 0 ? [style.red(`${troubled} in trouble`)] : []),
    ].join(", ");
    return `${style.bold(show(id, 60).padEnd(width))}  ${show(purpose, 90)} · ${notes}`;
  });
};

const MAX_TROUBLES = 20;

const renderTrouble = (capture: Capture, style: Style): string[] => {
  const troubled = capture.exchanges.flatMap(({ id, trouble }) =>
    trouble ? [`${show(id ?? "", 80)}: ${trouble.kind}, ${show(trouble.detail, 160)}`] : [],
  );
  if (troubled.length === 0) return [];
  const more = troubled.length > MAX_TROUBLES ? [`and ${troubled.length - MAX_TROUBLES} more`] : [];
  return ["", ...troubled.slice(0, MAX_TROUBLES).map((line) => style.red(`! ${line}`)), ...more];
};

/** By reason, because a server that offers little leaves dozens of steps unasked. */
const renderNotProbed = (entries: readonly NotProbed[], style: Style): string[] => {
  if (entries.length === 0) return [];
  const reasons = [...new Set(entries.map(({ reason }) => reason))];
  return [
    "",
    ...reasons.map((reason) => {
      const details = [
        ...new Set(entries.filter((entry) => entry.reason === reason).map(({ detail }) => show(detail, 120))),
      ];
      const shown = details.slice(0, 4).join("; ");
      return style.dim(`not probed, ${reason}: ${shown}${details.length > 4 ? "; …" : ""}`);
    }),
  ];
};
