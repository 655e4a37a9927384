// For the author of a near-miss: the rules that saw something in it that the usual server does not show.

import type { Rule } from "../../../src/judge/core/rule.ts";
import { followPath } from "../../../src/judge/rules/follow-path.ts";
import { parseTarget } from "../../../src/judge/rules/parse-target.ts";
import { isAccusation, type JudgedNearMiss } from "./judge-near-miss.ts";

const shown = (text: string): string => (text.length > 220 ? `${text.slice(0, 220)}…` : text);

/** Times and random ids differ in any two runs. */
const masked = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>")
    .replace(
      /\d{4}-\d{2}-\d{2}T[\d:.]+Z|"date":"[^"]*"|127\.0\.0\.1:\d+|server-\d+|"requestState":"[^"]*"/g,
      "<varies>",
    );

const valuesAt = (judged: JudgedNearMiss, target: string): ReadonlySet<string> => {
  const { fact: name, path } = parseTarget(target);
  const fact = judged.context.facts.get(name);
  const reading = fact && judged.context.view.read(fact);
  if (!reading?.seen) return new Set();
  return new Set(
    reading.items
      .flatMap((item) => followPath(item, path))
      .map(({ value }) => masked(JSON.stringify(value) ?? "absent")),
  );
};

const newAt = (target: string, nearMiss: JudgedNearMiss, usual: JudgedNearMiss): readonly string[] => {
  const before = valuesAt(usual, target);
  return [...valuesAt(nearMiss, target)].filter((value) => !before.has(value));
};

export const nearRules = (nearMiss: JudgedNearMiss, usual: JudgedNearMiss): readonly string[] =>
  nearMiss.ruleset.rules.filter(isAccusation).flatMap((rule: Rule) => {
    const targets = [...new Set([...(rule.when ?? []), ...rule.expect].map(({ target }) => target))];
    return targets.flatMap((target) => {
      const values = newAt(target, nearMiss, usual);
      return values.length === 0 ? [] : [`  ${rule.id} ${target}: ${values.slice(0, 2).map(shown).join(" | ")}`];
    });
  });
