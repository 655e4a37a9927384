import type { Untrusted } from "../../base/untrusted.ts";
import { escapeTerminal } from "./terminal.ts";

/** Text from a server for a SARIF message, where square brackets make links and braces name arguments. */
export const escapeSarif = (text: Untrusted, maxLength?: number): string =>
  escapeTerminal(text, maxLength)
    .replace(/[\\[\]]/g, "\\$&")
    .replace(/[{}]/g, "$&$&");
