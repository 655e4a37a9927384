import type { Header } from "../base/header.ts";

const INDEXES = new WeakMap<readonly Header[], ReadonlyMap<string, string>>();

/** The first header of a name, in lower case. */
export const headerValue = (headers: readonly Header[] | undefined, name: string): string | undefined => {
  if (!headers) return undefined;
  return headers.length > MOST_SEARCHED ? indexOf(headers).get(name) : search(headers, name);
};

/** Above that, a list is sorted once: a capture never changes, and hundreds of questions look. */
const MOST_SEARCHED = 40;

/** Most names differ in length already, and nothing becomes ASCII of another length in lower case. */
const search = (headers: readonly Header[], name: string): string | undefined => {
  for (const header of headers) {
    const given = header[0];
    if (given.length === name.length && (given === name || given.toLowerCase() === name)) return header[1];
  }
  return undefined;
};

const indexOf = (headers: readonly Header[]): ReadonlyMap<string, string> => {
  const known = INDEXES.get(headers);
  if (known) return known;
  const index = byName(headers);
  INDEXES.set(headers, index);
  return index;
};

const byName = (headers: readonly Header[]): ReadonlyMap<string, string> => {
  const index = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (!index.has(key)) index.set(key, value);
  }
  return index;
};
