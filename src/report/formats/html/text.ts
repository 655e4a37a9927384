import { untrusted } from "../../../base/untrusted.ts";
import { escapeHtml } from "../../escape/html.ts";
import { webLink } from "../../escape/link.ts";

/** Any text for a page. What a result says is escaped whoever wrote it: a saved result is a file like any other. */
export const text = (value: string, length = 600): string => escapeHtml(untrusted(value), length);

/** Our own sentences name things between backticks. */
export const prose = (value: string, length = 2_000): string =>
  text(value, length).replace(/&#96;((?:(?!&#96;).)+)&#96;/g, "<code>$1</code>");

export const code = (value: string, length = 600): string => `<code>${text(value, length)}</code>`;

/** A link to a web page, or plain text. */
export const link = (address: string, words?: string): string => {
  const page = webLink(address);
  if (page === undefined) return text(words ?? address);
  return `<a href="${text(page, 2_000)}" rel="noreferrer noopener">${text(words ?? address)}</a>`;
};

/** Something that can be an id of an element and the end of a link: letters, digits and dashes. */
export const anchor = (kind: string, index: number): string => `${kind}-${index + 1}`;
