import { counted } from "../../../base/counted.ts";
import { groupBy } from "../../../base/group-by.ts";
import { type Json, stringMember } from "../../../base/json.ts";
import type { RawText } from "../../../base/reading.ts";
import { untrusted } from "../../../base/untrusted.ts";
import type { Exchange } from "../../../capture/capture.ts";
import { escapeHtmlBlock } from "../../escape/html.ts";
import { escapeJson } from "../../escape/json.ts";
import { nameOf } from "./anchors.ts";
import { anchor, code, text } from "./text.ts";

/** Longest message shown; the capture has the rest. */
const LONGEST_MESSAGE = 4_096;
const MAX_MEANWHILE = 20;

/** Every message that a verdict rests on, by conversation, closed until the reader or a link opens it. */
export const renderWire = (exchanges: readonly Exchange[]): string => {
  const numbered = exchanges.map((exchange, index) => ({ exchange, index }));
  const groups = groupBy(numbered, ({ exchange }) => exchange.conversation ?? "");
  return [
    '<p class="soft lead">The messages that the verdicts rest on, by conversation.</p><div class="card sections">',
    ...[...groups].map(
      ([conversation, own]) =>
        `<details class="talk"><summary>${text(conversation === "" ? "session" : conversation, 120)} <span class="soft small">${counted(own.length, "exchange")}</span></summary>\n${own.map(({ exchange, index }) => renderExchange(exchange, index)).join("\n")}</details>`,
    ),
    "</div>",
  ].join("\n");
};

const renderExchange = (exchange: Exchange & { readonly sha256?: string | null }, index: number): string => {
  const { http, trouble, meanwhile = [], sha256 } = exchange;
  const head = [
    code(String(nameOf(exchange, index)), 120),
    ...(http ? [text(`${http.method}${http.status === undefined ? "" : ` ${http.status}`}`, 40)] : []),
    text(stringMember(exchange.request, "method") ?? exchange.step ?? "", 80),
    ...(exchange.deliberate ? ['<span class="chip warn">on purpose</span>'] : []),
    ...(trouble ? [`<span class="chip fail">${text(trouble.kind, 40)}</span>`] : []),
  ];
  return [
    // The link target is inside, so that a browser that follows a link to it opens the details around it.
    `<details class="wire lazy"><summary>${head.join(" ")}</summary><div id="${anchor("wire", index)}">`,
    ...block("sent", http?.request_headers, exchange.request, exchange.request_raw),
    ...meanwhile
      .slice(0, MAX_MEANWHILE)
      .flatMap(({ message, raw, late }) => block(late ? "later" : "meanwhile", undefined, message, raw)),
    ...(meanwhile.length > MAX_MEANWHILE ? [`<p class="soft">and ${meanwhile.length - MAX_MEANWHILE} more</p>`] : []),
    ...block("answered", http?.response_headers, exchange.response, exchange.response_raw ?? http?.body),
    ...(trouble ? [`<p>${text(`${trouble.kind}: ${trouble.detail}`)}</p>`] : []),
    ...(sha256 ? [`<p class="soft small">sha256 of the whole exchange: ${code(sha256, 64)}</p>`] : []),
    "</div></details>",
  ].join("\n");
};

const block = (
  label: string,
  headers: readonly (readonly [string, string])[] | undefined,
  message: Json | undefined,
  raw: RawText | undefined,
): string[] => {
  const head = (headers ?? []).map(([name, value]) => `${name}: ${value}`).join("\n");
  const body = message === undefined ? rawText(raw) : JSON.stringify(message, null, 2);
  if (head === "" && body === "") return [];
  const shown = cut([head, body].filter((part) => part !== "").join("\n\n"));
  return [`<p class="soft small">${label}</p>`, `<pre tabindex="0" role="group" aria-label="${label}">${shown}</pre>`];
};

const rawText = (raw: RawText | undefined): string => {
  if (!raw) return "";
  const more = raw.cut_from === undefined ? "" : `\n… cut from ${raw.cut_from} bytes`;
  return raw.encoding === "utf8" ? `${raw.data}${more}` : `base64: ${raw.data}${more}`;
};

const cut = (whole: string): string => {
  const shown = escapeHtmlBlock(untrusted(escapeJson(whole.slice(0, LONGEST_MESSAGE))));
  return whole.length > LONGEST_MESSAGE ? `${shown}\n… ${whole.length - LONGEST_MESSAGE} more characters` : shown;
};
