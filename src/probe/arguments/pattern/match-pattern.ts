import type { Budget } from "../budget.ts";
import { hasChar, WORD } from "./char-set.ts";
import type { Program, State } from "./compile-pattern.ts";

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
