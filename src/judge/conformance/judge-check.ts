import type { MappedCheck } from "../../corpus/sep-checks.ts";
import { bindsServers } from "../../corpus/sep-mapping.ts";
import type { CheckMapping, CheckReason, CheckResult, CheckState } from "../../model/conformance.ts";
import type { Verdict, VerdictEvidence } from "../../model/verdict.ts";

/** What is known about the session beside the verdicts. */
export interface CheckBench {
  /** Every rule of the corpus's revision, by id; undefined when the server does not speak that revision. */
  readonly verdicts: ReadonlyMap<string, Verdict> | undefined;
  readonly transport: "http" | "stdio" | undefined;
  /** Keys of `capabilities.extensions`. */
  readonly extensions: readonly string[];
}

type Judged = Pick<CheckResult, "state" | "evidence"> &
  Partial<Pick<CheckResult, "reason" | "detail" | "expected" | "actual" | "fix" | "held_by">>;

/** One failing rule fails the check; one that passes and none that fails passes it; else it was not exercised. */
export const judgeCheck = (row: MappedCheck, bench: CheckBench): CheckResult => {
  const { mapping } = row;
  const verdicts = (mapping?.rules ?? []).flatMap((id) => bench.verdicts?.get(id) ?? []);
  const { state, held_by, reason, detail, expected, actual, fix, evidence } = decide(mapping, verdicts, bench);
  return {
    check: row.check,
    sep: row.sep,
    level: row.level,
    roles: mapping?.roles ?? [],
    extension: mapping?.extension !== undefined,
    state,
    ...(held_by ? { held_by } : {}),
    text: row.text,
    rules: verdicts.map(({ id, state: found }) => ({ id, state: found })),
    ...(reason ? { reason } : {}),
    ...(detail === undefined ? {} : { detail }),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...(fix === undefined ? {} : { fix }),
    evidence,
    spec: row.url,
  };
};

const decide = (mapping: CheckMapping | undefined, verdicts: readonly Verdict[], bench: CheckBench): Judged => {
  if (!mapping) return left("not-implemented", "unknown-check", "mcptest does not know this check");
  if (!bindsServers(mapping))
    return left("not-for-servers", "other-role", `it binds a ${mapping.roles.join(" and a ")}`);
  if (mapping.rules.length === 0) return left("not-implemented", "no-rule", mapping.note ?? "no rule decides it");
  if (!bench.verdicts)
    return left("not-exercised", "revision-not-spoken", "the server does not speak this version of the specification");
  if (verdicts.length === 0) return left("not-implemented", "no-rule", "the rules it is mapped to are not judged here");
  return (
    byTransport(mapping, bench) ??
    failed(verdicts) ??
    broken(verdicts) ??
    beyond(mapping, bench) ??
    held(mapping, verdicts)
  );
};

const left = (state: CheckState, reason: CheckReason, detail: string): Judged => ({
  state,
  reason,
  detail,
  evidence: [],
});

const byTransport = ({ transport }: CheckMapping, bench: CheckBench): Judged | undefined =>
  transport === undefined || bench.transport === undefined || transport === bench.transport
    ? undefined
    : left("not-exercised", "other-transport", `it is about ${transport === "http" ? "HTTP" : "stdio"}`);

const failed = (verdicts: readonly Verdict[]): Judged | undefined => {
  const found = verdicts.flatMap((verdict) => (verdict.state === "fail" ? [verdict] : []));
  const [first] = found;
  if (!first) return undefined;
  const { expected, actual, fix } = first;
  return { state: "fail", expected, actual, fix, evidence: found.flatMap(({ evidence }) => evidence) };
};

/** Our own bug decides nothing about a server. */
const broken = (verdicts: readonly Verdict[]): Judged | undefined => {
  const found = verdicts.find((verdict) => verdict.state === "error");
  return found?.state === "error"
    ? left("error", "internal-error", `mcptest itself failed at ${found.id}: ${found.message}`)
    : undefined;
};

/** What an extension demands binds those who advertise it. */
const beyond = ({ extension }: CheckMapping, { extensions }: CheckBench): Judged | undefined =>
  typeof extension !== "string" || extensions.includes(extension)
    ? undefined
    : left("not-exercised", "not-offered", `the server does not advertise ${extension}`);

/** As much evidence for a pass as anybody looks at. */
const MAX_PASSES = 3;

const held = ({ ban }: CheckMapping, verdicts: readonly Verdict[]): Judged => {
  const passed = verdicts.filter(({ state }) => state === "pass");
  if (passed.length > 0)
    return { state: "pass", held_by: "observation", evidence: few(passed.flatMap(({ evidence }) => evidence)) };
  const open = verdicts.flatMap((verdict) => (verdict.state === "inconclusive" ? [verdict] : []));
  const absent = verdicts.flatMap((verdict) => (verdict.state === "not-applicable" ? [verdict] : []));
  const looked = absent.filter(
    ({ reason, evidence }) => reason === "precondition-absent" && evidence.some(({ exchange }) => exchange !== null),
  );
  const [first] = looked;
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
