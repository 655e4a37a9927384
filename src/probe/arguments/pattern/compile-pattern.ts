import { type CharSet, charSet } from "./char-set.ts";
import type { PatternNode } from "./parse-pattern.ts";

/** One state of an automaton; numbers are indices of other states. */
export type State =
  | { readonly kind: "chars"; readonly set: CharSet; readonly next: number }
  | { readonly kind: "edge"; readonly edge: "start" | "end" | "word" | "inside"; readonly next: number }
  | { readonly kind: "split"; next: readonly number[] }
  | { readonly kind: "accept" };

export interface Program {
  readonly states: readonly State[];
  /** Where a string of ours begins: before whatever may stand in front of the pattern. */
  readonly start: number;
  /** Where the pattern itself begins. */
  readonly body: number;
}

const MAX_STATES = 5_000;

const PADDING: PatternNode = {
  kind: "repeat",
  node: { kind: "chars", set: charSet([[0x61, 0x7a]]) },
  min: 0,
  max: Number.POSITIVE_INFINITY,
};

/**
 * Thompson's construction, from the end to the front. Running all states at once takes time in proportion to the text,
 * which no native engine promises for a stranger's pattern. Undefined when the counts multiply to too many states.
 */
export const compilePattern = (node: PatternNode): Program | undefined => {
  const states: State[] = [{ kind: "accept" }];
  // Counted apart from the states: a group that matches nothing adds none and can still be repeated for ever.
  let work = 0;

  const add = (state: State): number => {
    states.push(state);
    return states.length - 1;
  };

  const isFull = (): boolean => {
    work += 1;
    return work > MAX_STATES || states.length > MAX_STATES;
  };

  const addRepeat = (body: PatternNode, min: number, max: number, next: number): number => {
    let entry = next;
    if (max === Number.POSITIVE_INFINITY) {
      const loop: State = { kind: "split", next: [] };
      entry = add(loop);
      loop.next = [build(body, entry), next];
    } else {
      // Each optional copy may leave for the end at once, so that few states are alive at a time.
      for (let copy = min; copy < max && !isFull(); copy += 1) {
        entry = add({ kind: "split", next: [build(body, entry), next] });
      }
    }
    for (let copy = 0; copy < min && !isFull(); copy += 1) entry = build(body, entry);
    return entry;
  };

  const build = (part: PatternNode, next: number): number => {
    if (isFull()) return next;
    switch (part.kind) {
      case "chars":
        return add({ kind: "chars", set: part.set, next });
      case "edge":
        return add({ kind: "edge", edge: part.edge, next });
      case "sequence":
        return part.nodes.reduceRight((after, child) => build(child, after), next);
      case "choice":
        return add({ kind: "split", next: part.nodes.map((child) => build(child, next)) });
      case "repeat":
        return addRepeat(part.node, part.min, part.max, next);
    }
  };

  // A pattern is searched for, not matched whole: where it has no anchor, anything may stand around it.
  const body = build(node, build(PADDING, 0));
  const start = build(PADDING, body);
  return isFull() ? undefined : { states, start, body };
};
