import type { Budget } from "../budget.ts";
import { compilePattern, matchPattern, type Program } from "./compile-pattern.ts";
import { type ParsedPattern, parsePattern } from "./parse-pattern.ts";
import { samplePattern } from "./sample-pattern.ts";

interface Known {
  readonly parsed: ParsedPattern;
  /** Undefined when it is too large. */
  readonly program: Program | undefined;
}

const TOO_LARGE = "is too large";

/** The patterns of one schema, each read once; no server's pattern ever runs on the native engine. */
export class PatternCache {
  readonly #known = new Map<string, Known>();
  readonly #steps: Budget;

  constructor(steps: Budget) {
    this.#steps = steps;
  }

  /** Why the pattern cannot be worked with; undefined when it can. */
  refusal(pattern: string): string | undefined {
    const { parsed, program } = this.#read(pattern);
    if (!parsed.ok) return parsed.reason;
    return program ? undefined : TOO_LARGE;
  }

  /** Undefined when it cannot be told. */
  matches(pattern: string, text: string): boolean | undefined {
    const { program } = this.#read(pattern);
    return program ? matchPattern(program, text, this.#steps) : undefined;
  }

  sample(pattern: string, min: number, max: number, variant: number): string | undefined {
    const { program } = this.#read(pattern);
    return program ? samplePattern(program, { min, max }, variant, this.#steps) : undefined;
  }

  #read(pattern: string): Known {
    const before = this.#known.get(pattern);
    if (before) return before;
    const parsed: ParsedPattern = this.#steps.take(Math.min(pattern.length, 1_000) + 1)
      ? parsePattern(pattern)
      : { ok: false, reason: "is one of too many" };
    const compiled = parsed.ok ? compilePattern(parsed.node) : undefined;
    // Building an automaton is work too.
    const known: Known = { parsed, program: this.#steps.take(compiled?.states.length ?? 0) ? compiled : undefined };
    this.#known.set(pattern, known);
    return known;
  }
}
