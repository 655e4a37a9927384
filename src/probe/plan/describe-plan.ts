import type { TransportName } from "../../capture/capture.ts";
import type { PlanDescription, PlannedConversation, PlannedStep } from "../../capture/plan.ts";
import type { ToolPolicy } from "../../capture/tool-policy.ts";
import { type QuestionName, questionRow } from "../../protocol/question.ts";
import { eraOf, type Revision } from "../../protocol/revision.ts";
import { DEFAULT_LIMITS, type Limits } from "../../wire/limits.ts";
import type { PlanPart } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import type { Known } from "./known.ts";
import type { PlanSetting } from "./plan-setting.ts";
import type { ProbePlans } from "./probe-plans.ts";
import type { RevisionPlan } from "./run-plan.ts";
import { selectPlan, TALK_QUESTIONS, wantsAny } from "./select-plan.ts";
import type { ConversationPlan, Step } from "./step.ts";

const TOOL_RULES = {
  none: "no tool is called (--tools none)",
  "read-only":
    "only tools that declare readOnlyHint: true, not destructiveHint: true, and do not say the opposite are called (--tools read-only)",
  reading:
    "tools that declare readOnlyHint: true, and with empty arguments those that declare nothing and speak of reading only, in name and description (--tools reading)",
  undeclared:
    "tools that declare readOnlyHint: true, and with empty arguments those that declare nothing and do not say that they change something (--tools undeclared)",
  all: "every tool is called, also those that change or destroy things (--tools all)",
} as const satisfies Record<ToolPolicy, string>;

interface PlanToDescribe {
  readonly plans: ProbePlans;
  readonly revision: Revision;
  readonly transport: TransportName;
  readonly limits: Limits;
  readonly tools: ToolPolicy;
  readonly plan?: "full" | "audit";
  readonly known: Known | undefined;
  readonly part?: PlanPart;
}

/** Describes what a probe of a revision sends. With `known`, what this server gives no occasion for is marked. */
export const describePlan = ({
  plans,
  revision,
  transport,
  limits,
  tools,
  plan = "full",
  known,
  part,
}: PlanToDescribe): PlanDescription => ({
  revision,
  transport,
  learned: known ? "handshake-and-lists" : "nothing",
  conversations: describeConversations(
    plan === "audit"
      ? flatten(plans.audit({ revision, transport, limits }))
      : conversationsOf(plans, { revision, transport, limits }, part),
    transport,
    known,
  ),
  tools: (known?.choices ?? []).map((choice) => ({
    name: choice.name,
    call: choice.call,
    why: choice.why,
    arguments: JSON.stringify(choice.arguments),
  })),
  tool_rule: TOOL_RULES[tools],
});

type DescribedStep = Pick<Step, "question" | "deliberate" | "skip">;
type DescribedConversation = Pick<ConversationPlan, "name" | "purpose" | "transport" | "skip"> & {
  readonly steps: readonly DescribedStep[];
};

/** The conversations of a revision's plan, without what depends on the era's kind of talk. */
export const conversationsOf = (plans: ProbePlans, setting: PlanSetting, part?: PlanPart): DescribedConversation[] =>
  eraOf(setting.revision) === "stateful"
    ? flatten(selectPlan(plans.stateful(setting), part, setting.revision))
    : flatten(selectPlan(plans.stateless(setting), part, setting.revision));

/** The questions that a run of this revision asks, whatever the server gives occasion for. */
export const questionsAsked = (
  plans: ProbePlans,
  revision: Revision,
  transport: TransportName,
  part?: PlanPart,
): ReadonlySet<QuestionName> => {
  const kind = transport === "stdio" ? "stdio" : "http";
  const steps = conversationsOf(plans, { revision, transport, limits: DEFAULT_LIMITS }, part)
    .filter((conversation) => conversation.transport === "any" || conversation.transport === kind)
    .flatMap((conversation) => conversation.steps.map(({ question }) => question));
  const auth = (kind === "http" ? plans.authorization.every(revision) : [])
    .map(({ groups }) => groups.flat().map(({ question }) => question))
    .filter((questions) => wantsAny(part, revision, questions));
  return new Set([...TALK_QUESTIONS, ...steps, ...auth.flat()]);
};

const flatten = <T extends Talk>({ main, others }: RevisionPlan<T>): DescribedConversation[] =>
  [main, ...others].map(({ groups, ...conversation }) => ({ ...conversation, steps: groups.flat() }));

const describeConversations = (
  conversations: readonly DescribedConversation[],
  transport: TransportName,
  known: Known | undefined,
): PlannedConversation[] => {
  const kind = transport === "stdio" ? "stdio" : "http";
  return conversations
    .filter((conversation) => conversation.transport === "any" || conversation.transport === kind)
    .map(({ name, purpose, steps, skip }) => {
      const whole = known ? skip?.(known)?.detail : undefined;
      return {
        name,
        purpose,
        steps: steps.map((step) => describeStep(step, whole ?? (known ? step.skip?.(known)?.detail : undefined))),
      };
    });
};

const describeStep = (step: DescribedStep, skipped: string | undefined): PlannedStep => ({
  name: step.question,
  asks: questionRow(step.question).asks,
  deliberate: step.deliberate ?? false,
  ...(skipped === undefined ? {} : { skipped }),
});
