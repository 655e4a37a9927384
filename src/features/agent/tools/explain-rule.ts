import type { JsonObject } from "../../../base/json.ts";
import { nearestNames } from "../../../base/nearest-names.ts";
import type { RuleText } from "../../../judge/corpus/rule-text.ts";
import { embeddedTexts } from "../../../judge/corpus-files/embedded.ts";
import { render } from "../../../report/render.ts";
import { explainView } from "../../../report/views/rules/explain.ts";
import { withAsks } from "../../../scores/result/rule-plan.ts";
import { type AgentTool, objectSchema, outputSchema, stringArgument, ToolRefusal } from "../agent-tool.ts";

/** A rule by its id in any case; throws with the nearest ids. */
export const findRule = (typed: string): RuleText => {
  const wanted = typed.trim().toUpperCase();
  const rules = embeddedTexts();
  const ids = rules.map(({ id }) => id);
  const rule = rules.find(({ id }) => id === wanted);
  if (rule) return rule;
  const near = nearestNames(wanted, ids);
  const hint = near.length > 0 ? `did you mean ${near.join(", ")}?` : "ids look like PROTO-002";
  throw new ToolRefusal(`there is no rule ${JSON.stringify(typed.slice(0, 40))}; ${hint}`);
};

export const ruleText = (rule: RuleText): string => render(explainView, withAsks(rule), "pretty");

export const explainRule: AgentTool = {
  name: "explain_rule",
  title: "Explain a rule",
  description:
    "Explains one conformance rule: what it means, why it matters, what a failing server sends and how to fix it, with its " +
    "level and page of the specification in each protocol revision. Use it on the ids that check_server reports.",
  openWorld: false,
  input: objectSchema(
    { id: { type: "string", description: "The rule id, such as PROTO-002.", examples: ["PROTO-002"] } },
    ["id"],
  ),
  output: outputSchema({
    id: { type: "string" },
    title: { type: "string" },
    section: { type: "string" },
    checked: { type: "boolean", description: "Whether mcptest checks this rule." },
    why: { type: "string" },
    fix: { type: "string" },
    text: { type: "string", description: "The whole explanation as text." },
    revisions: {
      type: "array",
      items: outputSchema({
        revision: { type: "string" },
        level: { enum: ["MUST", "SHOULD", "MAY"] },
        advisory: { type: "boolean" },
        spec: { type: "string" },
      }),
    },
  }),
  run: (args) => {
    const rule = findRule(stringArgument(args, "id") ?? "");
    const { id, title, section, why, fix } = rule;
    const revisions = rule.revisions.map((entry): JsonObject => ({ ...entry }));
    const checked = rule.class === "implemented";
    return { structured: { id, title, section, checked, why, fix, text: ruleText(rule), revisions } };
  },
};
