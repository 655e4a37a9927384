import { isJsonObject, type Json, member } from "../../model/json.ts";
import { seatsOf } from "../common/answers.ts";
import { unseen } from "../common/gaps.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat } from "../view.ts";

const STEPS = ["prompt-markup"];

/** What 4321 times 1234 is; nobody writes it by chance. */
const WORKED_OUT = "5332114";
/** How a file of accounts begins its lines. */
const ACCOUNTS = /\broot:[^:\n]{0,200}:0:0:/;

export const promptMarkup: Fact = {
  name: "prompt_markup",
  doc: "Texts that show that an argument of a prompt was worked out as a template or opened as a file.",
  kind: "list",
  type: "sign (template, file), text",
  derived: ["sign"],
  read(view) {
    const found = seatsOf(view, STEPS).filter(({ exchange }) => exchange.response !== undefined);
    if (found.length === 0) return unseen(view, STEPS, "prompts/get with markup in its arguments");
    return seen(
      found.flatMap(signsIn),
      found.map((seat) => placeOf(seat, "/response")),
    );
  },
};

const signsIn = (seat: Seat): readonly Item[] =>
  textsIn(seat.exchange.response, "/response", 0).flatMap(({ text, at }): readonly Item[] => {
    const sign = text.includes(WORKED_OUT) ? "template" : ACCOUNTS.test(text) ? "file" : undefined;
    return sign === undefined ? [] : [{ ...placeOf(seat, at), value: { sign, text }, parts: { sign: at, text: at } }];
  });

const DEEP = 16;

/** Every text in the answer, with its place. */
const textsIn = (value: Json | undefined, at: string, depth: number): readonly { text: string; at: string }[] => {
  if (typeof value === "string") return [{ text: value, at }];
  if (depth > DEEP) return [];
  if (Array.isArray(value)) return value.flatMap((entry, index) => textsIn(entry, `${at}/${index}`, depth + 1));
  if (!isJsonObject(value)) return [];
  return Object.keys(value).flatMap((key) => textsIn(member(value, key), at + pointer(key), depth + 1));
};

const pointer = (key: string): string => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
