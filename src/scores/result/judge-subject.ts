import { defined } from "../../base/defined.ts";
import type { AskedPart } from "../../capture/capture.ts";
import type { Ruleset } from "../../judge/core/rule.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import type { Verdict, VerdictState } from "../../judge/core/verdict.ts";
import { isChosen } from "../../judge/corpus/rule-selectors.ts";
import { type CountedRules, countRuleset, judgeRuleset } from "../../judge/rules/judge-ruleset.ts";
import type { EvidenceForm } from "../../judge/session/judge-context.ts";
import { originsOf } from "../../judge/session/origins.ts";
import { chooseRules, type RuleChoice } from "../../judge/session/rule-choice.ts";
import { LATEST_STATEFUL, LATEST_STATELESS, type Revision } from "../../protocol/revision.ts";
import { askedOf, contextFor, rulesFor, type Subject } from "./subject.ts";

export interface JudgedSubject {
  /** The revision whose rules were applied; of several the newest. Null where it is unknown which one the subject speaks. */
  readonly revision: Revision | null;
  /** One for each rule; of a client that speaks several revisions, the one that says most. */
  readonly verdicts: readonly Verdict[];
  /** The verdicts of each revision by itself. */
  readonly byRevision: ReadonlyMap<Revision | null, readonly Verdict[]>;
  /** Only where a part was asked, or is to be judged. */
  readonly part?: JudgedPart;
}

export interface JudgedPart {
  /** How many rules of the revision have no verdict. */
  readonly left_out: number;
  /** Rules that were named and that the revision does not have. */
  readonly absent: readonly string[];
}

export interface JudgeSubjectOptions {
  /** Judge by this revision instead of the one that was probed; of a client, only what was said in it. */
  readonly revision?: Revision | undefined;
  /** Where only a part was asked, or less is to be judged, the other rules have no verdict. By default what the capture says was asked. */
  readonly asked?: AskedPart | undefined;
  readonly evidence?: EvidenceForm | undefined;
}

/** Judges a session by the rules that bind the subject, in the revision that it speaks. */
export const judgeSubject = async (subject: Subject, options: JudgeSubjectOptions = {}): Promise<JudgedSubject> => {
  const request = { asked: askedOf(subject), ...defined(options) };
  if (options.revision !== undefined) return judgeBySingle(subject, options.revision, request);
  if (subject.role === "client") return judgeByEach(subject, request);
  const revision = revisionOf(subject.capture);
  return revision === undefined ? judgeByEither(subject, request) : judgeBySingle(subject, revision, request);
};

type JudgeRequest = Pick<JudgeSubjectOptions, "asked" | "evidence">;

const judgeBySingle = async (subject: Subject, revision: Revision, request: JudgeRequest): Promise<JudgedSubject> => {
  const { verdicts, part } = await judgeBy(subject, revision, request);
  return { revision, verdicts, byRevision: new Map([[revision, verdicts]]), ...defined({ part }) };
};

/** A server that never said which revision it speaks: only what holds in both eras is said about it. */
const judgeByEither = async (subject: Subject, request: JudgeRequest): Promise<JudgedSubject> => {
  const { verdicts: found, part } = await judgeBy(subject, LATEST_STATELESS, request);
  let verdicts = found;
  // The rules about credentials look at the authentication challenge itself, which belongs to every revision.
  if (subject.capture.outcome !== "auth-required") {
    const stateful = await judgeBy(subject, LATEST_STATEFUL, request);
    const others = new Map(stateful.verdicts.map(({ id, state }) => [id, state]));
    verdicts = found.map((verdict) => (others.get(verdict.id) === verdict.state ? verdict : withoutEra(verdict)));
  }
  return { revision: null, verdicts, byRevision: new Map([[null, verdicts]]), ...defined({ part }) };
};

/** A client may speak several revisions in one capture. What it says in each is judged by the rules of that one. */
const judgeByEach = async (subject: Subject, request: JudgeRequest): Promise<JudgedSubject> => {
  const [newest = null, ...others] = [...subject.spoken].reverse();
  const revisions = newest === null ? [LATEST_STATELESS] : [newest, ...others];
  const found = await Promise.all(revisions.map((revision) => judgeBy(subject, revision, request)));
  const verdicts = combine(found.flatMap((one) => one.verdicts));
  const known = new Set(found.flatMap(({ ruleset }) => ruleset.rules.map(({ id }) => id)));
  return {
    revision: newest,
    verdicts,
    byRevision: new Map(revisions.map((revision, index) => [revision, found[index]?.verdicts ?? []])),
    ...(request.asked ? { part: { left_out: known.size - verdicts.length, absent: [] } } : {}),
  };
};

interface JudgedRevision {
  /** All rules of the revision, whichever were judged. */
  readonly ruleset: Ruleset;
  readonly verdicts: readonly Verdict[];
  readonly part?: JudgedPart;
}

const judgeBy = async (
  subject: Subject,
  revision: Revision,
  { asked, evidence }: JudgeRequest,
): Promise<JudgedRevision> => {
  const ruleset = await rulesFor(subject, revision);
  const choice = asked && chooseFor(subject, ruleset, asked);
  const chosen = choice?.ruleset ?? ruleset;
  const judged = judgeRuleset(await contextFor(subject, revision, [chosen], evidence), chosen);
  const verdicts = withOrigins(subject, choice ? judged.filter(choice.keeps) : judged);
  if (!choice) return { ruleset, verdicts };
  return { ruleset, verdicts, part: { left_out: ruleset.rules.length - verdicts.length, absent: choice.absent } };
};

type Choice = Pick<RuleChoice, "ruleset" | "keeps" | "absent">;

const chooseFor = ({ role, capture }: Subject, ruleset: Ruleset, asked: AskedPart): Choice =>
  role === "client"
    ? {
        ruleset: { ...ruleset, rules: ruleset.rules.filter((rule) => isChosen(asked, rule)) },
        keeps: () => true,
        absent: [],
      }
    : chooseRules(ruleset, asked, capture.transport);

/** The SDKs whose recordings are known are those of servers. */
const withOrigins = ({ role, capture }: Subject, verdicts: readonly Verdict[]): readonly Verdict[] =>
  role === "client" ? verdicts : verdicts.map(originsOf(capture).attribute);

/** How the rules of a revision beside the one that is reported stand, and the verdicts of those that fail. */
export const countRules = async (subject: Subject, revision: Revision): Promise<CountedRules> => {
  const ruleset = await rulesFor(subject, revision);
  const { standings, failed } = countRuleset(await contextFor(subject, revision, [ruleset]), ruleset);
  return { standings, failed: failed.map(originsOf(subject.capture).attribute) };
};

/** A verdict that would need to know which era the server speaks. */
export const withoutEra = (verdict: Verdict): Verdict => {
  if (verdict.state !== "pass" && verdict.state !== "fail") return verdict;
  const { id, title, level, revision, section, advisory, evidence, spec, fix, basic, implied_by, extension } = verdict;
  return {
    ...{ id, title, level, revision, section, advisory, evidence, spec, fix },
    ...defined({ basic, implied_by, extension }),
    state: "inconclusive",
    reason: "prerequisite-missing",
    detail: "no handshake was completed, so nobody knows which revision the server speaks",
  };
};

/** Which verdict counts where a rule was judged in several revisions. */
const WEIGHT = {
  error: 4,
  fail: 3,
  pass: 2,
  inconclusive: 1,
  "not-applicable": 0,
} as const satisfies Record<VerdictState, number>;

/** The weightiest verdict on each rule; of equal ones the first, which is of the newest revision. */
const combine = (verdicts: readonly Verdict[]): readonly Verdict[] => {
  const best = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    const known = best.get(verdict.id);
    if (!known || WEIGHT[verdict.state] > WEIGHT[known.state]) best.set(verdict.id, verdict);
  }
  return [...best.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
};
