import type { JsonObject } from "../base/json.ts";
import type { Expectation, Matcher } from "../judge/core/rule.ts";
import type { SuitePath } from "./problem.ts";
import type { SuiteValue } from "./suite-value.ts";

/** The tests: block of a suite: what to ask of a server, and what to expect. */
export interface Functional {
  readonly cases: readonly FunctionalTest[];
  /** A server of its own for each test, rather than one for all of them. */
  readonly serverPerTest: boolean;
  readonly setup: readonly SuiteCommand[];
  readonly teardown: readonly SuiteCommand[];
  /** For the commands, and for servers started by one. */
  readonly env: ReadonlyMap<string, SuiteValue>;
  readonly rules: "must" | "should" | "report" | "never";
  readonly identities: ReadonlyMap<string, Identity>;
}

/** One text to be split into words, or the words. */
export type SuiteCommand = string | readonly string[];

/** Whom a test acts as. */
export interface Identity {
  readonly bearerTokenEnv?: string;
  readonly headers: ReadonlyMap<string, SuiteValue>;
  readonly env: ReadonlyMap<string, SuiteValue>;
}

export interface FunctionalTest {
  readonly name: string;
  readonly server: string;
  readonly path: SuitePath;
  readonly steps: readonly FunctionalStep[];
  /** How often the whole test is run; of a test without steps: its one step says it. */
  readonly repeat: number;
  readonly answers?: TestAnswers;
  readonly setup: readonly SuiteCommand[];
  readonly teardown: readonly SuiteCommand[];
}

/** What the client says when it is asked, as results of the protocol. */
export interface TestAnswers {
  readonly elicitation?: readonly JsonObject[];
  readonly sampling?: readonly JsonObject[];
  readonly roots?: readonly JsonObject[];
}

export interface FunctionalStep {
  readonly name?: string;
  readonly path: SuitePath;
  readonly as?: string;
  readonly ask: TestRequest;
  readonly expect: readonly AnswerExpectation[];
  readonly save: ReadonlyMap<string, SavedValue>;
  readonly repeat: number;
  readonly within?: { readonly ms: number; readonly soft: boolean };
  readonly snapshot: boolean;
  readonly mask: readonly SuiteMask[];
  /** Whether structured content is checked against the tool's outputSchema. */
  readonly checksOutput: boolean;
}

/** Where in the answer a value is; of a text perhaps only what a pattern finds: its first group, else the whole match. */
export interface SavedValue {
  readonly target: string;
  readonly regex?: string;
}

export type SuiteMask = { readonly target: string } | { readonly pattern: string };

/** What is asked. Texts in it may still name saved values: `${item}`. */
export type TestRequest =
  | { readonly kind: "call"; readonly tool: string; readonly arguments?: JsonObject }
  | { readonly kind: "read"; readonly uri: string }
  | { readonly kind: "prompt"; readonly name: string; readonly arguments?: JsonObject }
  | { readonly kind: "complete"; readonly params: JsonObject }
  | { readonly kind: "list"; readonly what: ListedKind }
  | { readonly kind: "send"; readonly method: string; readonly params?: JsonObject };

export const ASKED = ["call", "read", "prompt", "complete", "list", "send"] as const;

export const LISTED_KINDS = ["tools", "resources", "templates", "prompts"] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];

/** Needs the tool's schema, so only an answer to a call can meet it. */
export type AnswerMatcher = Matcher | { readonly "matches-output-schema": boolean } | { readonly not: AnswerMatcher };

export interface AnswerExpectation extends Omit<Expectation, "matcher"> {
  readonly matcher: AnswerMatcher;
  readonly path: SuitePath;
}

/** What a target of a functional test may begin with. */
export const ANSWER_TARGETS = [
  "result",
  "error",
  "text",
  "json",
  "notifications",
  "requests",
  "outcome",
  "trouble",
  "ms",
] as const;
