import { type MappedCheck, mappedChecks } from "../../corpus/sep-checks.ts";
import { bindsServers } from "../../corpus/sep-mapping.ts";
import { defined } from "../../json/defined.ts";
import type { Capture } from "../../model/capture.ts";
import type {
  CheckMapping,
  CheckReason,
  CheckResult,
  CheckState,
  SepCorpus,
  SepMapping,
} from "../../model/conformance.ts";
import { isJsonObject, member } from "../../model/json.ts";
import type { Verdict, VerdictEvidence, VerdictState } from "../../model/verdict.ts";

/** Every check of a corpus, by the verdicts on one capture. No verdicts mean that the revision was not spoken. */
export const judgeChecks = (
  capture: Capture,
  corpus: SepCorpus,
  mapping: SepMapping,
  verdicts: readonly Verdict[] | undefined,
): readonly CheckResult[] => {
  const context = {
    verdicts: verdicts && new Map(verdicts.map((verdict) => [verdict.id, verdict])),
    transport: capture.transport && (capture.transport === "stdio" ? ("stdio" as const) : ("http" as const)),
    extensions: extensionsOf(capture),
  };
  return mappedChecks(corpus, mapping).map((row) => judgeCheck(row, context));
};

const extensionsOf = ({ server_capabilities: capabilities }: Capture): readonly string[] => {
  const extensions = member(capabilities, "extensions");
  return isJsonObject(extensions) ? Object.keys(extensions) : [];
};

/** What is known about the session besides the verdicts. */
export interface CheckContext {
  /** Every rule of the corpus's revision, by id; undefined when the server does not speak that revision. */
  readonly verdicts: ReadonlyMap<string, Verdict> | undefined;
  readonly transport: "http" | "stdio" | undefined;
  /** Keys of `capabilities.extensions`. */
  readonly extensions: readonly string[];
}

type Judged = Pick<CheckResult, "state" | "evidence"> &
  Partial<Pick<CheckResult, "reason" | "detail" | "expected" | "actual" | "fix" | "held_by">>;

/** A failing rule fails the check; else a passing rule passes it; else it was not exercised. */
export const judgeCheck = (row: MappedCheck, context: CheckContext): CheckResult => {
  const { mapping } = row;
  const verdicts = (mapping?.rules ?? []).flatMap((id) => context.verdicts?.get(id) ?? []);
  const { state, held_by, reason, detail, expected, actual, fix, evidence } = decide(mapping, verdicts, context);
  return {
    check: row.check,
    sep: row.sep,
    level: row.level,
    roles: mapping?.roles ?? [],
    extension: mapping?.extension !== undefined,
    state,
    ...defined({ held_by }),
    text: row.text,
    rules: verdicts.map(({ id, state: found }) => ({ id, state: found })),
    ...defined({ reason, detail, expected, actual, fix }),
    evidence,
    spec: row.url,
  };
};

const decide = (mapping: CheckMapping | undefined, verdicts: readonly Verdict[], context: CheckContext): Judged => {
  if (!mapping) return left("not-implemented", "unknown-check", "mcptest does not know this check");
  if (!bindsServers(mapping))
    return left("not-for-servers", "other-role", `it binds a ${mapping.roles.join(" and a ")}`);
  if (mapping.rules.length === 0) return left("not-implemented", "no-rule", mapping.note ?? "no rule decides it");
  if (!context.verdicts)
    return left("not-exercised", "revision-not-spoken", "the server does not speak this version of the specification");
  if (verdicts.length === 0) return left("not-implemented", "no-rule", "the rules it is mapped to are not judged here");
  return (
    byTransport(mapping, context) ??
    failed(verdicts) ??
    broken(verdicts) ??
    beyond(mapping, context) ??
    held(mapping, verdicts)
  );
};

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

/** Our own bug says nothing about the server. */
const broken = (verdicts: readonly Verdict[]): Judged | undefined => {
  const [found] = inState(verdicts, "error");
  return found ? left("error", "internal-error", `mcptest itself failed at ${found.id}: ${found.message}`) : undefined;
};

/** The requirements of an extension apply to servers that advertise it. */
const beyond = ({ extension }: CheckMapping, { extensions }: CheckContext): Judged | undefined =>
  typeof extension !== "string" || extensions.includes(extension)
    ? undefined
    : left("not-exercised", "not-offered", `the server does not advertise ${extension}`);

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
