import { type LimitRow, limitValues } from "./limits.ts";

/** A page is code of a stranger's: what it may cost while its picture is taken. */
export const PICTURE_LIMIT_TABLE = {
  pages: { value: 8, unit: "count", why: "a server with hundreds of pages" },
  pageBytes: { value: 8_388_608, unit: "bytes", why: "a page that a browser would take minutes to read" },
  pictureMs: { value: 30_000, unit: "ms", why: "a page that never lets go of the processor" },
  loadMs: { value: 8_000, unit: "ms", why: "a page that never finishes loading; its picture is taken then" },
  settleMs: { value: 400, unit: "ms", why: "between two looks at a page; two that are alike end it" },
  looks: { value: 6, unit: "count", why: "a page that never stops moving" },
  memoryBytes: { value: 2_147_483_648, unit: "bytes", why: "a page that fills the memory (where the system tells)" },
  pictureBytes: { value: 2_097_152, unit: "bytes", why: "a picture that would make the report too large to open" },
  pipeBytes: { value: 33_554_432, unit: "bytes", why: "a browser that talks without end" },
} as const satisfies Record<string, LimitRow>;

export type PictureLimits = { readonly [name in keyof typeof PICTURE_LIMIT_TABLE]: number };

export const DEFAULT_PICTURE_LIMITS: PictureLimits = limitValues(PICTURE_LIMIT_TABLE);
