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
} from "../../base/shape.ts";
import { ACCEPTANCE_VERDICTS, BLAST_RADII, CONSUMERS } from "../../judge/corpus/acceptance.ts";
import { EXTENSION_STATUSES } from "../../judge/corpus/extension.ts";
import { CHANGE_CLASSES, CHANGE_CUES, LOCK_GATES } from "../lock/lock.ts";
import { SAFE_IDS } from "../safety/safety.ts";
import { SAVING_KINDS, TOKENIZERS } from "../tokens/tokens.ts";
import { TOOL_OUTCOMES, WORK_IDS } from "../tools/tool-outcomes.ts";

export const evidence = objectOf(
  { exchange: orNull(either("a text or a whole number", aString, count)), pointer: aString, sha256: orNull(aString) },
  { item: aString, actual: aString },
);

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

const measured = { outcome: aString, reason: orNull(aString), ms: orNull(amount), bytes: orNull(count) };

/** What a saved result says about the tools at work. */
export const toolBlocks = {
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

/** What a saved result says about the surface, member by member. */
export const surfaceBlocks = {
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
