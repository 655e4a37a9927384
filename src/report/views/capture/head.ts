import { counted } from "../../../base/counted.ts";
import type { Capture } from "../../../capture/capture.ts";
import { askedWords } from "../../../scores/result/partial.ts";
import { serverName } from "../../findings/server-name.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";

/** What a capture says of the server as a whole. */
export const captureHead = (capture: Capture, { bold, yellow }: Terminal): string[] => {
  const name = serverName(capture.server_info);
  const capabilities = Object.keys(capture.server_capabilities ?? {});
  return [
    bold(show(capture.server_label)),
    ...(name === "" ? [] : [show(name, 120)]),
    ...(capture.era ? [eraLine(capture)] : []),
    ...(capabilities.length > 0 ? [`offers ${capabilities.map((entry) => show(entry, 40)).join(", ")}`] : []),
    ...(capture.asked ? [yellow(`only a part was asked: ${show(askedWords(capture.asked), 200)}`)] : []),
    ...(capture.target?.kind === "http" && capture.target.insecure
      ? [yellow("the server's TLS certificate was not verified (--insecure)")]
      : []),
    ...(capture.reader_notes ?? []).map((entry) => yellow(show(entry))),
  ];
};

const ERA_WORDS = {
  stateful: "stateful era",
  stateless: "stateless era",
  dual: "both eras",
  none: "era unknown",
} as const;

const eraLine = ({ era, revisions }: Capture): string => {
  if (!era) return "";
  if (era.verdict === "none") return `${ERA_WORDS.none}: ${show(era.reason)}`;
  const probed = revisions?.probed;
  const others = (revisions?.asked ?? [])
    .filter(({ revision, answered }) => revision === answered && revision !== probed)
    .map(({ revision }) => show(revision, 40));
  return [
    ERA_WORDS[era.verdict],
    ...(probed ? [`probed at ${show(probed, 40)}`] : []),
    ...(others.length > 0 ? [`also negotiates ${others.join(", ")}`] : []),
  ].join(" · ");
};

/** The capture in figures, one line. */
export const captureCounts = ({ exchanges, conversations = [], not_probed = [], outcome }: Capture): string => {
  const troubled = exchanges.filter(({ trouble }) => trouble !== undefined).length;
  return [
    ...(conversations.length > 0 ? [counted(conversations.length, "conversation")] : []),
    counted(exchanges.length, "exchange"),
    `${exchanges.filter(({ response }) => response !== undefined).length} answered`,
    ...(troubled > 0 ? [`${troubled} with trouble`] : []),
    ...(not_probed.length > 0 ? [`${not_probed.length} not probed`] : []),
    ...(outcome === undefined || outcome === "complete" ? [] : [outcome]),
  ].join(", ");
};
