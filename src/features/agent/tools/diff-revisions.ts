import { defined } from "../../../base/defined.ts";
import type { Json, JsonObject } from "../../../base/json.ts";
import { diffCorpora } from "../../../judge/corpus/diff-versions.ts";
import { VersionCorpus } from "../../../judge/corpus-files/version-corpus.ts";
import { parseRevision, REVISIONS, type Revision } from "../../../protocol/revision.ts";
import { type AgentTool, objectSchema, outputSchema, stringArgument, ToolRefusal } from "../agent-tool.ts";
import type { ResultStore } from "../result-store.ts";

const REVISION = { type: "string", enum: [...REVISIONS] };

/** A revision, with or without the `v` that people write in front of it. */
export const readRevisionArgument = (args: JsonObject, name: string): Revision | undefined => {
  const text = stringArgument(args, name);
  if (text === undefined) return undefined;
  const revision = parseRevision(text);
  if (revision) return revision;
  throw new ToolRefusal(
    `${name} ${JSON.stringify(text.slice(0, 40))} is not a protocol revision; use one of ${REVISIONS.join(", ")}`,
  );
};

const RULES = {
  type: "array",
  items: outputSchema({ rule_id: { type: "string" }, title: { type: "string" }, change: { type: "string" } }, [
    "change",
  ]),
};

/** In each list; the linked document has the rest. */
const MOST_RULES = 20;

export const diffRevisions = (store: ResultStore): AgentTool => ({
  name: "diff_revisions",
  title: "Compare two protocol revisions",
  description:
    "Which requirements on servers were added, removed or changed from one revision of the Model Context Protocol to " +
    "another, rule by rule. Long lists are cut; the linked resource has everything. Use it to plan an upgrade, and " +
    "explain_rule to learn more about a rule.",
  openWorld: false,
  input: objectSchema({ from: REVISION, to: REVISION }, ["from", "to"]),
  output: outputSchema({
    summary: { type: "string" },
    from: { type: "string" },
    to: { type: "string" },
    clean: { type: "boolean", description: "True if every rule that both revisions have expects the same." },
    unchanged: { type: "integer" },
    left_out: { type: "integer", description: "How many rules the lists leave out." },
    diff: { type: "string", description: "URI of the full comparison, a resource of this server." },
    added: RULES,
    removed: RULES,
    changed: RULES,
  }),
  run: (args) => {
    const [from, to] = [readRevisionArgument(args, "from"), readRevisionArgument(args, "to")];
    if (!from || !to) throw new ToolRefusal("name both revisions, from and to");
    const diff = diffCorpora(VersionCorpus.embedded(from), VersionCorpus.embedded(to));
    const rulesIn = (bucket: string): JsonObject[] =>
      diff.entries
        .filter((entry) => entry.bucket === bucket)
        .slice(0, MOST_RULES)
        .map(({ rule_id, title, change }) => ({ rule_id, title, ...defined({ change }) }));
    const { added, removed, changed, unchanged } = diff.summary;
    const link = store.keep("diffs", `${from} to ${to}`, diff as unknown as Json);
    const leftOut = [added, removed, changed].reduce((sum, count) => sum + Math.max(0, count - MOST_RULES), 0);
    return {
      links: [link],
      structured: {
        summary: `${from} to ${to}: ${added} added, ${removed} removed, ${changed} changed, ${unchanged} unchanged`,
        from,
        to,
        clean: diff.clean,
        unchanged,
        left_out: leftOut,
        diff: link.uri,
        added: rulesIn("added"),
        removed: rulesIn("removed"),
        changed: rulesIn("changed"),
      },
    };
  },
});
