import { isJsonObject, type Json, type JsonObject, member } from "../../../src/base/json.ts";
import { answering } from "../../clients/edits.ts";
import {
  BOTH,
  HTTP,
  MODERN_HTTP,
  MODERN_STDIO,
  type MutantClient,
  mutant,
  STDIO,
} from "../../clients/mutant-client.ts";
import { ANSWERS } from "../../clients/small-client/answers.ts";
import type { Vice } from "../../clients/small-client/vice.ts";

const FORMS = { scenario: "elicitation-forms", contexts: STDIO } as const;
const CHOICES = { scenario: "elicitation-choices", contexts: STDIO } as const;
const ROUNDS = { scenario: "elicitation-rounds", contexts: MODERN_STDIO } as const;
const PAGES = { scenario: "elicitation-urls", contexts: HTTP } as const;

/** Answers as a correct client does, with one thing changed. */
const eliciting = (change: (answer: JsonObject, params: Json) => JsonObject, capabilities?: JsonObject): Vice =>
  answering(
    "elicitation/create",
    ({ params = {} }) => change(ANSWERS["elicitation/create"]?.(params, {}) ?? {}, params),
    capabilities,
  );

const contentOf = (answer: JsonObject): JsonObject => {
  const content = member(answer, "content");
  return isJsonObject(content) ? content : {};
};

/** Changes the content where a field is asked for. */
const filling = (field: string, value: Json | undefined): Vice =>
  eliciting((answer) => {
    const { [field]: found, ...rest } = contentOf(answer);
    if (found === undefined) return answer;
    return { ...answer, content: value === undefined ? rest : { ...rest, [field]: value } };
  });

const FEATURES = { scenario: "client-features", contexts: BOTH } as const;

export const MUTANTS: readonly MutantClient[] = [
  mutant("elicitation-undeclared", ["C-ELICIT-001", "C-ELICIT-008"], FEATURES).does(
    answering("elicitation/create", () => ({ action: "accept", content: { name: "Ada" } }), {
      ...{ roots: {}, sampling: {} },
    }),
  ),
  mutant("action-ok", ["C-ELICIT-002"], FEATURES).does(answering("elicitation/create", () => ({ action: "ok" }))),
  mutant("age-of-17", ["C-ELICIT-003"], FORMS).does(filling("age", 17)),
  mutant("all-texts", ["C-ELICIT-003"], FORMS).does(filling("age", "18")),
  mutant("mail-without-at", ["C-ELICIT-003"], FORMS).does(filling("mail", "x")),
  mutant("colour-left-out", ["C-ELICIT-003"], FORMS).does(filling("colour", undefined)),
  mutant("name-too-short", ["C-ELICIT-003"], ROUNDS).does(filling("mail", "x")),
  mutant("null-for-nothing", ["C-ELICIT-003", "C-ELICIT-004"], FORMS).does(filling("agreed", null)),
  mutant("null-in-rounds", ["C-ELICIT-003", "C-ELICIT-004"], ROUNDS).does(filling("agreed", null)),
  mutant("declines-with-data", ["C-ELICIT-005"], BOTH, "refused-requests").does(
    eliciting((answer) => ({ ...answer, action: "decline" })),
  ),
  mutant("declines-with-data-in-rounds", ["C-ELICIT-005"], ROUNDS).does(
    eliciting((answer) => ({ ...answer, action: "cancel" })),
  ),
  mutant("wants-a-mode", ["C-ELICIT-006"], CHOICES).does(
    eliciting((answer, params) =>
      member(params, "mode") === undefined ? { error: { code: -32602, message: "No mode" } } : answer,
    ),
  ),
  mutant("wants-a-mode-in-rounds", ["C-ELICIT-006", "C-MRTR-001"], ROUNDS).does({
    repeats: (again, _, first) => {
      if (again === undefined || first["name"] !== "ask_contact") return again;
      return { ...again, inputResponses: { mode: member(again["inputResponses"], "mode") ?? null } };
    },
  }),
  mutant("cancels-a-mode", ["C-ELICIT-007"], BOTH, "elicitation-modes").does(
    eliciting(() => ({ action: "cancel" }), { elicitation: {} }),
  ),
  mutant("no-form-but-an-answer", ["C-ELICIT-007"], STDIO, "elicitation-modes").does(
    eliciting((answer) => answer, { elicitation: { url: {} } }),
  ),
  mutant("asks-the-user-when-idle", ["C-ELICIT-009"], CHOICES).does(
    { answersWhenIdle: ["elicitation/create"] },
    { timed: true },
  ),
  mutant("defaults-of-texts-alone", ["C-ELICIT-010"], BOTH, "elicitation-defaults").does(filling("age", undefined)),
  mutant("no-default-for-a-score", ["C-ELICIT-010"], ROUNDS).does(filling("score", undefined)),
  mutant("sends-the-title", ["C-ELICIT-003", "C-ELICIT-011"], CHOICES).does(filling("titled", "Tea")),
  mutant("one-for-several", ["C-ELICIT-003", "C-ELICIT-011"], CHOICES).does(filling("several", "tea")),
  mutant("sends-the-name", ["C-ELICIT-003", "C-ELICIT-011"], ROUNDS).does(filling("named", "Hot")),
  mutant("looks-before", ["C-ELICIT-012"], PAGES).does({ visits: "when-asked" }),
  mutant("previews", ["C-ELICIT-012"], PAGES).does({ visits: "when-asked", visitsBy: "HEAD" }),
  mutant("opens-what-is-declined", ["C-ELICIT-013"], PAGES).does({ visits: "after-declining" }),
  mutant("looks-before-a-round", ["C-ELICIT-012"], MODERN_HTTP, "elicitation-rounds").does({ visits: "when-asked" }),
  mutant("opens-what-is-declined-in-a-round", ["C-ELICIT-013"], MODERN_HTTP, "elicitation-rounds").does({
    visits: "after-declining",
  }),
  mutant("content-of-a-page", ["C-ELICIT-014"], PAGES).does(eliciting((answer) => ({ ...answer, content: {} }))),
  mutant("content-of-a-page-in-rounds", ["C-ELICIT-014"], ROUNDS).does(
    eliciting((answer, params) => (member(params, "mode") === "url" ? { action: "accept", content: {} } : answer)),
  ),
  mutant("wants-a-uuid", ["C-ELICIT-021"], PAGES).does(
    eliciting((answer, params) =>
      String(member(params, "elicitationId")).length > 100 ? { error: { code: -32602, message: "No UUID" } } : answer,
    ),
  ),
  mutant("any-login-will-do", ["C-ELICIT-019"], BOTH, "url-login").does({ anyLogin: true }),
  mutant("insists-on-the-call", ["C-ELICIT-023"], BOTH, "url-login").does({ insistsOnLogin: 30 }),
  mutant("never-stops-signing-in", ["C-ELICIT-023", "C-MRTR-012"], MODERN_STDIO, "endless-rounds").does({ rounds: 60 }),
];
