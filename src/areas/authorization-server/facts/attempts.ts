import { member } from "../../../base/json.ts";
import { serverDocuments } from "../../../judge/core/authorization-documents.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type Fact, type Item, placeOf, seen, type View } from "../../../judge/core/fact.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { type QuestionName, type QuestionRef, resolveRef, sendsOf } from "../../../protocol/question.ts";
import { attemptOf, type Landing, landingOf } from "./landing.ts";

/** What the authorization server made of a request, as far as that can be told from outside. */
export const ATTEMPT_OUTCOMES =
  "proceeds, error (sent back to the client with one), code (sent back with one), refused";

/** Each way to ask a question that was sent, with where it led. */
const attemptsAt = (
  view: View,
  question: QuestionName,
  only?: readonly string[],
): readonly (readonly [string, Landing])[] =>
  (only ?? sendsOf(question)).flatMap((as) => {
    const landing = landingOf(attemptOf(view, question, as));
    return landing ? [[as, landing] as const] : [];
  });

interface AttemptsHead {
  readonly name: string;
  readonly doc: string;
  readonly question: QuestionName;
  readonly missing: string;
  /** Of the ways to ask, those that the fact is about. */
  readonly only?: readonly string[];
}

/** Authorization requests that should not be granted, and what became of them. */
export const attemptsFact = ({ name, doc, question, missing, only }: AttemptsHead): Fact => {
  const questions: readonly QuestionRef[] = [`${question}:*` as QuestionRef];
  return defineFact({
    name,
    doc,
    type: `request, outcome: ${ATTEMPT_OUTCOMES}`,
    derived: ["request", "outcome"],
    words: {
      proceeds: "the request goes on as a correct one does",
      code: "the request was answered with a code",
    },
    questions,
    read: (view) => {
      const found = attemptsAt(view, question, only);
      return found.length === 0
        ? unseen(view, questions, missing)
        : seen(
            found.map(([as, landing]) => attemptItem(view, as === "" ? resolveRef(question).question : as, landing)),
          );
    },
  });
};

const attemptItem = (view: View, request: string, landing: Landing): Item => {
  const outcome = outcomeOf(view, landing);
  const place = placeOf(landing.record, "/http");
  const base = { ...place, parts: { request: "", outcome: "/http" }, name: request };
  if (outcome !== undefined) return { ...base, value: { request, outcome } };
  const why =
    landing.kind === "unknown" ? landing.why : "what is shown is neither the page of a correct request nor a refusal";
  return { ...base, value: { request }, open: { reason: "prerequisite-missing", detail: why, except: ["request"] } };
};

/**
 * Sent back or refused is plain. A page, or the way to another authorization server, means that the request goes on only where
 * it is the one that a correct request gets, and one of a client that does not exist does not: errors are shown on pages too.
 */
const outcomeOf = (view: View, landing: Landing): string | undefined => {
  if (landing.kind === "client") return landing.to.searchParams.has("code") ? "code" : answerOfClient(landing.to);
  if (landing.kind === "refused") return "refused";
  if (landing.kind === "unknown") return undefined;
  // To the address that is registered, say, instead of the one that was asked for.
  if (landing.kind === "elsewhere" && landing.to.searchParams.has("error")) return "refused";
  const { right, wrong } = view.once(controls);
  if (right === undefined || wrong === undefined) return undefined;
  if (right === wrong) return undefined;
  if (landing.shape === right) return "proceeds";
  return landing.shape === wrong ? "refused" : undefined;
};

const answerOfClient = (to: URL): string => (to.searchParams.has("error") ? "error" : "proceeds");

interface Controls {
  /** What a correct request gets, and what one of an unknown client gets. */
  readonly right: string | undefined;
  readonly wrong: string | undefined;
}

const controls = (view: View): Controls => {
  const of = (question: QuestionName, as: string): string | undefined => {
    const landing = landingOf(attemptOf(view, question, as));
    // One that led nowhere compares with nothing.
    if (landing === undefined || landing.kind === "unknown") return undefined;
    return "shape" in landing ? landing.shape : landing.kind;
  };
  return {
    right: of("authorization-request", "right") ?? of("client-document", "right-1"),
    wrong: of("authorization-request", "unknown-client"),
  };
};

/** Whether a correct request goes on or is answered at all: only then does a refusal of another say something. */
export const isGranted = (view: View, question: QuestionName, as: string): boolean => {
  const landing = landingOf(attemptOf(view, question, as));
  return landing !== undefined && ["proceeds", "code"].includes(outcomeOf(view, landing) ?? "");
};

/** A member of the metadata, from the document that a client finds first. */
export const metadataMember = (view: View, name: string) =>
  serverDocuments(view).flatMap(({ document }) => member(document, name) ?? [])[0];
