import { groupBy } from "../../../base/group-by.ts";
import { type Json, member, stringMember } from "../../../base/json.ts";
import { derivedFact } from "../../../judge/core/client/fact.ts";
import {
  answerPlace,
  answersFact,
  type ClientQuestion,
  codeOf,
  isSettled,
  questionsIn,
} from "../../../judge/core/client/questions.ts";
import type { Session, View } from "../../../judge/core/client/view.ts";

export const elicitationsIn = (view: View): readonly ClientQuestion[] => view.once(gather);

const gather = (view: View): readonly ClientQuestion[] =>
  questionsIn(view).filter(
    ({ method, params }) => method === "elicitation/create" && member(params, "task") === undefined,
  );

export const isPage = ({ params }: ClientQuestion): boolean => stringMember(params, "mode") === "url";

export const actionOf = ({ answered, given }: ClientQuestion): string => {
  if (answered !== "result") return answered;
  return stringMember(given, "action") ?? "nothing";
};

export const elicitationAnswers = answersFact("elicitation/create", "elicitation_answers");

/** Nothing named means forms. */
const isModeDeclared = (declared: Json | undefined, mode: string): boolean => {
  const elicitation = member(declared, "elicitation");
  if (elicitation === undefined) return false;
  const named = ["form", "url"].filter((one) => member(elicitation, one) !== undefined);
  return named.length === 0 ? mode === "form" : named.includes(mode);
};

const isDeclared = ({ declared, params }: ClientQuestion): boolean =>
  isModeDeclared(declared, stringMember(params, "mode") ?? "form");

export const elicitationModes = derivedFact("elicitation_modes", {
  doc: "How the client answered in each mode, and whether it had declared it; without a mode only where one with mode form was accepted.",
  type: "object: mode (form, url, absent), declared (declared, undeclared), answered (result, error, nothing), code",
  scenarios: ["elicitation-modes", "elicitation-choices", "elicitation-rounds"],
  missing: "the server asks the client's user",
  among: elicitationsIn,
  only: (question, view) =>
    member(question.declared, "elicitation") !== undefined &&
    (isSettled(question, view) || isLeft(question, view) || question.session.era === "stateless") &&
    (stringMember(question.params, "mode") !== undefined || isControlled(question, view)),
  at: answerPlace,
  say: (question) => ({
    mode: stringMember(question.params, "mode") ?? "absent",
    declared: isDeclared(question) ? "declared" : "undeclared",
    answered: question.answered,
    ...codeOf(question),
  }),
});

/** Undeclared, it needs no user to be refused. */
const isLeft = (question: ClientQuestion, view: View): boolean =>
  !isDeclared(question) && isSettled({ ...question, declared: undefined }, view);

/** The same client answers where the mode is named; in the stateless era in the same round. */
const isControlled = ({ session, source }: ClientQuestion, view: View): boolean =>
  view
    .once(gatherForms)
    .get(session)
    ?.has(session.era === "stateful" ? undefined : source.exchange) ?? false;

/** Where forms were answered: in which sessions, and in which exchanges of them. */
const gatherForms = (
  view: View,
): ReadonlyMap<Session, ReadonlySet<ClientQuestion["source"]["exchange"] | undefined>> => {
  const forms = elicitationsIn(view).filter(
    ({ params, answered }) => stringMember(params, "mode") === "form" && answered === "result",
  );
  const sessions = groupBy(forms, ({ session }) => session);
  return new Map(
    [...sessions].map(([session, all]) => [session, new Set([undefined, ...all.map(({ source }) => source.exchange)])]),
  );
};
