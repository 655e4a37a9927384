import { defined } from "../../base/defined.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { Suite } from "../../suite/suite.ts";
import { readRevision } from "../flags/probe-flags.ts";

export interface PinnedSuite {
  readonly suite: Suite;
  /** The revision the compliance block is judged by. */
  readonly pinned?: Revision;
  readonly notes: readonly string[];
}

/**
 * `--revision` overrides every pin of a suite: what is probed is also what is judged. `all` only probes more, so the
 * pins stay. The compliance run itself reports that its pin was overridden.
 */
export const applyRevisionFlag = (suite: Suite, flag: string | undefined): PinnedSuite => {
  const asked = readRevision(flag);
  const own = suite.compliance?.specVersion;
  if (asked === undefined || asked === "all") return { suite, ...defined({ pinned: own }), notes: [] };
  const version = suite.conformance?.targetVersion;
  if (!suite.conformance || version === undefined || version === asked) return { suite, pinned: asked, notes: [] };
  return {
    suite: { ...suite, conformance: { ...suite.conformance, targetVersion: asked } },
    pinned: asked,
    notes: [`the conformance lane was judged by ${asked}, as --revision asks, instead of the ${version} in the suite`],
  };
};
