import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { readPointer } from "../../json/pointer.ts";
import { position } from "../../json/strict-json.ts";
import type { Json } from "../../model/json.ts";

/** Line and column of a value in a JSON text, both from 1; of a member that is missing: of the object that lacks it. */
export const locateIn = (text: string, value: Json): ((pointer: string) => { line: number; column: number }) => {
  const root = parseTree(text);
  const nodeAt = (pointer: string): Node | undefined => {
    if (root === undefined || pointer === "") return root;
    const steps = pointer
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const path = steps.map((step, index) => {
      const holder = readPointer(
        value,
        steps
          .slice(0, index)
          .map((one) => `/${one.replaceAll("~", "~0").replaceAll("/", "~1")}`)
          .join(""),
      );
      return Array.isArray(holder) ? Number(step) : step;
    });
    return findNodeAtLocation(root, path) ?? nodeAt(pointer.slice(0, pointer.lastIndexOf("/")));
  };
  return (pointer) => position(text, nodeAt(pointer)?.offset ?? 0);
};
