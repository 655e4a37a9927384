import { diffVersions } from "../../corpus/diff-versions.ts";
import { VersionCorpus } from "../../corpus-io/version-corpus.ts";
import type { JsonObject } from "../../model/json.ts";
import { parseRevision, REVISIONS, type Revision } from "../../model/revision.ts";
import { type AgentTool, objectSchema, stringArgument, ToolRefusal } from "../agent-tool.ts";

const REVISION = { type: "string", enum: [...REVISIONS] };

/** A revision, also with the `v` people write in front of it. */
export const readRevisionArgument = (args: JsonObject, name: string): Revision | undefined => {
  const text = stringArgument(args, name);
  if (text === undefined) return undefined;
  const revision = parseRevision(text);
  if (revision) return revision;
  throw new ToolRefusal(
    `${name} ${JSON.stringify(text.slice(0, 40))} is no revision of the protocol; use one of ${REVISIONS.join(", ")}`,
  );
};

const RULES = {
  type: "array",
  items: objectSchema({ rule_id: { type: "string" }, title: { type: "string" }, change: { type: "string" } }, [
    "rule_id",
    "title",
  ]),
};

export const diffRevisions: AgentTool = {
  name: "diff_revisions",
  title: "Compare two protocol revisions",
  description:
    "Which requirements on servers were added, removed or changed from one revision of the Model Context Protocol to " +
    "another, rule by rule. Use it to plan an upgrade; explain_rule tells more about each rule.",
  openWorld: false,
  input: objectSchema({ from: REVISION, to: REVISION }, ["from", "to"]),
  output: objectSchema(
    {
      summary: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      clean: { type: "boolean", description: "No rule that both carry expects something else." },
      unchanged: { type: "integer" },
      added: RULES,
      removed: RULES,
      changed: RULES,
    },
    ["summary", "from", "to", "clean", "unchanged", "added", "removed", "changed"],
  ),
  run: (args) => {
    const [from, to] = [readRevisionArgument(args, "from"), readRevisionArgument(args, "to")];
    if (!from || !to) throw new ToolRefusal("name both revisions: from and to");
    const diff = diffVersions(VersionCorpus.embedded(from), VersionCorpus.embedded(to));
    const rulesIn = (bucket: string): JsonObject[] =>
      diff.entries
        .filter((entry) => entry.bucket === bucket)
        .map(({ rule_id, title, change }) => ({ rule_id, title, ...(change === undefined ? {} : { change }) }));
    const { added, removed, changed, unchanged } = diff.summary;
    return {
      structured: {
        summary: `${from} to ${to}: ${added} added, ${removed} removed, ${changed} changed, ${unchanged} unchanged`,
        from,
        to,
        clean: diff.clean,
        unchanged,
        added: rulesIn("added"),
        removed: rulesIn("removed"),
        changed: rulesIn("changed"),
      },
    };
  },
};
