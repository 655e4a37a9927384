// The pages of rules are made from compliance/ (npm run docs).

import { test } from "vitest";
import { withAsks } from "../../src/check/rule-asks.ts";
import { toRuleText } from "../../src/corpus/rule-text.ts";
import { SECTIONS } from "../../src/model/rule.ts";
import { CLASSES, COMPLIANCE } from "../corpus/compliance.ts";
import { expectDocument } from "./document.ts";
import { renderNotChecked, renderSection } from "./render-rules.ts";

const RULES = [...COMPLIANCE.registry.values()]
  .map((row) => {
    const known = CLASSES.get(row.rule_id);
    return withAsks(toRuleText(row, known?.class ?? "planned", known?.reason ?? ""));
  })
  .sort((left, right) => (left.id < right.id ? -1 : 1));

test.each(SECTIONS)("docs/rules/%s.md", (section) => {
  expectDocument(`docs/rules/${section}.md`, renderSection(section, RULES));
});

test("docs/not-checked.md", () => {
  expectDocument("docs/not-checked.md", renderNotChecked(RULES));
});
