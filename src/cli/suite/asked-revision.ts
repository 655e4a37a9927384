import type { Revision } from "../../model/revision.ts";
import type { Suite } from "../../suite/suite.ts";
import { readRevision } from "../probe-flags.ts";

export interface AskedSuite {
  readonly suite: Suite;
  /** What the compliance block is judged by. */
  readonly pinned?: Revision;
  readonly notes: readonly string[];
}

/**
 * `--revision` stands above every pin of a suite: what is probed is also what is judged. `all` is no revision; it only
 * asks for more, and the pins hold. The compliance run says itself that its pin was replaced.
 */
export const askRevision = (suite: Suite, flag: string | undefined): AskedSuite => {
  const asked = flag === undefined ? undefined : readRevision(flag);
  const own = suite.compliance?.specVersion;
  if (asked === undefined || asked === "all") return { suite, ...(own ? { pinned: own } : {}), notes: [] };
  const version = suite.conformance?.targetVersion;
  if (!suite.conformance || version === undefined || version === asked) return { suite, pinned: asked, notes: [] };
  return {
    suite: { ...suite, conformance: { ...suite.conformance, targetVersion: asked } },
    pinned: asked,
    notes: [`the conformance lane is set to ${version}; --revision asked for ${asked}, which was judged instead`],
  };
};
