import type { Budget } from "../budget.ts";
import { compilePattern, type Program } from "./compile-pattern.ts";
import { matchPattern } from "./match-pattern.ts";
import { type ParsedPattern, parsePattern } from "./parse-pattern.ts";
import { compileForSampling, samplePattern } from "./sample-pattern.ts";

interface Known {
  readonly parsed: ParsedPattern;
  /** Null when it was tried and is too large. */
  matcher?: Program | null;
  sampler?: Program | null;
}

const TOO_LARGE = "is too large";

/** The patterns of one schema, each read once; nothing here runs a server's pattern on the native engine. */
export class PatternCache {
  readonly #known = new Map<string, Known>();
  readonly #steps: Budget;

  constructor(steps: Budget) {
    this.#steps = steps;
  }

  /** Why the pattern cannot be worked with; undefined when it can. */
  refusal(pattern: string): string | undefined {
    const { parsed } = this.#read(pattern);
    if (!parsed.ok) return parsed.reason;
    return this.#matcher(pattern) ? undefined : TOO_LARGE;
  }

  /** Undefined when it cannot be told. */
  matches(pattern: string, text: string): boolean | undefined {
    const program = this.#matcher(pattern);
    return program ? matchPattern(program, text, this.#steps) : undefined;
  }

  sample(pattern: string, min: number, max: number, variant: number): string | undefined {
    const known = this.#read(pattern);
    if (!known.parsed.ok) return undefined;
    if (known.sampler === undefined) known.sampler = this.#pay(compileForSampling(known.parsed.node));
    return known.sampler ? samplePattern(known.sampler, { min, max }, variant, this.#steps) : undefined;
  }

  #matcher(pattern: string): Program | null {
    const known = this.#read(pattern);
    if (known.matcher !== undefined) return known.matcher;
    known.matcher = known.parsed.ok ? this.#pay(compilePattern(known.parsed.node)) : null;
    return known.matcher;
  }

  /** Building an automaton is work too. */
  #pay(program: Program | undefined): Program | null {
    return program && this.#steps.take(program.states.length) ? program : null;
  }

  #read(pattern: string): Known {
    const before = this.#known.get(pattern);
    if (before) return before;
    const parsed: ParsedPattern = this.#steps.take(Math.min(pattern.length, 1_000) + 1)
      ? parsePattern(pattern)
      : { ok: false, reason: "is one of too many" };
    const known: Known = { parsed };
    this.#known.set(pattern, known);
    return known;
  }
}
