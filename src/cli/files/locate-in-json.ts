import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import type { Json } from "../../base/json.ts";
import { readPointer, toPointer } from "../../base/pointer.ts";
import { position } from "../../base/strict-json.ts";

export interface JsonPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Line and column of a value in a JSON text, both from 1; of a member that is missing: of the object that lacks it. `key`:
 * of the name of the member instead.
 */
export const locateIn = (text: string, value: Json): ((pointer: string, key?: boolean) => JsonPosition) => {
  const root = parseTree(text);
  const nodeAt = (steps: readonly string[]): Node | undefined => {
    if (root === undefined || steps.length === 0) return root;
    const path = steps.map((step, index) =>
      Array.isArray(readPointer(value, toPointer(steps.slice(0, index)))) ? Number(step) : step,
    );
    return findNodeAtLocation(root, path) ?? nodeAt(steps.slice(0, -1));
  };
  return (pointer, key = false) => {
    const steps = pointer.split("/").slice(1);
    const node = nodeAt(steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")));
    const shown = key && node?.parent?.type === "property" ? node.parent : node;
    return position(text, shown?.offset ?? 0);
  };
};
