import { toPointer } from "../../base/pointer.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { EntryFinding, EntryLevel, EntryRule } from "./registry-entry.ts";

export type ServerJsonPath = readonly (string | number)[];

/** `packages[0].transport.url`, as people write it. */
export const shownPath = (path: ServerJsonPath): string =>
  path.length === 0
    ? "server.json"
    : path.map((step, index) => (typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${step}`)).join("");

/** A finding whose sentence begins with its place. */
export const finding = (rule: EntryRule, level: EntryLevel, path: ServerJsonPath, says: string): EntryFinding => ({
  rule,
  level,
  pointer: toPointer(path),
  message: untrusted(`${shownPath(path)} ${says}`),
});

export const error = (rule: EntryRule, path: ServerJsonPath, says: string): EntryFinding =>
  finding(rule, "error", path, says);
export const warning = (rule: EntryRule, path: ServerJsonPath, says: string): EntryFinding =>
  finding(rule, "warning", path, says);

/** A value of the file in a sentence; nobody reads more than this of it. */
export const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);
