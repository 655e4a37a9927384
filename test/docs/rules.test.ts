// The pages of rules are made from compliance/ (npm run docs).

import { test } from "vitest";
import { SECTIONS } from "../../src/judge/core/rule.ts";
import { ruleTexts } from "../../src/judge/corpus-files/compile.ts";
import { withAsks } from "../../src/scores/result/rule-plan.ts";
import { CLASSES, COMPLIANCE } from "../corpus/compliance.ts";
import { expectDocument } from "./document.ts";
import { renderNotChecked, renderSection } from "./render-rules.ts";

const RULES = ruleTexts(COMPLIANCE, CLASSES)
  .map(withAsks)
  .sort((left, right) => (left.id < right.id ? -1 : 1));

test.each(SECTIONS)("docs/rules/%s.md", (section) => {
  expectDocument(`docs/rules/${section}.md`, renderSection(section, RULES));
});

test("docs/not-checked.md", () => {
  expectDocument("docs/not-checked.md", renderNotChecked(RULES));
});
