import { FACTS } from "../../areas/all-facts.ts";
import { defined } from "../../base/defined.ts";
import { isJsonObject, member } from "../../base/json.ts";
import type { View } from "../core/fact.ts";
import type { Rule } from "../core/rule.ts";
import type { Verdict } from "../core/verdict.ts";
import type { ExtensionCounts, ExtensionRuleset, ExtensionStanding, Extensions } from "../corpus/extension.ts";
import { areaOf } from "../corpus/rule-id.ts";
import { isShownBy } from "./shown-by.ts";

/** The rules of the extensions that this session has to do with. */
export const extensionRules = (view: View, { judged }: Pick<Extensions, "judged">): readonly Rule[] => {
  const declared = declaredExtensions(view);
  return judged.flatMap((extension) => {
    if (declared.includes(extension.identifier)) return extension.rules;
    return isTraced(view, extension) ? extension.rules.map(asWarning) : [];
  });
};

/** Every extension that the server declares or shows, in the order of the names. */
export const extensionStandings = (
  view: View,
  { judged, known }: Extensions,
  verdicts: readonly Verdict[],
): readonly ExtensionStanding[] => {
  const declared = declaredExtensions(view);
  const traced = judged.filter((one) => !declared.includes(one.identifier) && isTraced(view, one));
  const names = [...new Set([...declared, ...traced.map(({ identifier }) => identifier)])].sort();
  return names.map((identifier): ExtensionStanding => {
    const own = judged.find((one) => one.identifier === identifier);
    const base = { identifier, declared: declared.includes(identifier) };
    if (own && own.rules.length > 0)
      return {
        ...base,
        ...{ name: own.name, status: "judged", version: own.version, link: own.text },
        counts: countsOf(verdicts.filter(({ extension }) => extension === identifier)),
        ...defined({ note: base.declared ? undefined : "used, but not declared: what fails here only warns" }),
      };
    if (own)
      return {
        ...base,
        ...{ name: own.name, status: "official", link: own.text },
        note: `its text is written for ${own.since} and later, so nothing was judged`,
      };
    const named = known.find((one) => one.identifier === identifier);
    const inRevision = verdicts.filter(({ id }) => areaOf(id) === named?.rules);
    if (named && inRevision.length > 0)
      return {
        ...base,
        ...{ name: named.name, status: "judged", link: named.link, counts: countsOf(inRevision) },
        note: "its rules stand with those of the revision, and count as they do",
      };
    return named
      ? { ...base, name: named.name, status: named.status, link: named.link, note: "listed, not judged" }
      : { ...base, status: "unknown", note: "not known here, so nothing was judged" };
  });
};

/** The names in the server's capabilities, in order. */
export const declaredExtensions = (view: View): readonly string[] => {
  const fact = FACTS.get("capabilities");
  const reading = fact && view.read(fact);
  if (!reading?.seen) return [];
  return [
    ...new Set(
      reading.items.flatMap(({ value }) => {
        const extensions = member(value, "extensions");
        return isJsonObject(extensions) ? Object.keys(extensions) : [];
      }),
    ),
  ].sort();
};

const isTraced = (view: View, { traces = [], rules }: ExtensionRuleset): boolean =>
  rules.length > 0 && traces.some((trace) => isShownBy(view, trace));

/** Of a server that did not declare the extension: it broke no promise. */
const asWarning = (rule: Rule): Rule => ({
  ...rule,
  advisory: true,
  level: rule.level === "MUST" ? "SHOULD" : rule.level,
});

const countsOf = (verdicts: readonly Verdict[]): ExtensionCounts => {
  const count = (wanted: (verdict: Verdict) => boolean): number => verdicts.filter(wanted).length;
  const failed = (verdict: Verdict): boolean => verdict.state === "fail" && !verdict.advisory;
  return {
    passed: count(({ state }) => state === "pass"),
    failed: count(failed),
    failed_must: count((verdict) => failed(verdict) && verdict.level === "MUST"),
    warnings: count(({ state, advisory }) => state === "fail" && advisory),
    open: count(({ state }) => state === "inconclusive"),
  };
};
