import { type QuestionRef, resolveRef } from "../../protocol/question.ts";
import { ANSWER_TYPE, type AnswerOptions, answerItem } from "./answer.ts";
import { type AddedMembers, extendAnswers } from "./extend-answers.ts";
import { type ExchangeRecord, type Fact, seen, type View } from "./fact.ts";
import { unseen } from "./unseen.ts";

export interface AnswersSource extends AnswerOptions, Pick<Fact, "name" | "doc"> {
  readonly questions: readonly QuestionRef[];
  /** The exchanges to look at, where their step names alone do not tell, and what the capture lacks if there are none. */
  readonly among?: (view: View) => readonly ExchangeRecord[];
  readonly missing?: string;
  /** How the question is recognised in captures without step names. */
  readonly where?: (record: ExchangeRecord, view: View) => boolean;
  /** A label for reports, such as the cursor sent. It may come from the server. */
  readonly label?: (record: ExchangeRecord) => string | undefined;
}

type AnswersOptions = AnswersSource & (AddedMembers | { readonly add?: undefined });

/** The fact most rules rest on: how the server answered, each time it was asked. */
export const answersTo = (options: AnswersOptions): Fact => {
  const { name, doc, questions, among, missing = phraseOf(doc), where, label, beforeAuth = false } = options;
  const fact: Fact = {
    name,
    doc,
    questions,
    kind: "observations",
    type: ANSWER_TYPE,
    derived: ["outcome"],
    read(view) {
      const found = among?.(view) ?? recordsOf(view, this.questions, where);
      if (found.length === 0) return unseen(view, this.questions, missing);
      return seen(found.map((record) => answerItem(record, label?.(record), { beforeAuth })));
    },
  };
  return options.add ? extendAnswers(fact, options) : fact;
};

/** What was asked, taken from the sentence about its answers. */
export const phraseOf = (doc: string): string =>
  doc.replace(/^The answers to /, "").replace(/(?: \([a-z/, -]+\))?\.$/, "");

/** The exchanges in which something was asked, in the order of the capture. */
export const recordsOf = (
  view: View,
  asked: Fact["questions"],
  where?: (record: ExchangeRecord, view: View) => boolean,
): readonly ExchangeRecord[] => {
  const sorted = view.once(sortByStep);
  const { unnamed } = sorted;
  if (where) view.spend(unnamed.length);
  const groups: (readonly ExchangeRecord[])[] = [];
  if (asked !== "anything") for (const ref of asked) addAskedIn(sorted, ref, groups);
  const others = where ? unnamed.filter((record) => where(record, view)) : [];
  if (others.length > 0) groups.push(others);
  const [first] = groups;
  // Most questions are asked in one step, and in few sessions all of them.
  if (first === undefined) return [];
  const found =
    groups.length === 1 ? first : [...new Set(groups.flat())].sort((left, right) => left.index - right.index);
  view.spend(found.length);
  return found;
};

/** The exchanges of each step in which a question was asked. */
const addAskedIn = ({ named, numbered }: Sorted, ref: QuestionRef, into: (readonly ExchangeRecord[])[]): void => {
  for (const step of resolveRef(ref).steps) {
    const found = (step.includes("#") ? numbered : named).get(step);
    if (found) into.push(found);
  }
};

/** Whether an exchange is one in which this was asked. */
export const isAsked = ({ step }: ExchangeRecord, refs: Fact["questions"]): boolean => {
  if (step === undefined || refs === "anything") return false;
  // Every exchange is held against such a list: most have no number in their name, and few are what is looked for.
  const plain = withoutNumbers(step);
  for (const ref of refs) {
    const { steps } = resolveRef(ref);
    if (steps.includes(step) || (plain !== step && steps.includes(plain))) return true;
  }
  return false;
};

const WITHOUT_NUMBERS = new Map<string, string>();

/** The names of a plan are few; those that a server can lengthen are not kept. */
const MOST_NAMES = 2_000;

const withoutNumbers = (step: string): string => {
  const known = WITHOUT_NUMBERS.get(step);
  if (known !== undefined) return known;
  const plain = /\d/.test(step) ? step.replaceAll(/\d+/g, "#") : step;
  if (WITHOUT_NUMBERS.size < MOST_NAMES) WITHOUT_NUMBERS.set(step, plain);
  return plain;
};

interface Sorted {
  readonly named: ReadonlyMap<string, readonly ExchangeRecord[]>;
  readonly numbered: ReadonlyMap<string, readonly ExchangeRecord[]>;
  readonly unnamed: readonly ExchangeRecord[];
}

/** Hundreds of questions look for their exchanges: by name they find them at once. */
const sortByStep = (view: View): Sorted => {
  const named = new Map<string, ExchangeRecord[]>();
  const numbered = new Map<string, ExchangeRecord[]>();
  const unnamed: ExchangeRecord[] = [];
  const file = (index: Map<string, ExchangeRecord[]>, key: string, record: ExchangeRecord): void => {
    const before = index.get(key);
    if (before) before.push(record);
    else index.set(key, [record]);
  };
  for (const record of view.records) {
    if (record.step === undefined) unnamed.push(record);
    else if (wasSent(record)) {
      file(named, record.step, record);
      file(numbered, withoutNumbers(record.step), record);
    }
  }
  return { named, numbered, unnamed };
};

const wasSent = ({ exchange }: ExchangeRecord): boolean => exchange.trouble?.kind !== "not-probed";
