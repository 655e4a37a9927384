import type { ExtensionStanding, ExtensionStatus } from "../../../../judge/corpus/extension.ts";
import type { ServerResult } from "../../../../scores/result/result.ts";
import type { Block, Cell, Tone } from "../../../report.ts";

const WORDS =
  "The extensions that the server declares, or uses without declaring them. Of those that are judged, only what the extension's text says MUST counts in the grade, and only for a server that declares it; the others are listed and fail nothing. The rules themselves stand with the others below, in the section extensions.";

/** Every extension, how it is known here, and how the server keeps to it. */
export const extensionsBlock = ({ extensions }: ServerResult): Block | undefined => {
  if (!extensions) return undefined;
  return {
    id: "extensions",
    title: "Extensions",
    words: WORDS,
    tables: [
      {
        caption: "what the server declares or shows",
        columns: ["", "extension", "identifier", "text", "hold", "fail", "MUST", "warnings", "open", "note"],
        rows: extensions.map((standing): readonly Cell[] => {
          const { name, identifier, version, counts, note, link } = standing;
          return [
            { text: STATES[standing.status], as: "chip", tone: toneOf(standing) },
            { text: name ?? "", as: "prose" },
            { text: identifier, as: "code" },
            { text: version === undefined ? (link ?? "") : `${version} · ${link ?? ""}`, as: "prose" },
            ...[counts?.passed, counts?.failed, counts?.failed_must, counts?.warnings, counts?.open].map(
              (count): Cell => ({ text: count === undefined ? "" : String(count) }),
            ),
            { text: note ?? "", as: "prose" },
          ];
        }),
      },
    ],
  };
};

const STATES = {
  judged: "judged",
  official: "official",
  experimental: "experimental",
  unknown: "unknown",
} as const satisfies Record<ExtensionStatus, string>;

const toneOf = ({ counts }: ExtensionStanding): Tone => {
  if (!counts) return "none";
  if (counts.failed_must > 0) return "fail";
  return counts.failed + counts.warnings > 0 ? "warn" : counts.passed > 0 ? "pass" : "none";
};
