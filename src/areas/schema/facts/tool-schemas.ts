import type { JsonObject } from "../../../base/json.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type Gap, type Item, seen } from "../../../judge/core/fact.ts";
import { tools } from "../../../judge/core/facts/listed.ts";
import { inconclusive } from "../../../judge/core/left-out.ts";
import { collect } from "../../../judge/core/messages.ts";
import type { SchemaFinding, SchemaPlace } from "../../../judge/core/schema-findings.ts";

/** What can be said of a schema however large it is. */
const ALWAYS = ["role", "declared", "declaration", "dialect", "network_refs"];

const UNREAD: Gap = { reason: "limit-exceeded", detail: "the schema is larger than what is read of one" };
const UNKNOWN: Gap = { reason: "prerequisite-missing", detail: "the schema names a dialect that is not known here" };

/** Every schema a tool publishes, with what a reading of it found. */
export const toolSchemas = defineFact({
  name: "tool_schemas",
  doc: "Every inputSchema and outputSchema that the server's tools publish, as read in its dialect.",
  type: "role (input, output), declared ($schema), declaration (exact, variant, absent, unknown, not-a-string), dialect, problems, bad_patterns, network_refs, unresolved_refs, references (count)",
  derived: true,
  questions: ["tools/list"],
  read(view) {
    const findings = view.schemas;
    const listed = view.read(tools);
    if (!listed.seen) return listed;
    if (!findings) return inconclusive("not-probed", "the schemas were not read", listed.looked_at.slice(0, 1));
    const ids = new Set(view.records.map(({ id }) => id));
    // The same schema of the same tool says the same wherever it stands, and stands in every list.
    const known = new Map<string, Set<string>>();
    const items = collect(findings.places, (place) => {
      const finding = findings.schemas[place.schema];
      const role = ROLES[place.role];
      if (!finding || role === undefined || place.exchange === null || !ids.has(place.exchange)) return undefined;
      const uses = known.get(place.schema) ?? new Set<string>();
      const before = uses.size;
      known.set(place.schema, uses.add(place.tool === null ? role : `${role} of ${place.tool}`));
      return before < uses.size ? schemaItem(place, finding, role) : undefined;
    });
    return seen(distinct(items), listed.looked_at);
  },
});

const ROLES: Readonly<Partial<Record<SchemaPlace["role"], string>>> = {
  "tool-input": "input",
  "tool-output": "output",
};

const schemaItem = ({ exchange, pointer, tool }: SchemaPlace, finding: SchemaFinding, role: string): Item => {
  const isPattern = ({ kind }: { readonly kind: string }): boolean => kind === "bad-regex";
  const value: JsonObject = {
    role,
    declared: finding.declared,
    declaration: finding.declaration,
    dialect: finding.dialect,
    problems: finding.problems.filter((problem) => !isPattern(problem)).map(plain),
    bad_patterns: finding.problems.filter(isPattern).map(plain),
    network_refs: finding.network_refs.map(plain),
    unresolved_refs: finding.unresolved_refs.map(plain),
    references: finding.references,
  };
  const unread = finding.limits_exceeded.length > 0;
  const gap = unread ? UNREAD : finding.valid === null ? UNKNOWN : undefined;
  return {
    ...derivedItem({ exchange, pointer }, value, tool ?? undefined),
    // What was found before a limit was met is still wrong.
    ...(gap && finding.problems.length === 0 ? { open: { ...gap, except: ALWAYS } } : {}),
  };
};

const plain = (value: object): JsonObject => ({ ...value }) as JsonObject;
