import { type Json, listMember, member, stringMember } from "../../base/json.ts";
import {
  aBoolean,
  amount,
  anObject,
  anything,
  aString,
  count,
  listOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
  type ShapeProblem,
  valueThat,
} from "../../base/shape.ts";
import { exchangeShape } from "../../capture/capture-shape.ts";
import { BLOCKED_KINDS } from "../../judge/blocked.ts";
import { ORIGIN_KINDS } from "../../judge/core/origin.ts";
import { LEVELS, SECTIONS } from "../../judge/core/rule.ts";
import { INCONCLUSIVE_REASONS, VERDICT_STATES } from "../../judge/core/verdict.ts";
import { REVISIONS } from "../../protocol/revision.ts";
import { AUTHORIZATION_EXTENSIONS } from "../authorization/authorization.ts";
import { GRADES } from "./result.ts";
import { LANE_SCORES, RESULT_LANES } from "./result-lanes.ts";
import { evidence, surfaceBlocks, toolBlocks } from "./surface-shape.ts";

const verdictHead = {
  id: aString,
  title: aString,
  level: oneOf(...LEVELS),
  revision: oneOf(...REVISIONS),
  section: oneOf(...SECTIONS),
  advisory: aBoolean,
  state: oneOf(...VERDICT_STATES),
  evidence: listOf(evidence),
  spec: aString,
  fix: aString,
};
const verdictMore = { basic: oneOf(true), implied_by: aString, extension: aString };

const origin = objectOf({ kind: oneOf(...ORIGIN_KINDS) }, { sdk: aString, versions: aString, note: aString });

/** What each state must carry besides the head. */
const STATE_SHAPES: Readonly<Record<(typeof VERDICT_STATES)[number], Shape>> = {
  pass: objectOf(verdictHead, verdictMore),
  fail: objectOf({ ...verdictHead, expected: aString, actual: aString, failures: count }, { ...verdictMore, origin }),
  "not-applicable": objectOf({ ...verdictHead, reason: aString, detail: aString }, verdictMore),
  inconclusive: objectOf({ ...verdictHead, reason: oneOf(...INCONCLUSIVE_REASONS), detail: aString }, verdictMore),
  error: objectOf({ ...verdictHead, message: aString }, verdictMore),
};

const scorecard = {
  grade: orNull(oneOf(...GRADES)),
  score: orNull(amount),
  passed: count,
  failed: count,
  failed_must: count,
};
const levelCount = objectOf({ passed: count, total: count });
const tally = objectOf({ passed: count, failed: count });

const countsShape = objectOf({
  total: count,
  states: objectOf(Object.fromEntries(VERDICT_STATES.map((state) => [state, count]))),
  levels: objectOf(Object.fromEntries(LEVELS.map((level) => [level, tally]))),
  advisory_failed: count,
});

const scoreShape = objectOf({ state: oneOf(...LANE_SCORES), summary: aString, counts: anything });

/** Members that reports read; others may be there. */
const conformanceShape = objectOf({
  target_version: aString,
  must: levelCount,
  should: levelCount,
  may: levelCount,
  tier: orNull(oneOf("tier-1", "tier-2", "tier-3", "fail")),
  badge: orNull(oneOf("T1", "T2", "T3", "F")),
  coverage: objectOf({ checks: count, exercised: count }),
  failed: listOf(
    objectOf({ check: aString, sep: orNull(count), level: orNull(oneOf(...LEVELS)), rules: listOf(aString) }),
  ),
});

const invariantShape = objectOf({
  id: aString,
  title: aString,
  state: oneOf("pass", "fail", "not-applicable"),
  detail: aString,
  evidence: listOf(evidence),
});

const discoverabilityShape = objectOf({
  criteria: listOf(
    objectOf({
      id: aString,
      title: aString,
      pass: aBoolean,
      unobserved: orNull(oneOf(...INCONCLUSIVE_REASONS)),
      detail: aString,
      faults: listOf(objectOf({ tool: aString, fault: aString })),
      fix: orNull(aString),
    }),
  ),
  passes: count,
  grade: orNull(oneOf("A", "B", "C", "D")),
  honesty_cap: orNull(aString),
});

const upgradeShape = objectOf(
  {
    from: orNull(oneOf(...REVISIONS)),
    to: oneOf(...REVISIONS),
    ready: orNull(aBoolean),
    breaks: listOf(objectOf({ id: aString, title: aString, level: oneOf(...LEVELS) }, { advisory: oneOf(true) })),
    build: listOf(aString),
    optional: listOf(aString),
    goes: listOf(aString),
    unseen: count,
    meets: count,
  },
  { leftovers: count },
);

const sdkShape = objectOf(
  { id: aString, name: aString, versions: aString },
  { newest: objectOf({ version: aString, fails: listOf(aString), mends: listOf(aString) }) },
);

const clientShape = objectOf({
  label: aString,
  info: orNull(anObject),
  capabilities: orNull(anObject),
  eras: listOf(aString),
  revisions: listOf(oneOf(...REVISIONS)),
  transports: listOf(aString),
  sessions: count,
});

const authorizationShape = objectOf({
  issuer: aString,
  server: orNull(aString),
  resource: orNull(aString),
  client: orNull(objectOf({ kind: oneOf("given", "registered"), confidential: aBoolean })),
  token: orNull(oneOf("jwt", "opaque")),
  metadata: listOf(aString),
  offers: objectOf({
    code_challenge_methods: orNull(listOf(aString)),
    registration: aBoolean,
    client_documents: aBoolean,
    iss: aBoolean,
    grants: listOf(aString),
    extensions: listOf(oneOf(...AUTHORIZATION_EXTENSIONS)),
  }),
});

/** Whoever is judged. */
const common = {
  format: oneOf("mcptest-result/1"),
  tool: objectOf({ name: aString, version: aString }),
  target: aString,
  server: objectOf(
    { info: anything, era: anything, transport: orNull(aString), outcome: orNull(aString) },
    {
      blocked: objectOf(
        { kind: oneOf(...BLOCKED_KINDS), reached: aBoolean, reason: aString, help: listOf(aString) },
        { exit_code: orNull(amount), signal: orNull(aString), stderr: listOf(aString), stdout: listOf(aString) },
      ),
    },
  ),
  observed_at: orNull(aString),
  revision: orNull(oneOf(...REVISIONS)),
  verdicts: listOf(objectOf({ state: oneOf(...VERDICT_STATES) })),
  counts: countsShape,
  compliance: objectOf({
    ...scorecard,
    grade_yours: orNull(oneOf(...GRADES)),
    sections: listOf(objectOf({ ...scorecard, section: oneOf(...SECTIONS) })),
  }),
  lanes: objectOf({}, Object.fromEntries(RESULT_LANES.map((score) => [score, scoreShape]))),
  exchanges: listOf(exchangeShape),
  capture_sha256: orNull(aString),
  notes: listOf(aString),
};

const commonMore = {
  partial: oneOf(true),
  asked: objectOf({}, { quick: oneOf(true), only: listOf(aString), skip: listOf(aString) }),
  left_out: count,
  baseline: objectOf({
    known: listOf(objectOf({ rule_id: aString }, { reason: aString, tracking: aString })),
    failed: listOf(aString),
    stale: listOf(aString),
  }),
};

const serverShape = objectOf(
  {
    ...common,
    sdk: orNull(sdkShape),
    revisions: orNull(
      objectOf({
        probed: orNull(aString),
        asked: listOf(objectOf({ revision: aString, answered: orNull(aString), exchange: aString })),
      }),
    ),
    conformance: orNull(conformanceShape),
    invariants: listOf(invariantShape),
    discoverability: orNull(discoverabilityShape),
    upgrade: orNull(upgradeShape),
  },
  {
    ...commonMore,
    command: objectOf({ words: listOf(aString) }, { cwd: aString }),
    spoken: oneOf(false),
    ...toolBlocks,
    ...surfaceBlocks,
    matrix: listOf(objectOf({ revision: oneOf(...REVISIONS), grade: orNull(oneOf(...GRADES)), counts: countsShape })),
    older: listOf(
      objectOf({
        revision: oneOf(...REVISIONS),
        counts: countsShape,
        failures: listOf(STATE_SHAPES.fail),
        also: listOf(aString),
      }),
    ),
  },
);

const nothingAboutServers = {
  revisions: oneOf(null),
  invariants: valueThat("an empty list", (value) => Array.isArray(value) && value.length === 0),
  discoverability: oneOf(null),
  upgrade: oneOf(null),
};

const clientResultShape = objectOf(
  {
    ...common,
    ...nothingAboutServers,
    role: oneOf("client"),
    client: clientShape,
    conformance: orNull(conformanceShape),
  },
  commonMore,
);

const authorizationResultShape = objectOf(
  {
    ...common,
    ...nothingAboutServers,
    role: oneOf("authorization-server"),
    authorization: authorizationShape,
    conformance: oneOf(null),
  },
  commonMore,
);

/** Everything but the verdicts. */
const partsOf = (value: Json): ShapeProblem | undefined => {
  switch (stringMember(value, "role")) {
    case "client":
      return clientResultShape(value);
    case "authorization-server":
      return authorizationResultShape(value);
    default:
      return member(value, "role") === undefined
        ? serverShape(value)
        : { pointer: "/role", expected: 'one of "client", "authorization-server", or no such member' };
  }
};

/** What is wrong with a result, and where; undefined where nothing is. */
export const resultProblem = (value: Json): ShapeProblem | undefined => {
  const found = partsOf(value);
  if (found) return found;
  for (const [index, verdict] of listMember(value, "verdicts").entries()) {
    const state = VERDICT_STATES.find((one) => one === stringMember(verdict, "state"));
    const wrong = state && STATE_SHAPES[state](verdict);
    if (wrong) return { ...wrong, pointer: `/verdicts/${index}${wrong.pointer}` };
  }
  return undefined;
};
