import { untrusted } from "../../base/untrusted.ts";
import { escapeJson } from "../../report/escape/json.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import { make, type PageElement } from "./dom.ts";

/** Text from a file: one line, cut, nothing invisible, and unable to reorder the text around it. */
export const said = (text: string, longest = 300): PageElement => make("bdi", {}, plain(text, longest));

export const plain = (text: string, longest = 300): string => escapeTerminal(untrusted(text), longest);

/** A value from a file as JSON, cut. */
export const saidJson = (value: unknown, longest: number): string => {
  const text = JSON.stringify(value, null, 2) ?? "nothing";
  const shown = escapeJson(text.slice(0, longest));
  return text.length <= longest ? shown : `${shown}\n… ${(text.length - longest).toLocaleString("en")} more characters`;
};

/** A state as a word with a colour, never as a colour alone. */
export const chip = (tone: "pass" | "fail" | "warn" | "none", word: string): PageElement =>
  make("span", { class: tone === "none" ? "chip" : `chip ${tone}` }, word);

/** A list of terms; entries without a value are left out. */
export const facts = (entries: readonly (readonly [string, PageElement | string | undefined])[]): PageElement => {
  const list = make("dl", { class: "facts" });
  for (const [term, value] of entries)
    if (value !== undefined) list.append(make("dt", {}, term), make("dd", {}, value));
  return list;
};

export const hash = (hex: string | null | undefined): PageElement | undefined =>
  typeof hex === "string" ? make("code", {}, plain(hex, 100)) : undefined;
