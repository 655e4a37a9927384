import type { Fact } from "../../src/judge/core/fact.ts";

const line = (text: string): string => text.replaceAll("|", "\\|");

/** The page of facts: what a row's target can begin with. */
export const renderFacts = (facts: readonly Fact[]): string =>
  [
    "# Facts",
    "",
    "A fact is a named reading of a capture: it says what was observed and never whether that is right. Rows of",
    "`compliance/` (and of suites) name a fact, or a path into one, as their target: `unknown_method.error.code`.",
    "*Answers* are observations of one question, and every one of them has to meet an expectation; a *list* is taken",
    "as a whole, or item by item with `each: true`. This page is made from the code by `npm run docs`.",
    "",
    "An answer has the members `outcome` (result, error, other, accepted, refused, nothing, silence, closed, garbled,",
    "unreachable, stopped), `asked` (the request), `message`, `id`, `result`, `error`, `status`, `content_type`, `headers`",
    "(lower-case names), `body`, `meanwhile` (the messages before the response), `stream` and `trouble`, as far as they exist.",
    "",
    "| fact | kind | type | what it is |",
    "| --- | --- | --- | --- |",
    ...facts.map(
      ({ name, kind, type, doc }) =>
        `| \`${name}\` | ${kind === "list" ? "list" : "answers"} | ${line(type.startsWith("answer:") ? "answer" : type)} | ${line(doc)} |`,
    ),
    "",
  ].join("\n");
