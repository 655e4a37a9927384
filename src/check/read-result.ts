import { CaptureError } from "../capture/capture-error.ts";
import { exchangeShape } from "../capture/capture-shape.ts";
import { checkShape, parseStrict } from "../capture/parse-strict.ts";
import {
  amount,
  anything,
  count,
  either,
  flag,
  listOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
  text,
} from "../capture/shape.ts";
import { type Json, stringMember } from "../model/json.ts";
import { GRADES, type Result } from "../model/result.ts";
import { REVISIONS } from "../model/revision.ts";
import { LEVELS, SECTIONS } from "../model/rule.ts";
import { INCONCLUSIVE_REASONS, VERDICT_STATES } from "../model/verdict.ts";

/**
 * Reads what `--reporter json` wrote, strictly: a report of something else would be a lie. Members that an older
 * mcptest did not write are optional here; the reports do without them. Throws CaptureError with one line.
 */
export const readResult = (content: string, file: string): Result => {
  const json = content.startsWith("\u{feff}") ? content.slice(1) : content;
  if (/^\s*$/.test(json)) throw new CaptureError(`${file}: the file is empty; check --reporter json writes a result`);
  const value = parseStrict(json, file, 1);
  const format = stringMember(value, "format");
  if (format !== "mcptest-result/1") throw new CaptureError(`${file}: ${otherFormat(format)}`);
  checkShape(resultShape, value, file, "");
  checkVerdicts(value, file);
  return value as unknown as Result;
};

const otherFormat = (format: string | undefined): string => {
  if (format === undefined)
    return 'no "format": "mcptest-result/1", so this is no result; a capture is judged with mcptest judge';
  if (format.startsWith("mcptest-capture/")) return "this is a capture; judge it with mcptest judge";
  if (format.startsWith("mcptest-result/"))
    return `format ${JSON.stringify(format)} is of a newer mcptest; update mcptest to read it`;
  return `format ${JSON.stringify(format)} is not a result; expected "mcptest-result/1"`;
};

const evidence = objectOf(
  { exchange: orNull(either("a text or a whole number", text, count)), pointer: text, sha256: orNull(text) },
  { item: text, actual: text },
);

const verdictHead = {
  id: text,
  title: text,
  level: oneOf(...LEVELS),
  revision: oneOf(...REVISIONS),
  section: oneOf(...SECTIONS),
  advisory: flag,
  state: oneOf(...VERDICT_STATES),
  evidence: listOf(evidence),
  spec: text,
  fix: text,
};
const verdictMore = { basic: oneOf(true), implied_by: text };

/** What each state must carry beside the head. */
const STATE_SHAPES: Readonly<Record<(typeof VERDICT_STATES)[number], Shape>> = {
  pass: objectOf(verdictHead, verdictMore),
  fail: objectOf({ ...verdictHead, expected: text, actual: text, failures: count }, verdictMore),
  "not-applicable": objectOf({ ...verdictHead, reason: text, detail: text }, verdictMore),
  inconclusive: objectOf({ ...verdictHead, reason: oneOf(...INCONCLUSIVE_REASONS), detail: text }, verdictMore),
  error: objectOf({ ...verdictHead, message: text }, verdictMore),
};

const scorecard = {
  grade: orNull(oneOf(...GRADES)),
  score: orNull(amount),
  passed: count,
  failed: count,
  failed_must: count,
};
const tally = objectOf({ passed: count, failed: count });

const resultShape = objectOf(
  {
    format: oneOf("mcptest-result/1"),
    tool: objectOf({ name: text, version: text }),
    target: text,
    server: objectOf({ info: anything, era: anything, transport: orNull(text), outcome: orNull(text) }),
    revision: oneOf(...REVISIONS),
    revisions: orNull(
      objectOf({
        probed: orNull(text),
        asked: listOf(objectOf({ revision: text, answered: orNull(text), exchange: text })),
      }),
    ),
    verdicts: listOf(objectOf({ state: oneOf(...VERDICT_STATES) })),
    counts: objectOf({
      total: count,
      states: objectOf(Object.fromEntries(VERDICT_STATES.map((state) => [state, count]))),
      levels: objectOf(Object.fromEntries(LEVELS.map((level) => [level, tally]))),
      advisory_failed: count,
    }),
    compliance: objectOf({ ...scorecard, sections: listOf(objectOf({ ...scorecard, section: oneOf(...SECTIONS) })) }),
    exchanges: listOf(exchangeShape),
    capture_sha256: orNull(text),
    notes: listOf(text),
  },
  {
    spoken: oneOf(false),
    baseline: objectOf({
      known: listOf(objectOf({ rule_id: text }, { reason: text, tracking: text })),
      failed: listOf(text),
      stale: listOf(text),
    }),
  },
);

const checkVerdicts = (value: Json, file: string): void => {
  const { verdicts } = value as unknown as Pick<Result, "verdicts">;
  for (const [index, verdict] of verdicts.entries())
    checkShape(STATE_SHAPES[verdict.state], verdict as unknown as Json, file, `/verdicts/${index}`);
};
