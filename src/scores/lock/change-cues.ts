import type { Json } from "../../base/json.ts";
import { ADDRESSED, CONCEAL, CONCEAL_ITSELF, FIRST, OVERRIDE, TAKE_PRIVATE } from "../safety/cues.ts";
import { hiddenIn, plainText } from "../safety/hidden-characters.ts";
import type { ChangeCue } from "./lock.ts";

const URL = /\b(?:https?|wss?|ftp):\/\/[^\s"'<>)\]}]+/gi;

/** Longer gaps push what follows off the screen. */
const GAP = /[^\S\n]{40}|\n{6}/;

const LONGEST = 40_000;

/**
 * What a text has now and did not have before, of the kind that attacks by a changed description need: an address, words to the
 * agent, something hidden, the name of another tool. Words that stood there already are no cue, however alarming.
 */
export const changeCues = (
  before: Json | undefined,
  after: Json | undefined,
  otherTools: readonly string[],
): readonly ChangeCue[] => {
  const [was, is] = [textOf(before), textOf(after)];
  if (is === "") return [];
  const [plainBefore, plainAfter] = [plainText(was), plainText(is)];
  const appears = (pattern: RegExp): boolean => pattern.test(plainAfter) && !pattern.test(plainBefore);
  const cues: ChangeCue[] = [];
  const known = new Set(was.match(URL) ?? []);
  if ((is.match(URL) ?? []).some((url) => !known.has(url))) cues.push("url");
  if ([ADDRESSED, FIRST, OVERRIDE, TAKE_PRIVATE].some(appears)) cues.push("instruction");
  const hides = (text: string): boolean => hiddenIn(text) !== undefined || GAP.test(text);
  if ((hides(is) && !hides(was)) || appears(CONCEAL) || appears(CONCEAL_ITSELF)) cues.push("concealment");
  if (otherTools.some((name) => isNamed(name, is) && !isNamed(name, was))) cues.push("other-tool");
  return cues;
};

const textOf = (value: Json | undefined): string =>
  (typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value)).slice(0, LONGEST);

/** A short name such as `get` is a word of the language; only one that looks like a name of a tool counts. */
const isNamed = (name: string, text: string): boolean => {
  if (!/[_-]|[a-z][A-Z]/.test(name) || name.length < 5) return false;
  const at = text.indexOf(name);
  return at >= 0 && !/[\w-]/.test(text[at - 1] ?? " ") && !/[\w-]/.test(text[at + name.length] ?? " ");
};
