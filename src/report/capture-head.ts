import type { Capture } from "../model/capture.ts";
import { stringMember } from "../model/json.ts";
import { untrusted } from "../model/untrusted.ts";
import { escapeTerminal } from "./escape/terminal.ts";
import type { Style } from "./style.ts";

/** What a capture says of the server as a whole. */
export const renderCaptureHead = (capture: Capture, style: Style): string[] => {
  const info = capture.server_info;
  const name = stringMember(info, "name");
  const version = stringMember(info, "version");
  const capabilities = Object.keys(capture.server_capabilities ?? {});
  return [
    style.bold(show(capture.server_label, 200)),
    ...(name === undefined ? [] : [`${show(name, 80)} ${show(version ?? "", 40)}`.trimEnd()]),
    ...(capture.era ? [renderEra(capture)] : []),
    ...(capabilities.length > 0 ? [`offers ${capabilities.map((entry) => show(entry, 40)).join(", ")}`] : []),
    ...(capture.target?.kind === "http" && capture.target.insecure
      ? [style.yellow("the server's certificate was not verified (--insecure)")]
      : []),
    ...(capture.reader_notes ?? []).map((entry) => style.yellow(show(entry, 200))),
  ];
};

const ERA_WORDS = {
  stateful: "stateful era",
  stateless: "stateless era",
  dual: "both eras",
  none: "era unknown",
} as const;

const renderEra = (capture: Capture): string => {
  const { era, revisions } = capture;
  if (!era) return "";
  if (era.verdict === "none") return `${ERA_WORDS.none}: ${show(era.reason, 200)}`;
  const negotiated = (revisions?.asked ?? [])
    .filter(({ revision, answered }) => revision === answered)
    .map(({ revision }) => revision);
  const probed = revisions?.probed;
  const others = negotiated.filter((revision) => revision !== probed);
  return [
    ERA_WORDS[era.verdict],
    ...(probed ? [`probed at ${show(probed, 40)}`] : []),
    ...(others.length > 0 ? [`also negotiates ${others.map((entry) => show(entry, 40)).join(", ")}`] : []),
  ].join(" · ");
};

/** The capture in figures, one line. */
export const renderCaptureCounts = (capture: Capture): string => {
  const answered = capture.exchanges.filter(({ response }) => response !== undefined).length;
  const troubled = capture.exchanges.filter(({ trouble }) => trouble !== undefined).length;
  const conversations = capture.conversations?.length ?? 0;
  const notProbed = capture.not_probed?.length ?? 0;
  return [
    ...(conversations > 0 ? [counted(conversations, "conversation")] : []),
    counted(capture.exchanges.length, "exchange"),
    `${answered} answered`,
    ...(troubled > 0 ? [`${troubled} in trouble`] : []),
    ...(notProbed > 0 ? [`${notProbed} not probed`] : []),
    ...(capture.outcome === undefined || capture.outcome === "complete" ? [] : [capture.outcome]),
  ].join(", ");
};

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** Text of a server's, one line and cut. */
export const show = (text: string, length: number): string => escapeTerminal(untrusted(text), length);
