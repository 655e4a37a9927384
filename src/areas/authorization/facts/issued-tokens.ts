// Tokens that were made for the test, by an issuer that the server was told to trust.

import { ANSWER_TYPE } from "../../../judge/core/answer.ts";
import { isAsked, recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { extendItem } from "../../../judge/core/extend-answers.ts";
import { type ExchangeRecord, placesOf, type Reading, seen, type View } from "../../../judge/core/fact.ts";
import { inapplicable, inconclusive } from "../../../judge/core/left-out.ts";
import { bearerOf, ifProtected, isServed } from "../../../judge/core/protection.ts";
import { hinted } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { answer } from "./protected-answers.ts";

const ISSUED: readonly QuestionRef[] = ["issued-token:*", "issued-query-token:alone"];

/** A good token is served: only then does the refusal of another one say anything, and its service too. */
export const isTrusted = (view: View): boolean => recordsOf(view, ["issued-token:good"]).some(isServed);

/** The exchanges in which something was asked; tokens of an issuer that the server does not trust are left out. */
export const ofTrusted = (view: View, questions: readonly QuestionRef[]): readonly ExchangeRecord[] => {
  const found = recordsOf(view, questions);
  return isTrusted(view) ? found : found.filter((record) => !isAsked(record, ISSUED));
};

/** Reads on where the server takes tokens of the issuer. */
const ifTrusted = (view: View, questions: readonly QuestionRef[], what: string, read: () => Reading): Reading =>
  ifProtected(view, () => {
    const good = recordsOf(view, ["issued-token:good"]);
    if (good.length === 0) return hinted(view, ["issued-token"], what, "run with --issue-tokens to see it");
    if (!isTrusted(view))
      return inconclusive(
        "prerequisite-missing",
        "the server does not take the good token of --issue-tokens",
        placesOf(good, "/http/status"),
      );
    return recordsOf(view, questions).length === 0 ? hinted(view, questions, what) : read();
  });

export const capitalAudience = defineFact({
  name: "capital_audience",
  doc: "The answers to a request with a good token whose audience has scheme and host in capitals.",
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  questions: ["issued-token:capitals"],
  read: (view) =>
    ifTrusted(view, ["issued-token:capitals"], "a token whose audience is in capitals", () =>
      seen(recordsOf(view, ["issued-token:capitals"]).map(answer)),
    ),
});

const wantsMore = (record: ExchangeRecord): boolean =>
  bearerOf(record)?.parameters["error"]?.toLowerCase() === "insufficient_scope";

const STEPS = [
  ["step-up:access", "step-up:access-stepped"],
  ["step-up:call", "step-up:call-stepped"],
] as const satisfies readonly (readonly [QuestionRef, QuestionRef])[];

export const stepUp = defineFact({
  name: "step_up",
  doc: "What a server answers to a request once the token has the scopes that it named when it refused the same request.",
  type: `${ANSWER_TYPE}, after: served, asked-for-more (insufficient_scope again) or otherwise`,
  derived: ["outcome", "after"],
  words: {
    "asked-for-more": "with every scope that the first challenge named, the token was called insufficient again",
  },
  questions: ["step-up:*"],
  read: (view) =>
    ifTrusted(view, ["step-up:access", "step-up:call"], "a request with too few scopes", () => {
      const stepped = STEPS.flatMap(([, after]) => recordsOf(view, [after]));
      if (stepped.length === 0)
        return inapplicable(
          "no request with a token without scopes was refused for want of named ones",
          placesOf(recordsOf(view, ["step-up:access", "step-up:call"]), "/http"),
        );
      return seen(
        stepped.map((record) => extendItem(answer(record), { after: { value: afterwards(record), at: "/http" } })),
      );
    }),
});

const afterwards = (record: ExchangeRecord): string =>
  wantsMore(record) ? "asked-for-more" : isServed(record) ? "served" : "otherwise";

export const broadScope = defineFact({
  name: "broad_scope",
  doc: "The answers to a request with a token that has only a scope which, by the word of whoever runs the server, includes the others.",
  kind: "observations",
  type: `${ANSWER_TYPE}, taken: served, insufficient (insufficient_scope) or otherwise`,
  derived: ["outcome", "taken"],
  words: { insufficient: "a token with the broad scope was called insufficient" },
  questions: ["broad-scope:access"],
  read: (view) =>
    ifTrusted(view, ["broad-scope:access"], "a token with a broad scope", () => {
      const without = recordsOf(view, ["broad-scope:without"]);
      if (!without.some(wantsMore)) return inapplicable("the request needs no scope", placesOf(without, "/http"));
      return seen(
        recordsOf(view, ["broad-scope:access"]).map((record) => {
          const taken = wantsMore(record) ? "insufficient" : isServed(record) ? "served" : "otherwise";
          return extendItem(answer(record), { taken: { value: taken, at: "/http" } });
        }),
      );
    }),
});
