import { diffVersions } from "../../corpus/diff-versions.ts";
import { VersionCorpus } from "../../corpus-io/version-corpus.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { parseRevision, REVISIONS, type Revision } from "../../model/revision.ts";
import { type AgentTool, objectSchema, stringArgument, ToolRefusal } from "../agent-tool.ts";
import type { KeptResults } from "../kept-results.ts";

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

/** Of each kind; a model reads the rest from the linked document when it needs it. */
const MOST_RULES = 20;

export const diffRevisions = (kept: KeptResults): AgentTool => ({
  name: "diff_revisions",
  title: "Compare two protocol revisions",
  description:
    "Which requirements on servers were added, removed or changed from one revision of the Model Context Protocol to " +
    "another, rule by rule. Long lists are cut; the resource it links to has all. Use it to plan an upgrade; explain_rule tells more about each rule.",
  openWorld: false,
  input: objectSchema({ from: REVISION, to: REVISION }, ["from", "to"]),
  output: objectSchema(
    {
      summary: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      clean: { type: "boolean", description: "No rule that both carry expects something else." },
      unchanged: { type: "integer" },
      left_out: { type: "integer", description: "How many rules the three lists leave out." },
      diff: { type: "string", description: "The URI of the whole difference, a resource of this server." },
      added: RULES,
      removed: RULES,
      changed: RULES,
    },
    ["summary", "from", "to", "clean", "unchanged", "left_out", "diff", "added", "removed", "changed"],
  ),
  run: (args) => {
    const [from, to] = [readRevisionArgument(args, "from"), readRevisionArgument(args, "to")];
    if (!from || !to) throw new ToolRefusal("name both revisions: from and to");
    const diff = diffVersions(VersionCorpus.embedded(from), VersionCorpus.embedded(to));
    const rulesIn = (bucket: string): JsonObject[] =>
      diff.entries
        .filter((entry) => entry.bucket === bucket)
        .slice(0, MOST_RULES)
        .map(({ rule_id, title, change }) => ({ rule_id, title, ...(change === undefined ? {} : { change }) }));
    const { added, removed, changed, unchanged } = diff.summary;
    const link = kept.keep("diffs", `${from} to ${to}`, diff as unknown as Json);
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
