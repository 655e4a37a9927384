import { digestOf } from "../capture/digest.ts";
import { embeddedRuleset, embeddedTexts } from "../corpus-io/embedded.ts";
import { revisionOf } from "../facts/view.ts";
import { judgeOn } from "../judge/rules/judge-capture.ts";
import { weighUpgrade } from "../judge/upgrade/weigh-upgrade.ts";
import type { Capture } from "../model/capture.ts";
import { type Json, stringMember } from "../model/json.ts";
import { LATEST_STATELESS, type Revision } from "../model/revision.ts";
import type { Upgrade, UpgradeReport } from "../model/upgrade.ts";
import { benchFor } from "./bench-for.ts";
import type { JudgedSession } from "./judge-session.ts";
import { shownExchanges } from "./shown-exchanges.ts";

export interface UpgradeRequest {
  readonly to: Revision;
  /** The revision the server speaks; the one that was probed unless said. */
  readonly from?: Revision | undefined;
  /** What is known already by that revision. */
  readonly judged?: JudgedSession | undefined;
}

/** What an upgrade would break, told from a session in the server's own revision. */
export const judgeUpgrade = async (capture: Capture, request: UpgradeRequest): Promise<Upgrade> => {
  const { to, from = ownRevision(capture), judged } = request;
  const [own, target] = [embeddedRuleset(from), embeddedRuleset(to)];
  const bench = await benchFor(capture, from, [own, target]);
  return weighUpgrade({
    capture,
    own: { ruleset: own, verdicts: judged?.revision === from ? judged.verdicts : judgeOn(bench, own) },
    target: { ruleset: target, verdicts: judgeOn(bench, target) },
    texts: embeddedTexts(),
    exhibit: bench.exhibit,
  });
};

/** The same with what a report has to show beside it. */
export const makeUpgradeReport = async (
  capture: Capture,
  { tool, ...request }: UpgradeRequest & { readonly tool: UpgradeReport["tool"] },
): Promise<UpgradeReport> => {
  const upgrade = await judgeUpgrade(capture, request);
  const { breaks, leftovers, build, goes } = upgrade;
  return {
    format: "mcptest-upgrade/1",
    tool,
    target: capture.server_label,
    server: {
      name: stringMember(capture.server_info, "name") ?? null,
      version: stringMember(capture.server_info, "version") ?? null,
      transport: capture.transport ?? null,
      outcome: capture.outcome ?? null,
    },
    ...upgrade,
    exchanges: shownExchanges(capture, [...breaks, ...leftovers, ...build, ...goes]),
    capture_sha256: captureDigest(capture),
    notes: capture.reader_notes ?? [],
  };
};

/** What the reader added says something about the file, not about the session. */
const captureDigest = ({ reader_notes: _notes, closed: _closed, ...capture }: Capture): string | null =>
  digestOf(capture as unknown as Json);

/** What the server speaks, as far as the capture tells. */
export const ownRevision = (capture: Capture): Revision => revisionOf(capture) ?? LATEST_STATELESS;
