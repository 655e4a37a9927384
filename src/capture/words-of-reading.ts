import { type JsonObject, stringMember } from "../base/json.ts";

/**
 * Whether a tool that declares nothing speaks of reading only, in name and description, in English. An allow-list: what it
 * does not know counts as a change, because a call cannot be taken back. Who wants more says `--tools undeclared`.
 */
export const speaksOfReading = (tool: JsonObject): boolean => {
  const name = stringMember(tool, "name") ?? "";
  const description = stringMember(tool, "description")?.trim() ?? "";
  return nameReads(name) && descriptionReads(description);
};

/** Verbs that leave things as they are. `check`, `resolve`, `load`, `ping` and the like also mean something else. */
const READING = `browse compare count describe diff display explain fetch find get inspect list lookup look peek preview
  print query read retrieve return search show summarize tell view`.split(/\s+/);

const thirdPerson = (verb: string): string => {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z)$/.test(verb) ? `${verb}es` : `${verb}s`;
};

const READING_NAME = new Set(READING);
const READING_VERB = new Set([...READING, ...READING.map(thirdPerson)]);

/** Whole names without a verb that ask for nothing but an answer. */
const ANSWERS = new Set(["about", "health", "help", "info", "stats", "status", "version", "whoami"]);

/** With these, reading is not all there is: more is done, something is used up, or something new comes into being. */
const MORE = new Set(
  `after afterwards also auction before bill bills claim claims consume consumes cost costs credit credits fresh instead
  lease leases new newly next otherwise paid plus pop pops price reserve reserves rid sale sell sells then while`.split(
    /\s+/,
  ),
);

/** Beginnings of verbs that change things: no form of them may stand anywhere. */
const CHANGE_STEMS =
  `abort activat add alter append appl approv archiv ban buy cancel chang charg clear click commit creat
  deactivat delet deploy destroy detach disabl disconnect drop edit enabl eras execut flush grant import insert install invit
  invok kill launch merg migrat mint modif mov navigat nuk overwrit patch pay provision publish purchas purg push reboot
  register remov renam replac reset restart restor revert revok rollback rotat run sav send sent shut spawn submit
  subscrib swap terminat toggl transfer trigger truncat uninstall unlock unregister updat upload upsert wip withdraw writ`.split(
    /\s+/,
  );
const CHANGES = new RegExp(`^(?:${CHANGE_STEMS.join("|")})(?:e|es|s|ed|ing|ion|ions|d|y|ies|ied|t|ting|ten)?$`);

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

const isHarmless = (word: string): boolean => !MORE.has(word) && !CHANGES.test(word);

const nameReads = (name: string): boolean => {
  if (!/^[\w.-]+$/.test(name)) return false;
  const words = wordsOf(name);
  const [first = ""] = words;
  if (words.length === 1 && ANSWERS.has(first)) return true;
  // `get_and_burn`, `read_or_rotate`
  return READING_NAME.has(first) && words.every((word) => isHarmless(word) && word !== "and" && word !== "or");
};

/** A longer description is not read to its end, so nobody knows what it says there. */
const LONGEST = 2_000;

/** Letters of other scripts and languages: not English, so not understood. */
const NOT_ENGLISH = /[^\s!-~‘’“”–—…•]/;

/** Where a sentence or a part of one begins, a verb may stand; and after words that a verb may follow. */
const BEGINS = /[.!?;:,()\n]|[-–—•*]\s/;
const BEFORE_VERB = new Set(
  `and or but to that which who will can may must should could would it they you we this tool function server method endpoint
  please`.split(/\s+/),
);

/** Words that may stand where a verb may and are none that acts. */
const HARMLESS = new Set(
  `a all an another any are as at be been both by can could does each every example examples exactly for from given has have here if in
  including into is it its items last many matches may more most must no none not nothing of on one only optional optionally
  or otherwise output per read-only result results same should some sorted such supports that the their them there these they this those
  tool up using was were what when where which who with within without would you your`.split(/\s+/),
);

/** Whether a description begins as one that tells what is shown. */
export const beginsWithReading = (description: string): boolean =>
  READING_VERB.has(wordsOf(description.slice(0, 100))[0] ?? "");

const descriptionReads = (description: string): boolean => {
  if (description === "" || description.length > LONGEST || NOT_ENGLISH.test(description)) return false;
  const parts = description.toLowerCase().split(BEGINS);
  return beginsWithReading(description) && parts.every((part) => partReads(part.match(/[a-z0-9'’-]+/g) ?? []));
};

const partReads = (words: readonly string[]): boolean =>
  words.every((word, index) => {
    if (!isHarmless(word)) return false;
    const before = words[index - 1];
    const mayBeVerb = before === undefined || BEFORE_VERB.has(before);
    return !mayBeVerb || READING_VERB.has(word) || HARMLESS.has(word) || /^\d/.test(word);
  });
