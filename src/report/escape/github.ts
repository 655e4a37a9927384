import type { Untrusted } from "../../base/untrusted.ts";
import { escapeTerminal } from "./terminal.ts";

/** Text from a server for the message of a workflow command. A percent sign starts an escape there. */
export const escapeGithub = (text: Untrusted, maxLength?: number): string =>
  escapeTerminal(text, maxLength).replace(/%/g, "%25");

/** The same for a property (`title=…`), which a colon or a comma would end. */
export const escapeGithubProperty = (text: Untrusted, maxLength?: number): string =>
  escapeGithub(text, maxLength).replace(/:/g, "%3A").replace(/,/g, "%2C");
