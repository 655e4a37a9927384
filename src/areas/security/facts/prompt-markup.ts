import { isJsonObject, type Json, member } from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf } from "../../../judge/core/fact.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

const STEPS: readonly QuestionRef[] = ["prompt-markup"];

/** What 4321 times 1234 is; nobody writes it by chance. */
const WORKED_OUT = "5332114";
/** How a file of accounts begins its lines. */
const ACCOUNTS = /\broot:[^:\n]{0,200}:0:0:/;

export const promptMarkup = defineFact({
  name: "prompt_markup",
  doc: "Texts that show that an argument of a prompt was worked out as a template or opened as a file.",
  type: "sign (template, file), text",
  derived: ["sign"],
  questions: STEPS,
  among: (view) => recordsOf(view, STEPS).filter(({ exchange }) => exchange.response !== undefined),
  missing: "prompts/get with markup in its arguments",
  each: (record) => signsIn(record),
  looked: (found) => placesOf(found, "/response"),
});

const signsIn = (record: ExchangeRecord): readonly Item[] =>
  textsIn(record.exchange.response, "/response", 0).flatMap(({ text, at }): readonly Item[] => {
    const sign = text.includes(WORKED_OUT) ? "template" : ACCOUNTS.test(text) ? "file" : undefined;
    return sign === undefined ? [] : [{ ...placeOf(record, at), value: { sign, text }, parts: { sign: at, text: at } }];
  });

const DEEP = 16;

/** Every text in the answer, with its place. */
const textsIn = (value: Json | undefined, at: string, depth: number): readonly { text: string; at: string }[] => {
  if (typeof value === "string") return [{ text: value, at }];
  if (depth > DEEP) return [];
  if (Array.isArray(value)) return value.flatMap((entry, index) => textsIn(entry, `${at}/${index}`, depth + 1));
  if (!isJsonObject(value)) return [];
  return Object.keys(value).flatMap((key) => textsIn(member(value, key), at + toPointer([key]), depth + 1));
};
