import type { Budget } from "../budget.ts";
import { type CharSet, charSet, hasChar, WORD } from "./char-set.ts";
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

/** Whether the pattern is found anywhere in the text, as JSON Schema asks; undefined when the steps are used up. */
export const matchPattern = (program: Program, text: string, steps: Budget): boolean | undefined => {
  const points = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  let alive: number[] = [];
  for (let at = 0; at <= points.length; at += 1) {
    // A match may begin at every character.
    const reached = reach(program, [...alive, program.body], (edge) => holds(edge, points, at));
    if (!steps.take(reached.length + 1)) return undefined;
    if (reached.some((index) => program.states[index]?.kind === "accept")) return true;
    const point = points[at];
    if (point === undefined) return false;
    alive = [];
    for (const index of reached) {
      const state = program.states[index];
      if (state?.kind === "chars" && hasChar(state.set, point)) alive.push(state.next);
    }
  }
  return false;
};

type Edge = Extract<State, { kind: "edge" }>["edge"];

/** All new states that are reached from these without reading a character, in order of preference. */
export const reach = (
  program: Program,
  from: readonly number[],
  passes: (edge: Edge) => boolean,
  known?: ReadonlyMap<number, unknown>,
): number[] => {
  const seen = new Set<number>();
  const waiting = from.toReversed();
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (seen.has(index) || known?.has(index)) continue;
    seen.add(index);
    const state = program.states[index];
    if (state?.kind === "split") for (const next of state.next.toReversed()) waiting.push(next);
    else if (state?.kind === "edge" && passes(state.edge)) waiting.push(state.next);
  }
  return [...seen];
};

const holds = (edge: Edge, points: readonly number[], at: number): boolean => {
  switch (edge) {
    case "start":
      return at === 0;
    case "end":
      return at === points.length;
    case "word":
      return isWordAt(points, at - 1) !== isWordAt(points, at);
    case "inside":
      return isWordAt(points, at - 1) === isWordAt(points, at);
  }
};

const isWordAt = (points: readonly number[], at: number): boolean => {
  const point = points[at];
  return point !== undefined && hasChar(WORD, point);
};
