import type { QuestionName } from "../../protocol/question.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { PlanPart } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import { LISTS } from "./lists.ts";
import type { RevisionPlan } from "./run-plan.ts";
import type { ConversationPlan, Step } from "./step.ts";

/** Asked in every run: most steps choose by the lists what to ask. */
const lists = Object.values(LISTS).map(({ method }) => method);

/** Asked by the conversations themselves, before and after their steps. */
export const TALK_QUESTIONS: readonly QuestionName[] = [
  "initialize",
  "notifications/initialized",
  "server/discover",
  "server/discover-retry",
  "confirm-era",
  "end-session",
];

/** It lets the server speak up in a conversation that has other questions. */
const STREAM: QuestionName = "open-stream";

/** Asked for the sake of others in the same conversation: no reason to hold one. */
const NO_REASON: ReadonlySet<QuestionName> = new Set([STREAM, "usual-level"]);

type Companions = Partial<Record<QuestionName, readonly QuestionName[]>>;

const each = (names: readonly QuestionName[], companions: readonly QuestionName[]): Companions =>
  Object.fromEntries(names.map((name) => [name, companions]));

/**
 * What a question goes on from in its conversation, or leaves behind there for another to clear away: these are then
 * asked too.
 */
const SAME_CONVERSATION: Companions = {
  unsubscribe: ["subscribe"],
  subscribe: ["unsubscribe"],
  "set-level": ["usual-level"],
  "high-level": ["usual-level"],
  "session-ended": ["session-renewed"],
  "session-renewed": ["session-ended"],
  "busy-ping": ["call"],
  contrary: ["call"],
  "client-task": ["url-elicitation"],
  "input-kinds": ["input"],
  // A server of both eras takes its era from the first thing it hears, which must be something good.
  ...each(["no-meta", "no-meta-version", "no-meta-capabilities", "wrong-meta-types"], ["settle-era"]),
  ...each(
    ["parse-error", "empty-line", "wrong-jsonrpc", "no-method", "null-id", "batch", "bad-uri-nul"],
    ["split-message"],
  ),
};

/** What a question builds on in another conversation. */
const OTHER_CONVERSATION: Companions = {
  "url-elicitation": ["call"],
  // Whether a list has changed with time is known once it was read again.
  ...each(
    lists.map((method) => `fresh-${method}` as const),
    lists.map((method) => `${method}-again` as const),
  ),
};

/** The questions and what they need by these tables, and what that needs. */
const withCompanions = (
  questions: Iterable<QuestionName>,
  ...tables: readonly Companions[]
): ReadonlySet<QuestionName> => {
  const all = new Set(questions);
  // A set that grows while it is walked is walked to its new end.
  for (const name of all) for (const table of tables) for (const companion of table[name] ?? []) all.add(companion);
  return all;
};

/** The questions that are asked wherever the plan has them. */
const askedAnywhere = (wanted: ReadonlySet<QuestionName>): ReadonlySet<QuestionName> =>
  new Set([
    ...lists,
    ...wanted,
    ...[...withCompanions(wanted, SAME_CONVERSATION, OTHER_CONVERSATION)].flatMap(
      (name) => OTHER_CONVERSATION[name] ?? [],
    ),
  ]);

/**
 * The part of a plan that is asked. Quick: the main conversation without anything that is wrong on purpose. With wanted
 * questions: the steps that ask them and what those build on; a conversation without any is not held.
 */
export const selectPlan = <T extends Talk>(
  plan: RevisionPlan<T>,
  part: PlanPart | undefined,
  revision: Revision,
): RevisionPlan<T> => {
  if (!part) return plan;
  const asked = part.wants && askedAnywhere(part.wants(revision));
  const select = (conversation: ConversationPlan<T>): ConversationPlan<T> =>
    selectSteps(part.asked.quick ? politeSteps(conversation) : conversation, asked);
  const others = part.asked.quick ? [] : plan.others.filter((one) => isHeld(one, asked)).map(select);
  return { ...plan, main: select(plan.main), others: others.length > 0 ? withSecondClient(plan, others) : [] };
};

const politeSteps = <T extends Talk>(conversation: ConversationPlan<T>): ConversationPlan<T> => ({
  ...conversation,
  groups: conversation.groups.map((group) => group.filter(({ deliberate }) => !deliberate)),
});

const isHeld = <T extends Talk>(
  { groups }: ConversationPlan<T>,
  asked: ReadonlySet<QuestionName> | undefined,
): boolean => !asked || groups.flat().some(({ question }) => asked.has(question) && !NO_REASON.has(question));

const selectSteps = <T extends Talk>(
  conversation: ConversationPlan<T>,
  asked: ReadonlySet<QuestionName> | undefined,
): ConversationPlan<T> => {
  const [first = [], ...rest] = conversation.groups;
  const own = conversation.groups.flat().map(({ question }) => question);
  const kept = asked && withCompanions([STREAM, ...own.filter((question) => asked.has(question))], SAME_CONVERSATION);
  const isKept = ({ question }: Step<T>): boolean => kept?.has(question) ?? true;
  return {
    ...conversation,
    groups: [
      // A bare conversation begins with what its first group sends. That of the main one reads the lists.
      conversation.bare ? first : first.filter(isKept),
      ...rest.map((group) => group.filter(isKept)).filter((group) => group.length > 0),
    ],
  };
};

/** Whether the server takes a second client decides how the other conversations are held. */
const withSecondClient = <T extends Talk>(
  plan: RevisionPlan<T>,
  others: readonly ConversationPlan<T>[],
): readonly ConversationPlan<T>[] => {
  const second = plan.others.find(({ isServed }) => isServed);
  return second && !others.some(({ name }) => name === second.name) ? [second, ...others] : others;
};

/** Whether any of these is asked; without wanted questions all are, except by a quick run. */
export const wantsAny = (
  part: PlanPart | undefined,
  revision: Revision,
  questions: readonly QuestionName[],
): boolean => {
  if (!part) return true;
  if (part.asked.quick) return false;
  const wanted = part.wants?.(revision);
  return wanted === undefined || questions.some((name) => wanted.has(name));
};
