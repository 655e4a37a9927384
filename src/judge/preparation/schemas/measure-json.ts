import type { Json } from "../../../base/json.ts";

export interface JsonSize {
  /** Compact JSON in UTF-8, as far as it was counted. */
  readonly bytes: number;
  /** Containers inside each other; a bare scalar has depth 0. */
  readonly depth: number;
  /** Every scalar, array and object. */
  readonly values: number;
  readonly exceeded: "bytes" | "depth" | null;
}

/** Counts without recursion and stops at the first bound, so that 10 MB or 100,000 levels of nesting do no harm. */
export const measureJson = (root: Json, limits: { readonly bytes: number; readonly depth: number }): JsonSize => {
  let [bytes, depth, values] = [0, 0, 0];
  const waiting: [Json, number][] = [[root, 0]];
  const size = (exceeded: JsonSize["exceeded"]): JsonSize => ({ bytes, depth, values, exceeded });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, level] = next;
    values += 1;
    if (typeof value === "object" && value !== null) {
      depth = Math.max(depth, level + 1);
      if (depth > limits.depth) return size("depth");
      // Brackets, and a comma between every two.
      if (Array.isArray(value)) {
        bytes += 1 + Math.max(1, value.length);
        for (const item of value) waiting.push([item, level + 1]);
      } else {
        const names = Object.keys(value);
        bytes += 1 + Math.max(1, names.length);
        for (const name of names) {
          bytes += textBytes(name) + 1;
          waiting.push([value[name] ?? null, level + 1]);
        }
      }
    } else {
      bytes += typeof value === "string" ? textBytes(value) : String(value).length;
    }
    if (bytes > limits.bytes) return size("bytes");
  }
  return size(null);
};

const textBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text), "utf8");
