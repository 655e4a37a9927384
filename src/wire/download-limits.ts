import { type LimitRow, limitValues } from "./limits.ts";

/**
 * The bounds on bringing a corpus in from elsewhere. No capture is made of it, so they stand beside the table of
 * `limits.ts`. Reaching one ends the refresh; what was there before stays.
 */
export const DOWNLOAD_LIMIT_TABLE = {
  connectMs: { value: 10_000, unit: "ms", why: "a name or address that never connects" },
  headMs: { value: 30_000, unit: "ms", why: "a host that accepts and never answers; archives are made on demand" },
  idleMs: { value: 20_000, unit: "ms", why: "an answer that stops arriving" },
  totalMs: { value: 180_000, unit: "ms", why: "a slow drip: this deadline is not moved by progress" },
  redirects: { value: 3, unit: "count", why: "hosts that send us round in circles" },
  listingBytes: { value: 16_777_216, unit: "bytes", why: "a list of refs that never ends" },
  refs: { value: 200_000, unit: "count", why: "millions of tiny refs" },
  archiveBytes: { value: 67_108_864, unit: "bytes", why: "an archive that never ends, counted as received" },
  unpackedBytes: { value: 268_435_456, unit: "bytes", why: "a compression bomb, counted after decoding" },
  expansionRatio: { value: 100, unit: "ratio", why: "a compression bomb, seen early (after 1 MiB unpacked)" },
  entries: { value: 50_000, unit: "count", why: "an archive of a million empty files" },
  pathBytes: { value: 1_024, unit: "bytes", why: "a name that no file system takes" },
  pathDepth: { value: 32, unit: "count", why: "folders in folders without end" },
  fileBytes: { value: 2_000_000, unit: "bytes", why: "one corpus file of gigabytes" },
  files: { value: 2_000, unit: "count", why: "a corpus of more files than anybody wrote" },
} as const satisfies Record<string, LimitRow>;

export type DownloadLimits = { readonly [name in keyof typeof DOWNLOAD_LIMIT_TABLE]: number };

export const DEFAULT_DOWNLOAD_LIMITS: DownloadLimits = limitValues(DOWNLOAD_LIMIT_TABLE);
