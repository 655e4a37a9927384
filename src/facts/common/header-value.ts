import type { Header } from "../../model/target.ts";

const INDEXES = new WeakMap<readonly Header[], ReadonlyMap<string, string>>();

/** The first header of a name, in lower case. A capture never changes, and hundreds of questions look: sorted once. */
export const headerValue = (headers: readonly Header[] | undefined, name: string): string | undefined => {
  if (!headers) return undefined;
  const known = INDEXES.get(headers);
  if (known) return known.get(name);
  const index = byName(headers);
  INDEXES.set(headers, index);
  return index.get(name);
};

const byName = (headers: readonly Header[]): ReadonlyMap<string, string> => {
  const index = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (!index.has(key)) index.set(key, value);
  }
  return index;
};
