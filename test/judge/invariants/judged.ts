// Short ways to a verdict.

import type { Capture } from "../../../src/capture/capture.ts";
import { digestOf } from "../../../src/capture/digest.ts";
import { judgeInvariants } from "../../../src/judge/invariants/judge-invariants.ts";
import type { InvariantId, InvariantVerdict } from "../../../src/judge/invariants.ts";
import type { CaptureBuilder } from "../capture-builder.ts";

export const judge = (capture: Capture | CaptureBuilder): Record<InvariantId, InvariantVerdict> => {
  const { invariants } = judgeInvariants("build" in capture ? capture.build() : capture, digestOf);
  return Object.fromEntries(invariants.map((verdict) => [verdict.id, verdict])) as Record<
    InvariantId,
    InvariantVerdict
  >;
};

export const stateOf = (id: InvariantId, capture: Capture | CaptureBuilder): string => judge(capture)[id].state;

export const placesOf = ({ evidence }: InvariantVerdict): string[] =>
  evidence.map(({ exchange, pointer }) => `${exchange} ${pointer}`);

export const IDS: readonly InvariantId[] = [
  "INV-001",
  "INV-002",
  "INV-003",
  "INV-004",
  "INV-005",
  "INV-006",
  "INV-007",
];
