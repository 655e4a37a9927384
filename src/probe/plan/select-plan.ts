import type { QuestionName } from "../../protocol/questions/questions.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { Talk } from "../talk/talk.ts";
import { LISTS } from "./lists.ts";
import type { PlanPart } from "./plan-part.ts";
import type { RevisionPlan } from "./run-plan.ts";
import type { ConversationPlan, Step } from "./step.ts";

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

/** Asked in every run: most steps choose by the lists what to ask. */
const ALWAYS: readonly QuestionName[] = lists;

/** It lets the server speak up in a conversation that has other questions, and is none to hold a conversation for. */
const ACCOMPANIES: QuestionName = "open-stream";

type Companions = Partial<Record<QuestionName, readonly QuestionName[]>>;

const each = (names: readonly QuestionName[], companions: readonly QuestionName[]): Companions =>
  Object.fromEntries(names.map((name) => [name, companions]));

/** What a question goes on from, or leaves behind for another to clear away: whoever asks it asks these too. */
const GOES_WITH: Companions = {
  unsubscribe: ["subscribe"],
  subscribe: ["unsubscribe"],
  "set-level": ["usual-level"],
  "high-level": ["usual-level"],
  "session-ended": ["session-renewed"],
  "session-renewed": ["session-ended"],
  "busy-ping": ["call"],
  contrary: ["call"],
  "url-elicitation": ["call"],
  "client-task": ["url-elicitation"],
  "input-kinds": ["input"],
  // Whether a list has changed with time is known once it was read again.
  ...each(
    lists.map((method) => `fresh-${method}` as const),
    lists.map((method) => `${method}-again` as const),
  ),
  // A server of both eras takes its era from the first thing it hears, which must be something good.
  ...each(["no-meta", "no-meta-version", "no-meta-capabilities", "wrong-meta-types"], ["settle-era"]),
  ...each(
    ["parse-error", "empty-line", "wrong-jsonrpc", "no-method", "null-id", "batch", "bad-uri-nul"],
    ["split-message"],
  ),
};

/** The questions and everything that they go with. */
export const withCompanions = (wanted: ReadonlySet<QuestionName>): ReadonlySet<QuestionName> => {
  const all = new Set<QuestionName>([...ALWAYS, ...wanted]);
  // A set that grows while it is walked is walked to its new end.
  for (const name of all) for (const companion of GOES_WITH[name] ?? []) all.add(companion);
  return all;
};

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
  const asked = part.wants ? withCompanions(part.wants(revision)) : undefined;
  const isKept = (step: Step<T>): boolean =>
    (!part.asked.quick || !step.deliberate) && (asked?.has(step.question) ?? true);
  const others = part.asked.quick ? [] : plan.others.flatMap((conversation) => selectSteps(conversation, isKept));
  return {
    ...plan,
    main: {
      ...plan.main,
      groups: keepSteps(plan.main.groups, (step) => isKept(step) || step.question === ACCOMPANIES),
    },
    others: others.length > 0 ? withSecondClient(plan, others) : [],
  };
};

/** The lists are the first group, whether there are any or not. */
const keepSteps = <T extends Talk>(
  [first = [], ...rest]: ConversationPlan<T>["groups"],
  isKept: (step: Step<T>) => boolean,
): ConversationPlan<T>["groups"] => [
  first.filter(isKept),
  ...rest.map((group) => group.filter(isKept)).filter((group) => group.length > 0),
];

const selectSteps = <T extends Talk>(
  conversation: ConversationPlan<T>,
  isKept: (step: Step<T>) => boolean,
): readonly ConversationPlan<T>[] => {
  const [first = []] = conversation.groups;
  const isHeld = conversation.groups.some((group) =>
    group.some((step) => isKept(step) && step.question !== ACCOMPANIES),
  );
  if (!isHeld) return [];
  // A bare conversation begins with what its first group sends.
  const isOpening = (step: Step<T>): boolean => conversation.bare === true && first.includes(step);
  const groups = conversation.groups.map((group) =>
    group.filter((step) => isKept(step) || isOpening(step) || step.question === ACCOMPANIES),
  );
  return [{ ...conversation, groups: groups.filter((group) => group.length > 0) }];
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
