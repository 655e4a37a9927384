import { isMap, isScalar, LineCounter, type Node, parseDocument } from "yaml";
import { RowError } from "../corpus/read-rows.ts";
import type { Json } from "../model/json.ts";

/** What is wrong with a YAML file, with file, line and column. */
export class YamlError extends Error {}

/** Reads one YAML document and hands its value to `read`; whatever is wrong is reported with its line. */
export const readYaml = <T>(text: string, file: string, read: (value: Json) => T): T => {
  const lines = new LineCounter();
  // Aliases multiply: ten levels of ten are more than any file of ours needs.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const spot = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const [problem] = document.errors;
  if (problem) throw new YamlError(`${spot(problem.pos[0])}: ${firstLine(problem.message)}`);
  let value: Json;
  try {
    value = (document.toJS({ maxAliasCount: 100 }) ?? null) as Json;
  } catch (error) {
    throw new YamlError(`${file}: ${firstLine((error as Error).message)}`);
  }
  try {
    return read(value);
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    throw new YamlError(`${spot(offsetOf(document.contents, error.path))}: ${error.message}`);
  }
};

const firstLine = (message: string): string =>
  message.split("\n", 1)[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? "";

/** Where the path leads, or the deepest part of it that exists. A key is shown at the key itself. */
const offsetOf = (root: unknown, path: readonly (string | number)[]): number => {
  let node = root as Node | null | undefined;
  let offset = node?.range?.[0] ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!pair) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else {
      node = (node as { get?: (key: unknown, keep: boolean) => Node } | null)?.get?.(step, true);
      offset = node?.range?.[0] ?? offset;
    }
  }
  return offset;
};
