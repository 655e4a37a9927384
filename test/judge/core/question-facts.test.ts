// The answers to a question are a fact by themselves. What such a fact reads is what the question's row says, so that one
// table serves them all; a question whose answers have a written fact of the same name has a table of its own.

import { expect, test } from "vitest";
import { FACTS } from "../../../src/areas/all-facts.ts";
import { questionFacts } from "../../../src/judge/core/question-facts.ts";
import { type QuestionName, questionNames, questionRow, sendsOf, stepName } from "../../../src/protocol/question.ts";
import { given, NOTHING, type ReadingCase, readingTable } from "../../areas/reading-table.ts";
import { answered, leftOut } from "../../areas/small-captures.ts";
import { WRITTEN_FACTS } from "./written-facts.ts";

interface Row {
  readonly name: string;
  readonly question: QuestionName;
  /** The messages whose answers the fact reads. */
  readonly messages: readonly string[];
}

const ROWS: readonly Row[] = questionNames().flatMap((question) => {
  const { fact, reads = sendsOf(question), parts = {} } = questionRow(question);
  return [
    { name: fact ?? question.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_"), question, messages: reads },
    ...Object.entries(parts).map(([name, messages]) => ({ name, question, messages })),
  ];
});

test("every question has its fact, and no two have the same", () => {
  const names = ROWS.map(({ name }) => name);
  expect(questionFacts().map(({ name }) => name)).toEqual(names);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !FACTS.has(name))).toEqual([]);
});

const besidesOf = (question: QuestionName): readonly string[] => questionRow(question).besides ?? [];

/** The names of a message in captures; of several alike, the first may go without its number. */
const filed = (question: QuestionName, message: string): readonly string[] => {
  const name = stepName(question, message);
  return (name.endsWith("-#") ? [name, name.slice(0, -2)] : [name]).map((one) => one.replaceAll("#", "1"));
};

const whatIsRead = ({ question, messages }: Row): ReadingCase => {
  const others = [...sendsOf(question), ...besidesOf(question)].filter((message) => !messages.includes(message));
  const unread = [...others, "never-filed"].flatMap((message) => filed(question, message));
  const read = messages.flatMap((message) => filed(question, message));
  return given(
    `${read.join(", ")}; not ${unread.join(", ")}`,
    [...unread, ...read].map((step) => answered(step, "ping", { step })),
  ).reads(
    read.length === 0
      ? { unseen: "not-probed" }
      : { partly: read.map((step) => ({ outcome: "result", result: { step } })), at: read.map(() => "") },
  );
};

/** A message beside a question is not what was left out when the question was. */
const whatWasLeftOut = ({ question, messages }: Row): readonly ReadingCase[] => {
  const carries = messages.length === 0 || messages.some((message) => sendsOf(question).includes(message));
  const why = { exchanges: [], not_probed: [leftOut(question, "unsafe-to-probe")] };
  const offer = { exchanges: [], not_probed: [leftOut(question, "not-offered")] };
  return [
    given("a question that the plan left out", why).unseen(carries ? "unsafe-to-probe" : "not-probed"),
    given("a question that there was no occasion for", offer).reads(
      carries ? { inapplicable: "not-offered" } : { unseen: "not-probed" },
    ),
  ];
};

for (const row of ROWS)
  if (!WRITTEN_FACTS.has(row.name)) readingTable(row.name, [whatIsRead(row), ...whatWasLeftOut(row), NOTHING]);
