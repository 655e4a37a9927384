import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, member } from "../../base/json.ts";
import type { CheckedRole } from "../../judge/core/client.ts";
import type { Verdict, VerdictEvidence, VerdictState } from "../../judge/core/verdict.ts";
import type {
  CheckMapping,
  CheckReason,
  CheckResult,
  CheckRole,
  CheckState,
  SepCorpus,
  SepMapping,
} from "../../judge/corpus/conformance.ts";
import { type MappedCheck, mappedChecks } from "../../judge/corpus/sep-checks.ts";
import { binds, rulesOf } from "../../judge/corpus/sep-mapping.ts";

/** Every check of a corpus, by what is known about one session. */
export const judgeChecks = (corpus: SepCorpus, mapping: SepMapping, context: CheckContext): readonly CheckResult[] =>
  mappedChecks(corpus, mapping).map((row) => judgeCheck(row, context));

export const verdictsById = (verdicts: readonly Verdict[]): ReadonlyMap<string, Verdict> =>
  new Map(verdicts.map((verdict) => [verdict.id, verdict]));

/** The extensions that capabilities declare. */
export const extensionsIn = (capabilities: Json | undefined): readonly string[] => {
  const extensions = member(capabilities, "extensions");
  return isJsonObject(extensions) ? Object.keys(extensions) : [];
};

/** What is known about the session besides the verdicts. */
export interface CheckContext {
  /** Who is judged. */
  readonly role: CheckedRole;
  /** Every rule of the corpus's revision, by id; undefined when that revision was not spoken. */
  readonly verdicts: ReadonlyMap<string, Verdict> | undefined;
  readonly transport: "http" | "stdio" | undefined;
  /** Keys of `capabilities.extensions`. */
  readonly extensions: readonly string[];
}

type Judged = Pick<CheckResult, "state" | "evidence"> &
  Partial<Pick<CheckResult, "reason" | "detail" | "expected" | "actual" | "fix" | "held_by">>;

/** Half of the rows, or more: they bind others, or no rule decides them, whatever the session shows. */
const UNDECIDED = { server: new WeakMap(), client: new WeakMap() } as const satisfies Record<
  CheckedRole,
  WeakMap<MappedCheck, CheckResult>
>;

/** A failing rule fails the check; else a passing rule passes it; else it was not exercised. */
export const judgeCheck = (row: MappedCheck, context: CheckContext): CheckResult => {
  const { mapping } = row;
  if (mapping && binds(mapping, context.role) && rulesOf(mapping, context.role).length > 0)
    return judgeBound(row, context);
  const known = UNDECIDED[context.role].get(row) ?? judgeBound(row, context);
  UNDECIDED[context.role].set(row, known);
  return known;
};

const judgeBound = (row: MappedCheck, context: CheckContext): CheckResult => {
  const { mapping } = row;
  const verdicts: Verdict[] = [];
  for (const id of mapping && binds(mapping, context.role) ? rulesOf(mapping, context.role) : []) {
    const verdict = context.verdicts?.get(id);
    if (verdict) verdicts.push(verdict);
  }
  const { state, held_by, reason, detail, expected, actual, fix, evidence } = decide(mapping, verdicts, context);
  const [check, sep, level, roles] = [row.check, row.sep, row.level, mapping?.roles ?? []];
  const extension = mapping?.extension !== undefined;
  const rules = verdicts.map(({ id, state: found }) => ({ id, state: found }));
  // Most rows hold, and there are hundreds: those are written down as they are.
  if (held_by !== undefined && detail === undefined)
    return { check, sep, level, roles, extension, state, held_by, text: row.text, rules, evidence, spec: row.url };
  return {
    ...{ check, sep, level, roles, extension, state },
    ...defined({ held_by }),
    ...{ text: row.text, rules },
    ...defined({ reason, detail, expected, actual, fix }),
    ...{ evidence, spec: row.url },
  };
};

const decide = (mapping: CheckMapping | undefined, verdicts: readonly Verdict[], context: CheckContext): Judged => {
  if (!mapping) return left("not-implemented", "unknown-check", "mcptest does not know this check");
  const { role } = context;
  if (!binds(mapping, role)) return left(OTHERS[role], "other-role", `it binds ${named(mapping.roles)}`);
  if (rulesOf(mapping, role).length === 0)
    return left("not-implemented", "no-rule", mapping.note ?? "no rule decides it");
  if (!context.verdicts)
    return left("not-exercised", "revision-not-spoken", `the ${role} does not speak this version of the specification`);
  if (verdicts.length === 0) return left("not-implemented", "no-rule", "the rules it is mapped to are not judged here");
  return (
    byTransport(mapping, context) ??
    failed(verdicts) ??
    broken(verdicts) ??
    beyond(mapping, context) ??
    held(mapping, verdicts)
  );
};

const OTHERS = {
  server: "not-for-servers",
  client: "not-for-clients",
} as const satisfies Record<CheckedRole, CheckState>;

const named = (roles: readonly CheckRole[]): string =>
  roles.map((role) => (role === "auth-server" ? `an ${role}` : `a ${role}`)).join(" and ");

const left = (state: CheckState, reason: CheckReason, detail: string): Judged => ({
  state,
  reason,
  detail,
  evidence: [],
});

const byTransport = ({ transport }: CheckMapping, context: CheckContext): Judged | undefined =>
  transport === undefined || context.transport === undefined || transport === context.transport
    ? undefined
    : left("not-exercised", "other-transport", `it is about ${transport === "http" ? "HTTP" : "stdio"}`);

const inState = <State extends VerdictState>(verdicts: readonly Verdict[], state: State) =>
  verdicts.filter((verdict): verdict is Extract<Verdict, { readonly state: State }> => verdict.state === state);

const failed = (verdicts: readonly Verdict[]): Judged | undefined => {
  const found = inState(verdicts, "fail");
  const [first] = found;
  if (!first) return undefined;
  const { expected, actual, fix } = first;
  return { state: "fail", expected, actual, fix, evidence: found.flatMap(({ evidence }) => evidence) };
};

/** Our own bug says nothing about who is judged. */
const broken = (verdicts: readonly Verdict[]): Judged | undefined => {
  const [found] = inState(verdicts, "error");
  return found ? left("error", "internal-error", `mcptest itself failed at ${found.id}: ${found.message}`) : undefined;
};

/** The requirements of an extension apply to those that declare it. */
const beyond = ({ extension }: CheckMapping, { extensions, role }: CheckContext): Judged | undefined =>
  typeof extension !== "string" || extensions.includes(extension)
    ? undefined
    : left(
        "not-exercised",
        "not-offered",
        role === "client" ? `the client does not declare ${extension}` : `the server does not advertise ${extension}`,
      );

/** Nobody reads more evidence of a pass than this. */
const MAX_PASSES = 3;

const held = ({ ban }: CheckMapping, verdicts: readonly Verdict[]): Judged => {
  const passed = inState(verdicts, "pass");
  if (passed.length > 0)
    return { state: "pass", held_by: "observation", evidence: few(passed.flatMap(({ evidence }) => evidence)) };
  const open = inState(verdicts, "inconclusive");
  const absent = inState(verdicts, "not-applicable");
  const first = absent.find(
    ({ reason, evidence }) => reason === "precondition-absent" && evidence.some(({ exchange }) => exchange !== null),
  );
  if (ban && first && open.length === 0)
    return {
      state: "pass",
      held_by: "absence",
      detail: "nothing of the kind was found where it was looked for",
      evidence: few(first.evidence),
    };
  const why = open[0] ?? absent[0];
  return {
    state: "not-exercised",
    reason: why?.reason ?? "not-probed",
    detail: why?.detail ?? "nothing was observed",
    evidence: few(why?.evidence ?? []),
  };
};

const few = (evidence: readonly VerdictEvidence[]): readonly VerdictEvidence[] => evidence.slice(0, MAX_PASSES);
