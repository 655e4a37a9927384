import { defined } from "../../base/defined.ts";
import type { Revision } from "../../protocol/revision.ts";
import { LEVELS, type Level } from "../core/rule.ts";
import type { CoreCheck, CoreRequirements, SepExclusion } from "./conformance.ts";
import type { RuleText } from "./rule-text.ts";
import type { MappedCheck } from "./sep-checks.ts";

/**
 * What a revision asks of clients apart from the SEPs: every requirement of the registry that no row of a SEP names at its
 * level or above, so that no tier stands beside a broken MUST. What rests on prose alone counts in no tier.
 */
export const clientCore = (
  texts: readonly RuleText[],
  revision: Revision,
  seps: readonly MappedCheck[],
): CoreRequirements => {
  const checks: CoreCheck[] = [];
  const exclusions: SepExclusion[] = [];
  for (const text of texts) {
    const held = text.revisions.find((one) => one.revision === revision);
    if (!held || held.advisory || text.class === "withdrawn" || isNamed(text.id, held.level, seps)) continue;
    const { title, class: kind, class_reason: why } = text;
    if (kind === "excluded" || kind === "informational")
      exclusions.push({ text: title, excluded: why, url: held.spec });
    else
      checks.push({
        check: `core-${text.id.toLowerCase()}`,
        text: title,
        url: held.spec,
        level: held.level,
        mapping: {
          roles: ["client"],
          rules: [],
          ...(kind === "implemented" ? { clients: [text.id] } : { note: why }),
          ...defined({ transport: text.transport }),
        },
      });
  }
  return { checks, exclusions };
};

const isNamed = (id: string, level: Level, seps: readonly MappedCheck[]): boolean =>
  seps.some(
    ({ mapping, level: counted }) =>
      mapping?.clients?.includes(id) && counted !== null && LEVELS.indexOf(counted) <= LEVELS.indexOf(level),
  );
