import type { DownloadLimits } from "../../wire/download-limits.ts";

/** The name of an archive entry as the steps of a relative path, or why it cannot be one. */
export type EntryPath =
  | { readonly steps: readonly string[] }
  | { readonly unsafe: string /** It looks like an attack. */; readonly hostile: boolean };

/**
 * An allow-list: what is not plainly a relative path on every system is refused, so that no file system gets to decide
 * what `C:`, a backslash, a trailing dot or `NUL` means.
 */
export const readEntryPath = (name: string, limits: Pick<DownloadLimits, "pathBytes" | "pathDepth">): EntryPath => {
  if (Buffer.byteLength(name) > limits.pathBytes) return hostile(`a name longer than ${limits.pathBytes} bytes`);
  if (name.startsWith("/")) return hostile("an absolute path");
  if (name.includes("\\")) return hostile("a backslash");
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return hostile("an invisible character");
  const steps = name
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/$/, "")
    .split("/");
  if (steps.length > limits.pathDepth) return hostile(`more than ${limits.pathDepth} folders deep`);
  if (steps.includes("..")) return hostile("a step out of its folder");
  for (const step of steps) {
    const why = whyUnsafe(step);
    if (why !== undefined) return { unsafe: why, hostile: false };
  }
  return { steps };
};

const hostile = (why: string): EntryPath => ({ unsafe: why, hostile: true });

const whyUnsafe = (step: string): string | undefined => {
  if (step === "" || step === ".") return "an empty step";
  if (/[:*?"<>|\uFFFD]/.test(step)) return "a character that not every file system takes";
  if (/[. ]$/.test(step)) return "a dot or space at the end";
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(step)) return "a device name";
  return undefined;
};

/** Two names that some file system takes for one have the same key. */
export const collisionKey = (steps: readonly string[]): string =>
  steps.join("/").normalize("NFKC").toUpperCase().toLowerCase();
