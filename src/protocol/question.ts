import type { Era } from "./revision-table.ts";

/** Something the plan can ask. A row of this shape is all there is to write: its answers are a fact by themselves. */
export interface Question {
  /** What is sent, as a phrase that follows "asks" or "the answers to". */
  readonly asks: string;
  readonly era: Era | "both";
  /**
   * The names of the messages that carry the question; `""` is the question's own name, and `#` stands for a number. A
   * message is filed in captures as the name of the question and its own, joined by a hyphen.
   */
  readonly sends?: readonly string[];
  /** Messages filed under the question that do not carry it: a control request, a handshake, a clean-up. */
  readonly besides?: readonly string[];
  /** The fact that reads the answers, where it is not called like the question. */
  readonly fact?: string;
  /** The messages that this fact reads, where it does not read all of them. */
  readonly reads?: readonly string[];
  /** Facts that read the answers to some of the messages only. */
  readonly parts?: Readonly<Record<string, readonly string[]>>;
}

type More = Omit<Question, "asks" | "era">;

const question =
  <Of extends Question["era"]>(era: Of) =>
  <const Row extends More = Record<never, never>>(asks: string, more?: Row) => {
    return { asks, era, ...more } as { readonly asks: string; readonly era: Of } & Row;
  };

/** A question of the stateful era, of the stateless one, and one that both have. */
export const stateful = question("stateful");
export const stateless = question("stateless");
export const both = question("both");

/** The name under which a message is filed in a capture. */
export const stepName = (question: string, message: string | undefined): string =>
  message === undefined || message === "" ? question : `${question}-${message}`;

/**
 * The questions of every area, by area: each table in src/areas adds itself here with `declare module`, so that a mistyped
 * question does not compile although nothing here imports an area.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the areas fill it.
export interface QuestionTables {}

type Table = QuestionTables[keyof QuestionTables];

type NamesIn<Tables> = Tables extends unknown ? keyof Tables & string : never;

export type QuestionName = NamesIn<Table>;

type RowOf<Name, Tables = Table> = Tables extends unknown ? (Name extends keyof Tables ? Tables[Name] : never) : never;

type Declared<Row, Key extends "sends" | "besides", Otherwise> =
  Row extends Record<Key, readonly (infer Name)[]> ? Name : Otherwise;

/** The names of the messages that are filed under a question, `""` for its own name. */
type MessageName<Name extends QuestionName> = (
  | Declared<RowOf<Name>, "sends", "">
  | Declared<RowOf<Name>, "besides", never>
) &
  string;

/**
 * What a fact reads: a question's own message (`ping`), another one that is filed under it (`unknown-task:get`), or
 * everything that carries the question (`unknown-task:*`).
 */
export type QuestionRef = {
  [Name in QuestionName]: Name | `${Name}:*` | `${Name}:${Exclude<MessageName<Name>, "">}`;
}[QuestionName];

let questions: Readonly<Record<string, Question>> = {};

/** Called once, by the list of the areas' tables (src/areas/questions.ts). */
export const setQuestions = (tables: readonly Readonly<Record<string, Question>>[]): void => {
  questions = Object.assign({}, ...tables) as Readonly<Record<string, Question>>;
};

export const questionNames = (): readonly QuestionName[] => Object.keys(questions) as QuestionName[];

export const isQuestion = (name: string): name is QuestionName => Object.hasOwn(questions, name);

export const questionRow = (name: QuestionName): Question => {
  const row = questions[name];
  if (!row) throw new Error(`no area has the question ${name}; src/areas/questions.ts was not loaded`);
  return row;
};

/** The question that a reference names, and the names its messages have in captures (`#` for a number). */
export const resolveRef = (ref: QuestionRef): ResolvedRef => {
  const known = RESOLVED.get(ref);
  if (known) return known;
  const found = resolve(ref);
  RESOLVED.set(ref, found);
  return found;
};

interface ResolvedRef {
  readonly question: QuestionName;
  readonly steps: readonly string[];
}

/** References stand in the source, so they are few, and facts resolve the same ones for every exchange. */
const RESOLVED = new Map<QuestionRef, ResolvedRef>();

const resolve = (ref: QuestionRef): ResolvedRef => {
  const at = ref.indexOf(":");
  const question = (at < 0 ? ref : ref.slice(0, at)) as QuestionName;
  const messages = at < 0 ? [""] : ref.endsWith(":*") ? ["", ...sendsOf(question)] : [ref.slice(at + 1)];
  return { question, steps: messages.flatMap((message) => namesOf(stepName(question, message))) };
};

/** A number at the end may be missing: of several alike, the first may go without. */
const namesOf = (step: string): readonly string[] => (step.endsWith("-#") ? [step, step.slice(0, -2)] : [step]);

const OWN_NAME: readonly string[] = [""];

export const sendsOf = (question: QuestionName): readonly string[] => questionRow(question).sends ?? OWN_NAME;

/** Whether a reference names a message that does not carry its question. */
export const isBeside = (ref: QuestionRef): boolean => {
  const { question } = resolveRef(ref);
  return questionRow(question).besides?.includes(ref.slice(question.length + 1)) === true;
};
