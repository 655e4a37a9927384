import type { Untrusted } from "../model/untrusted.ts";
import { escapeTerminal } from "../report/escape/terminal.ts";

/** A server's words for a model: visible characters only, on one line, cut. What they say is still not ours. */
export const plain = (text: Untrusted, most: number): string => escapeTerminal(text, most);
