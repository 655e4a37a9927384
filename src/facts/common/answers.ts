import { type QuestionRef, resolveRef } from "../../protocol/questions/questions.ts";
import { type ExchangeRecord, type Fact, seen, type View } from "../fact.ts";
import { ANSWER_TYPE, type AnswerOptions, answerItem } from "./answer.ts";
import { type Extension, extendAnswers } from "./extend-answers.ts";
import { unseen } from "./unseen.ts";

export interface Question extends AnswerOptions, Pick<Fact, "name" | "doc"> {
  readonly questions: readonly QuestionRef[];
  /** The exchanges to look at, where their step names alone do not tell, and what the capture lacks if there are none. */
  readonly among?: (view: View) => readonly ExchangeRecord[];
  readonly missing?: string;
  /** How the question is recognised in captures without step names. */
  readonly where?: (record: ExchangeRecord, view: View) => boolean;
  /** A label for reports, such as the cursor sent. It may come from the server. */
  readonly label?: (record: ExchangeRecord) => string | undefined;
}

type AnswersOptions = Question & (Extension | { readonly add?: undefined });

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
  const { unnamed } = view.once(sortByStep);
  if (where) view.spend(unnamed.length);
  const found = new Set(where ? unnamed.filter((record) => where(record, view)) : []);
  if (asked !== "anything") for (const ref of asked) for (const record of askedIn(view, ref)) found.add(record);
  view.spend(found.size);
  return [...found].sort((left, right) => left.index - right.index);
};

const askedIn = (view: View, ref: QuestionRef): readonly ExchangeRecord[] => {
  const { named, numbered } = view.once(sortByStep);
  return resolveRef(ref).steps.flatMap((step) => (step.includes("#") ? numbered : named).get(step) ?? []);
};

/** Whether an exchange is one in which this was asked. */
export const isAsked = (record: ExchangeRecord, refs: Fact["questions"]): boolean =>
  record.step !== undefined &&
  refs !== "anything" &&
  refs.some((ref) => resolveRef(ref).steps.some((step) => matches(record.step, step)));

const matches = (step: string | undefined, name: string): boolean =>
  step === name || (name.includes("#") && step !== undefined && withoutNumbers(step) === name);

const withoutNumbers = (step: string): string => step.replaceAll(/\d+/g, "#");

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
