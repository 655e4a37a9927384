import { isJsonObject, type Json, type JsonObject, member } from "../../../src/model/json.ts";
import { answering } from "../../clients/edits.ts";
import { BOTH, HTTP, MODERN_HTTP, MODERN_STDIO, type MutantClient, STDIO } from "../../clients/mutant-client.ts";
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
  {
    ...FEATURES,
    name: "elicitation-undeclared",
    fails: ["C-ELICIT-001", "C-ELICIT-008"],
    vice: answering("elicitation/create", () => ({ action: "accept", content: { name: "Ada" } }), {
      ...{ roots: {}, sampling: {} },
    }),
  },
  {
    ...FEATURES,
    name: "action-ok",
    fails: ["C-ELICIT-002"],
    vice: answering("elicitation/create", () => ({ action: "ok" })),
  },
  { ...FORMS, name: "age-of-17", fails: ["C-ELICIT-003"], vice: filling("age", 17) },
  { ...FORMS, name: "all-texts", fails: ["C-ELICIT-003"], vice: filling("age", "18") },
  { ...FORMS, name: "mail-without-at", fails: ["C-ELICIT-003"], vice: filling("mail", "x") },
  { ...FORMS, name: "colour-left-out", fails: ["C-ELICIT-003"], vice: filling("colour", undefined) },
  { ...ROUNDS, name: "name-too-short", fails: ["C-ELICIT-003"], vice: filling("mail", "x") },
  { ...FORMS, name: "null-for-nothing", fails: ["C-ELICIT-003", "C-ELICIT-004"], vice: filling("agreed", null) },
  { ...ROUNDS, name: "null-in-rounds", fails: ["C-ELICIT-003", "C-ELICIT-004"], vice: filling("agreed", null) },
  {
    name: "declines-with-data",
    fails: ["C-ELICIT-005"],
    contexts: BOTH,
    scenario: "refused-requests",
    vice: eliciting((answer) => ({ ...answer, action: "decline" })),
  },
  {
    ...ROUNDS,
    name: "declines-with-data-in-rounds",
    fails: ["C-ELICIT-005"],
    vice: eliciting((answer) => ({ ...answer, action: "cancel" })),
  },
  {
    ...CHOICES,
    name: "wants-a-mode",
    fails: ["C-ELICIT-006"],
    vice: eliciting((answer, params) =>
      member(params, "mode") === undefined ? { error: { code: -32602, message: "No mode" } } : answer,
    ),
  },
  {
    ...ROUNDS,
    name: "wants-a-mode-in-rounds",
    fails: ["C-ELICIT-006", "C-MRTR-001"],
    vice: {
      repeats: (again, _, first) => {
        if (again === undefined || first["name"] !== "ask_contact") return again;
        return { ...again, inputResponses: { mode: member(again["inputResponses"], "mode") ?? null } };
      },
    },
  },
  {
    name: "cancels-a-mode",
    fails: ["C-ELICIT-007"],
    contexts: BOTH,
    scenario: "elicitation-modes",
    vice: eliciting(() => ({ action: "cancel" }), { elicitation: {} }),
  },
  {
    name: "no-form-but-an-answer",
    fails: ["C-ELICIT-007"],
    contexts: STDIO,
    scenario: "elicitation-modes",
    vice: eliciting((answer) => answer, { elicitation: { url: {} } }),
  },
  {
    ...CHOICES,
    name: "asks-the-user-when-idle",
    fails: ["C-ELICIT-009"],
    vice: { answersWhenIdle: ["elicitation/create"] },
    timed: true,
  },
  {
    name: "defaults-of-texts-alone",
    fails: ["C-ELICIT-010"],
    contexts: BOTH,
    scenario: "elicitation-defaults",
    vice: filling("age", undefined),
  },
  { ...ROUNDS, name: "no-default-for-a-score", fails: ["C-ELICIT-010"], vice: filling("score", undefined) },
  { ...CHOICES, name: "sends-the-title", fails: ["C-ELICIT-003", "C-ELICIT-011"], vice: filling("titled", "Tea") },
  { ...CHOICES, name: "one-for-several", fails: ["C-ELICIT-003", "C-ELICIT-011"], vice: filling("several", "tea") },
  { ...ROUNDS, name: "sends-the-name", fails: ["C-ELICIT-003", "C-ELICIT-011"], vice: filling("named", "Hot") },
  { ...PAGES, name: "looks-before", fails: ["C-ELICIT-012"], vice: { visits: "when-asked" } },
  { ...PAGES, name: "previews", fails: ["C-ELICIT-012"], vice: { visits: "when-asked", visitsBy: "HEAD" } },
  { ...PAGES, name: "opens-what-is-declined", fails: ["C-ELICIT-013"], vice: { visits: "after-declining" } },
  {
    name: "looks-before-a-round",
    fails: ["C-ELICIT-012"],
    contexts: MODERN_HTTP,
    scenario: "elicitation-rounds",
    vice: { visits: "when-asked" },
  },
  {
    name: "opens-what-is-declined-in-a-round",
    fails: ["C-ELICIT-013"],
    contexts: MODERN_HTTP,
    scenario: "elicitation-rounds",
    vice: { visits: "after-declining" },
  },
  {
    ...PAGES,
    name: "content-of-a-page",
    fails: ["C-ELICIT-014"],
    vice: eliciting((answer) => ({ ...answer, content: {} })),
  },
  {
    ...ROUNDS,
    name: "content-of-a-page-in-rounds",
    fails: ["C-ELICIT-014"],
    vice: eliciting((answer, params) =>
      member(params, "mode") === "url" ? { action: "accept", content: {} } : answer,
    ),
  },
  {
    ...PAGES,
    name: "wants-a-uuid",
    fails: ["C-ELICIT-021"],
    vice: eliciting((answer, params) =>
      String(member(params, "elicitationId")).length > 100 ? { error: { code: -32602, message: "No UUID" } } : answer,
    ),
  },
  {
    name: "any-login-will-do",
    fails: ["C-ELICIT-019"],
    contexts: BOTH,
    scenario: "url-login",
    vice: { anyLogin: true },
  },
  {
    name: "insists-on-the-call",
    fails: ["C-ELICIT-023"],
    contexts: BOTH,
    scenario: "url-login",
    vice: { insistsOnLogin: 30 },
  },
  {
    name: "never-stops-signing-in",
    fails: ["C-ELICIT-023", "C-MRTR-012"],
    contexts: MODERN_STDIO,
    scenario: "endless-rounds",
    vice: { rounds: 60 },
  },
];
