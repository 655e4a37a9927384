import { embeddedTexts } from "../../corpus-io/embedded.ts";
import type { JsonObject } from "../../model/json.ts";
import { nearestNames } from "../../model/nearest-names.ts";
import type { RuleText } from "../../model/rule-text.ts";
import { renderRule } from "../../report/rules/explain.ts";
import { type AgentTool, objectSchema, stringArgument, ToolRefusal } from "../agent-tool.ts";

/** A rule by its id, however it is written; otherwise what it may have meant. */
export const findRule = (typed: string): RuleText => {
  const wanted = typed.trim().toUpperCase();
  const rules = embeddedTexts();
  const rule = rules.find(({ id }) => id === wanted);
  if (rule) return rule;
  const near = nearestNames(
    wanted,
    rules.map(({ id }) => id),
  );
  const hint = near.length > 0 ? `did you mean ${near.join(", ")}?` : "ids look like PROTO-002";
  throw new ToolRefusal(`there is no rule ${JSON.stringify(typed.slice(0, 40))}; ${hint}`);
};

export const ruleText = (rule: RuleText): string => renderRule(rule, { color: false, width: 100 });

export const explainRule: AgentTool = {
  name: "explain_rule",
  title: "Explain a rule",
  description:
    "What one conformance rule of mcptest means, why it matters, what a failing server sends and how to fix it, with the " +
    "level and the page of the specification for each protocol revision. Use it on the ids that check_server reports.",
  openWorld: false,
  input: objectSchema(
    { id: { type: "string", description: "The rule's id, PROTO-002 say.", examples: ["PROTO-002"] } },
    ["id"],
  ),
  output: objectSchema(
    {
      id: { type: "string" },
      title: { type: "string" },
      section: { type: "string" },
      checked: { type: "boolean", description: "Whether mcptest checks it." },
      why: { type: "string" },
      fix: { type: "string" },
      text: { type: "string", description: "All of it as a page to read." },
      revisions: {
        type: "array",
        items: objectSchema(
          {
            revision: { type: "string" },
            level: { enum: ["MUST", "SHOULD", "MAY"] },
            advisory: { type: "boolean" },
            spec: { type: "string" },
          },
          ["revision", "level", "advisory", "spec"],
        ),
      },
    },
    ["id", "title", "section", "checked", "why", "fix", "text", "revisions"],
  ),
  run: (args) => {
    const rule = findRule(stringArgument(args, "id") ?? "");
    const { id, title, section, why, fix } = rule;
    const revisions = rule.revisions.map((entry): JsonObject => ({ ...entry }));
    return {
      structured: {
        id,
        title,
        section,
        checked: rule.class === "implemented",
        why,
        fix,
        text: ruleText(rule),
        revisions,
      },
    };
  },
};
