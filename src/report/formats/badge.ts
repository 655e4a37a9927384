import { untrusted } from "../../base/untrusted.ts";
import { escapeXml } from "../escape/xml.ts";
import type { BadgeColor } from "../findings-report.ts";
import type { Report } from "../report.ts";

/** Dark enough for white text (4.5 to 1), unlike the usual badge colours. */
const COLORS = {
  brightgreen: "#15803d",
  green: "#4d7c0f",
  yellow: "#a16207",
  orange: "#c2410c",
  red: "#b91c1c",
  lightgrey: "#6b7280",
} as const satisfies Record<BadgeColor, string>;

/** An SVG for a README: label on the left, message on the right, in the reader's own fonts. */
export const renderBadge = ({ badge }: Pick<Report, "badge">): string => {
  const [label, message] = [escapeXml(untrusted(badge.label), 60), escapeXml(untrusted(badge.message), 60)];
  const [left, right] = [widthOf(badge.label), widthOf(badge.message)];
  const total = left + right;
  const text = (content: string, from: number, width: number): string =>
    `<text x="${from + width / 2}" y="14" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${total}" height="20" role="img" aria-label="${label}: ${message}">`,
    `<title>${label}: ${message}</title>`,
    `<clipPath id="r"><rect width="${total}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#374151"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${COLORS[badge.color]}"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
    `${text(label, 0, left)}${text(message, left, right)}</g></svg>`,
  ].join("\n")}\n`;
};

const PADDING = 6;

/** Verdana at 11 pixels, roughly: textLength makes the text fit in any font. */
const widthOf = (text: string): number => {
  const shown = [...text].slice(0, 60);
  const width = shown.reduce((sum, character) => sum + glyphWidth(character), 0);
  return Math.ceil(width) + 2 * PADDING;
};

const glyphWidth = (character: string): number => {
  if (/[ijl.,:;'|!]/.test(character)) return 3.5;
  if (/[ frt()/·-]/.test(character)) return 4.6;
  if (/[mwMW%@]/.test(character)) return 10.5;
  if (/[A-Z+]/.test(character)) return 8;
  return 7;
};
