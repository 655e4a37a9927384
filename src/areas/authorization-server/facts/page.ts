import type { Exchange } from "../../../capture/capture.ts";
import { headerObject, mediaType } from "../../../judge/core/answer.ts";

/** What an authorization page shows, as far as it can be read without running it. */
export interface AuthorizationPage {
  readonly isHtml: boolean;
  /** Only the beginning was kept. */
  readonly isCut: boolean;
  readonly text: string;
  /** Its title and the names of its fields: the same for the same page, whoever asks. */
  readonly shape: string;
  /** It asks who the user is. */
  readonly signsIn: boolean;
  /** It asks whether to go on, and has nothing to sign in with. */
  readonly asksConsent: boolean;
  readonly framing: Framing;
}

/** Whether another page may show it in a frame. `script`: only a script of the page objects to it. */
export type Framing = "denied" | "script" | "allowed";

const PAGES = new WeakMap<Exchange, AuthorizationPage>();

export const pageOf = (exchange: Exchange): AuthorizationPage => {
  const known = PAGES.get(exchange) ?? readPage(exchange);
  PAGES.set(exchange, known);
  return known;
};

/** No pattern here repeats inside a repeat: the page is a server's text. */
const readPage = ({ http }: Exchange): AuthorizationPage => {
  const headers = headerObject(http?.response_headers ?? []);
  const isHtml = mediaType(headers["content-type"]) === "text/html";
  const text = isHtml && http?.body?.encoding === "utf8" ? http.body.data : "";
  const fields = [...text.matchAll(/<(?:input|button|select)\b[^>]{0,2000}>/gi)].map(([tag]) => tag);
  const signsIn = fields.some((tag) => /\btype\s*=\s*["']?(?:password|email)\b/i.test(tag) || NAMES_USER.test(tag));
  const hasForm = /<form\b/i.test(text);
  return {
    isHtml,
    isCut: http?.body?.cut_from !== undefined,
    text,
    shape: [titleIn(text), ...fields.map(nameIn).sort()].join("|"),
    signsIn,
    asksConsent: hasForm && !signsIn && CONSENT.test(text.replaceAll(FORM_ADDRESS, "")),
    framing: framingOf(headers, text),
  };
};

const NAMES_USER = /\bname\s*=\s*["']?(?:user|username|login|email|identifier|password|account)["'\s>]/i;
/** Where a form goes is no word to the user: /authorize is where every page of an authorization server goes. */
const FORM_ADDRESS = /\b(?:form)?action\s*=\s*(?:"[^"]{0,2000}"|'[^']{0,2000}'|[^\s>"']{1,2000})/gi;
const CONSENT = /\b(?:allow|approve|authori[sz]e|consent|grant access|accept)\b/i;

const titleIn = (text: string): string => /<title[^>]{0,200}>([^<]{0,200})/i.exec(text)?.[1]?.trim() ?? "";

const nameIn = (tag: string): string => /\bname\s*=\s*["']?([\w.:-]{1,60})/i.exec(tag)?.[1] ?? "";

const framingOf = (headers: Readonly<Record<string, unknown>>, text: string): Framing => {
  const [options, policy] = [headers["x-frame-options"], headers["content-security-policy"]];
  if (typeof options === "string" && /\b(?:deny|sameorigin|allow-from)\b/i.test(options)) return "denied";
  const ancestors =
    typeof policy === "string" ? /(?:^|[;,\s])frame-ancestors\s+([^;,]*)/i.exec(policy)?.[1] : undefined;
  if (ancestors !== undefined && !/(?:^|\s)(?:\*|https?:)(?:\s|$)/i.test(ancestors.trim())) return "denied";
  return /<script\b/i.test(text) &&
    /\b(?:top|parent)\b\s*(?:\.location|[!=]==?)|[!=]==?\s*(?:window\.)?(?:top|parent)\b/.test(text)
    ? "script"
    : "allowed";
};

/** Whether the host of an address can be read on the page. */
export const showsHost = ({ text }: AuthorizationPage, host: string): boolean =>
  text.toLowerCase().includes(host.toLowerCase());
