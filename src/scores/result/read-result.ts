import { type Json, member, stringMember } from "../../base/json.ts";
import {
  aBoolean,
  amount,
  anything,
  aString,
  count,
  either,
  listOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
} from "../../base/shape.ts";
import { CaptureError } from "../../capture/capture-error.ts";
import { exchangeShape } from "../../capture/capture-shape.ts";
import { assertShape, parseStrict } from "../../capture/parse-strict.ts";
import { BLOCKED_KINDS } from "../../judge/blocked.ts";
import { ORIGIN_KINDS } from "../../judge/core/origin.ts";
import { LEVELS, SECTIONS } from "../../judge/core/rule.ts";
import { INCONCLUSIVE_REASONS, VERDICT_STATES } from "../../judge/core/verdict.ts";
import { ACCEPTANCE_VERDICTS, BLAST_RADII, CONSUMERS } from "../../judge/corpus/acceptance.ts";
import { EXTENSION_STATUSES } from "../../judge/corpus/extension.ts";
import { REVISIONS } from "../../protocol/revision.ts";
import { AUTHORIZATION_EXTENSIONS } from "../authorization/authorization.ts";
import { CHANGE_CLASSES, CHANGE_CUES, LOCK_GATES } from "../lock/lock.ts";
import { SAFE_IDS } from "../safety/safety.ts";
import { SAVING_KINDS, TOKENIZERS } from "../tokens/tokens.ts";
import { TOOL_OUTCOMES, WORK_IDS } from "../tools/tool-outcomes.ts";
import { withLanes } from "./lanes.ts";
import { GRADES, type Result } from "./result.ts";
import { LANE_SCORES, RESULT_LANES } from "./result-lanes.ts";

/**
 * Reads what `--reporter json` wrote, strictly: a report on anything else would be wrong. Members that an older mcptest
 * did not write are optional; the reports work without them. Throws CaptureError with one line.
 */
export const readResult = (content: string, file: string): Result => {
  const json = content.startsWith("\u{feff}") ? content.slice(1) : content;
  if (/^\s*$/.test(json))
    throw new CaptureError(`${file}: the file is empty; write a result with mcptest check --reporter json`);
  const value = parseStrict(json, file, 1);
  const format = stringMember(value, "format");
  if (format !== "mcptest-result/1") throw new CaptureError(`${file}: ${otherFormat(format)}`);
  assertShape(resultShape, value, file, "");
  checkVerdicts(value, file);
  const result = value as unknown as Result;
  // A result of a version that did not sum up its lanes.
  return member(value, "lanes") === undefined ? withLanes(result) : result;
};

const otherFormat = (format: string | undefined): string => {
  if (format === undefined)
    return 'no "format": "mcptest-result/1", so this is not a result; judge a capture with mcptest judge';
  if (format.startsWith("mcptest-capture/")) return "this is a capture; judge it with mcptest judge";
  if (format.startsWith("mcptest-result/"))
    return `format ${JSON.stringify(format)} was written by a newer mcptest; update mcptest to read it`;
  return `format ${JSON.stringify(format)} is not a result; expected "mcptest-result/1"`;
};

const evidence = objectOf(
  { exchange: orNull(either("a text or a whole number", aString, count)), pointer: aString, sha256: orNull(aString) },
  { item: aString, actual: aString },
);

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
const tally = objectOf({ passed: count, failed: count });

const countsShape = objectOf({
  total: count,
  states: objectOf(Object.fromEntries(VERDICT_STATES.map((state) => [state, count]))),
  levels: objectOf(Object.fromEntries(LEVELS.map((level) => [level, tally]))),
  advisory_failed: count,
});

const extensionShape = objectOf(
  { identifier: aString, status: oneOf(...EXTENSION_STATUSES), declared: aBoolean },
  {
    name: aString,
    version: aString,
    link: aString,
    counts: objectOf({ passed: count, failed: count, failed_must: count, warnings: count, open: count }),
    note: aString,
  },
);

const laneShape = objectOf({ state: oneOf(...LANE_SCORES), summary: aString, counts: anything });

const measured = { outcome: aString, reason: orNull(aString), ms: orNull(amount), bytes: orNull(count) };

const toolBlocks = {
  tools: listOf(objectOf({ name: aString, called: aBoolean, ...measured, outcome: oneOf(...TOOL_OUTCOMES) })),
  resources: listOf(objectOf({ uri: aString, asked: aBoolean, ...measured })),
  prompts: listOf(objectOf({ name: aString, asked: aBoolean, ...measured })),
  tool_findings: listOf(
    objectOf({
      id: oneOf(...WORK_IDS),
      tool: aString,
      severity: oneOf("error", "warning"),
      evidence: listOf(evidence),
      why: aString,
      fix: aString,
    }),
  ),
};

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

const surfaceBlocks = {
  safety: listOf(
    objectOf(
      {
        id: oneOf(...SAFE_IDS),
        severity: oneOf("error", "warning"),
        where: objectOf(
          {
            exchange: orNull(either("a text or a whole number", aString, count)),
            pointer: aString,
            part: aString,
            sha256: orNull(aString),
          },
          { parameter: aString },
        ),
        text: aString,
        why: aString,
      },
      { tool: aString },
    ),
  ),
  acceptance: listOf(
    objectOf(
      {
        consumer: oneOf(...CONSUMERS),
        tool: orNull(aString),
        verdict: oneOf(...ACCEPTANCE_VERDICTS),
        why: orNull(aString),
        change: orNull(aString),
      },
      { blast: oneOf(...BLAST_RADII), rows: listOf(aString) },
    ),
  ),
  acceptance_notes: listOf(aString),
  extensions: listOf(extensionShape),
  tokens: objectOf(
    {
      tokenizer: oneOf(...TOKENIZERS),
      total: count,
      window_percent: amount,
      instructions: count,
      tools: listOf(objectOf({ name: aString, total: count, description: count, schema: count, annotations: count })),
      answers: listOf(objectOf({ tool: aString, tokens: count })),
      savings: listOf(
        objectOf({ kind: oneOf(...SAVING_KINDS), tool: aString, tokens: count, advice: aString }, { member: aString }),
      ),
    },
    { max: count },
  ),
  lock: objectOf({
    file: aString,
    fail_on: oneOf(...LOCK_GATES),
    counts: objectOf(Object.fromEntries(CHANGE_CLASSES.map((name) => [name, count]))),
    servers: listOf(
      objectOf({
        server: aString,
        locked_sha256: orNull(aString),
        current_sha256: orNull(aString),
        state: oneOf("same", "changed", "new", "gone", "unseen"),
        changes: listOf(
          objectOf(
            {
              class: oneOf(...CHANGE_CLASSES),
              part: oneOf(
                "tool",
                "prompt",
                "resource",
                "resource-template",
                "instructions",
                "capability",
                "revision",
                "server",
              ),
              name: aString,
              pointer: aString,
              what: aString,
            },
            {
              member: aString,
              before: anything,
              after: anything,
              cues: listOf(oneOf(...CHANGE_CUES)),
              undecided: oneOf(true),
            },
          ),
        ),
        notes: listOf(aString),
      }),
    ),
  }),
};

const resultShape = objectOf(
  {
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
    revision: orNull(oneOf(...REVISIONS)),
    revisions: orNull(
      objectOf({
        probed: orNull(aString),
        asked: listOf(objectOf({ revision: aString, answered: orNull(aString), exchange: aString })),
      }),
    ),
    verdicts: listOf(objectOf({ state: oneOf(...VERDICT_STATES) })),
    counts: countsShape,
    compliance: objectOf(
      { ...scorecard, sections: listOf(objectOf({ ...scorecard, section: oneOf(...SECTIONS) })) },
      { grade_yours: orNull(oneOf(...GRADES)) },
    ),
    exchanges: listOf(exchangeShape),
    capture_sha256: orNull(aString),
    notes: listOf(aString),
  },
  {
    observed_at: orNull(aString),
    command: objectOf({ words: listOf(aString) }, { cwd: aString }),
    partial: oneOf(true),
    asked: objectOf({}, { quick: oneOf(true), only: listOf(aString), skip: listOf(aString) }),
    left_out: count,
    spoken: oneOf(false),
    ...toolBlocks,
    ...surfaceBlocks,
    authorization: authorizationShape,
    lanes: objectOf({}, Object.fromEntries(RESULT_LANES.map((lane) => [lane, laneShape]))),
    older: listOf(
      objectOf({
        revision: oneOf(...REVISIONS),
        counts: countsShape,
        failures: listOf(STATE_SHAPES.fail),
        also: listOf(aString),
      }),
    ),
    baseline: objectOf({
      known: listOf(objectOf({ rule_id: aString }, { reason: aString, tracking: aString })),
      failed: listOf(aString),
      stale: listOf(aString),
    }),
  },
);

const checkVerdicts = (value: Json, file: string): void => {
  const { verdicts } = value as unknown as Pick<Result, "verdicts">;
  for (const [index, verdict] of verdicts.entries())
    assertShape(STATE_SHAPES[verdict.state], verdict as unknown as Json, file, `/verdicts/${index}`);
};
