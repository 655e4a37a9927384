import { type JsonObject, listMember, member, stringMember } from "../base/json.ts";
import type { ToolPolicy } from "./tool-policy.ts";
import { beginsWithReading, speaksOfReading } from "./words-of-reading.ts";

/** What a tool says of its own safety, by its hints alone. */
export type DeclaredSafety = "read-only" | "undeclared" | "changes";

/** Hints are claims, but a server that claims to change things is taken at its word. */
export const declaredSafety = (tool: JsonObject): DeclaredSafety => {
  const annotations = member(tool, "annotations");
  if (member(annotations, "destructiveHint") === true || member(annotations, "readOnlyHint") === false)
    return "changes";
  return member(annotations, "readOnlyHint") === true ? "read-only" : "undeclared";
};

/** Verbs that mean a change wherever they stand in a name. */
const CHANGES = new Set(
  `abort activate add append apply approve archive ban buy cancel charge clear click commit copy create deactivate delete
  deploy destroy detach disable disconnect drop edit email enable erase eval evaluate exec execute flush grant import
  insert install invite invoke kill launch login logout merge migrate mint modify move navigate overwrite patch pay
  provision publish purchase purge push put reboot register remove rename replace reset restart restore revert revoke
  rollback save send shutdown spawn stake submit subscribe swap terminate toggle transfer trigger truncate tweet
  uninstall unlock unregister unstage unsubscribe update upload upsert wipe withdraw write`.split(/\s+/),
);

/** Words that are also names of things (`get_order`), and so mean a change only where a name begins with them. */
const CHANGES_FIRST = new Set(
  `assign attach block book bump call checkout close comment connect fill fork forward init initialize join leave
  lock mark notify open order pin post press record reply request revise run schedule set share sign stage start stop
  store sync tag type vote`.split(/\s+/),
);

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** `does not modify`, `never writes`, `without changing anything`: the opposite of saying that it changes something. */
const DENIED =
  /\b(?:not|never|without|no|cannot|can't|doesn't|won't|don't)\s+(?:[a-z]+\s+){0,2}?[a-z]+(?:\s+or\s+[a-z]+)?/g;

/** Of a description that begins with a verb only the third person counts elsewhere as a verb: `weather updates` are things. */
const AFTER = "(?:^|[.!?:;,\\n]\\s*|\\b(?:and|or|also|then|it|tool|that|which|will|can)\\s+)";

const thirdPerson = (verb: string): string => {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z)$/.test(verb) ? `${verb}es` : `${verb}s`;
};

const VERBS = [...CHANGES, "change", "alter"];
const PLAIN_VERB = new RegExp(`\\b(?:${VERBS.join("|")})\\b`);
const THIRD_PERSON = new RegExp(`${AFTER}(?:${VERBS.map(thirdPerson).join("|")})\\b`);

/** More of a description says nothing that its beginning does not. */
const LONGEST = 2_000;

/** The word by which a tool says that it changes something, whatever its hints leave open; undefined when it says none. */
export const changeWord = (tool: JsonObject): string | undefined => {
  const words = wordsOf(stringMember(tool, "name") ?? "");
  const inName = words.find((word, index) => CHANGES.has(word) || (index === 0 && CHANGES_FIRST.has(word)));
  if (inName !== undefined) return inName;
  const text = (stringMember(tool, "description") ?? "").slice(0, LONGEST).toLowerCase().replaceAll(DENIED, " ");
  const found = PLAIN_VERB.exec(text) ?? THIRD_PERSON.exec(text);
  return found?.[0].match(/[a-z]+$/)?.[0];
};

/** Nobody names a tool so that only reads. */
const PLAIN_OPPOSITES = new Set("delete destroy erase nuke overwrite purge revoke uninstall wipe".split(" "));

/** The same, unless the description tells what is shown: `drop_rates` and `kill_chain` are names of things. */
const LIKELY_OPPOSITES = new Set(
  `ban buy cancel deploy disable drop install kill pay publish purchase reboot rename reset send shutdown terminate
  unsubscribe update upsert withdraw`.split(/\s+/),
);

/**
 * The word by which a tool that declares itself read-only says the opposite; undefined when it says none. Only the first word of
 * a name counts, and only verbs that cannot mean work on the arguments alone (`create_diagram`, `remove_background`).
 */
export const oppositeWord = (tool: JsonObject): string | undefined => {
  if (declaredSafety(tool) !== "read-only") return undefined;
  const description = stringMember(tool, "description") ?? "";
  const [first = ""] = wordsOf(stringMember(tool, "name") ?? "");
  if (PLAIN_OPPOSITES.has(first)) return first;
  if (LIKELY_OPPOSITES.has(first) && !beginsWithReading(description)) return first;
  const [said = ""] = wordsOf(description.slice(0, 100));
  return [...PLAIN_OPPOSITES].find((verb) => said === verb || said === thirdPerson(verb));
};

/** Words that make a name one of a thing, or of something that is only tried: `delete_policy`, `purge_status`. */
const NAMES_OF_THINGS = new Set(
  `costs count counts date dates dry estimate faq guide help history impact info instructions limits list log logs notes options plan
  policies policy preview rate rates reasons report request requests rules schedule schema simulate simulation stats status
  steps summary syntax template test tokens validate`.split(/\s+/),
);

/** It says that it only tries, or that it does no such thing. */
const ONLY_TRIES = /\b(?:dry[- ]run|preview\w*|simulat\w+|would|not|never|nothing|without|how)\b|n't\b/;

const HOW = new Set(["permanently", "irreversibly", "irrevocably", "immediately", "completely", "securely"]);

/**
 * The word by which a tool that declares itself read-only plainly contradicts itself, so that it can be held against its author.
 * Narrower than `oppositeWord`: leaving a tool uncalled wrongs nobody, an accusation may.
 */
export const contradictingWord = (tool: JsonObject): string | undefined => {
  const word = oppositeWord(tool);
  const description = (stringMember(tool, "description") ?? "").slice(0, LONGEST).toLowerCase();
  const names = wordsOf(stringMember(tool, "name") ?? "");
  if (word === undefined || ONLY_TRIES.test(description) || names.some((name) => NAMES_OF_THINGS.has(name)))
    return undefined;
  const [said = ""] = wordsOf(description.slice(0, 100)).filter((one) => !HOW.has(one));
  if (VERBS.some((verb) => said === verb || said === thirdPerson(verb))) return word;
  return PLAIN_OPPOSITES.has(word) && !beginsWithReading(description) ? word : undefined;
};

/** How many tools are tried for real content. */
export const MAX_DELIVERY_TOOLS = 3;

/**
 * The tools whose calls may show real content: the first three that say they only read. Only where none says so, up to
 * three that say nothing, neither in hints nor in words; those that need no arguments first, because they get none.
 */
export const deliveryCandidates = (tools: readonly JsonObject[]): readonly JsonObject[] => {
  const named = tools.filter((tool) => stringMember(tool, "name") !== undefined);
  const readOnly = named.filter((tool) => declaredSafety(tool) === "read-only");
  if (readOnly.length > 0) return readOnly.slice(0, MAX_DELIVERY_TOOLS);
  return neediestLast(named.filter(saysNothing)).slice(0, MAX_DELIVERY_TOOLS);
};

/** Of these the ones that are called, as far as the user allows it. */
export const deliveryTools = (tools: readonly JsonObject[], policy: ToolPolicy): readonly JsonObject[] => {
  const named = tools.filter((tool) => stringMember(tool, "name") !== undefined);
  const honest = named.filter((tool) => declaredSafety(tool) === "read-only" && oppositeWord(tool) === undefined);
  if (honest.length > 0) return honest.slice(0, MAX_DELIVERY_TOOLS);
  const silent = neediestLast(named.filter(saysNothing));
  const reading = silent.filter(speaksOfReading);
  return (policy === "reading" ? reading : silent).slice(0, MAX_DELIVERY_TOOLS);
};

/** Whether any tool declares that it only reads, and does not say the opposite. */
export const declaresReading = (tools: readonly JsonObject[]): boolean =>
  tools.some((tool) => declaredSafety(tool) === "read-only" && oppositeWord(tool) === undefined);

/** Whether a tool neither declares nor says that it changes something, nor declares that it does not. */
export const saysNothing = (tool: JsonObject): boolean =>
  declaredSafety(tool) === "undeclared" && changeWord(tool) === undefined;

const neediestLast = (tools: readonly JsonObject[]): JsonObject[] => [
  ...tools.filter((tool) => !needsArguments(tool)),
  ...tools.filter(needsArguments),
];

export const needsArguments = (tool: JsonObject): boolean =>
  listMember(member(tool, "inputSchema"), "required").length > 0;
