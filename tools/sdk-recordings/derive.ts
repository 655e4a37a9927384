import { VERSION } from "../../src/base/version.ts";
import type { Capture } from "../../src/capture/capture.ts";
import type { Verdict } from "../../src/judge/core/verdict.ts";
import type { SdkFailure, SdkRecording } from "../../src/judge/corpus/sdk.ts";
import { exchangesById } from "../../src/judge/exchanges-by-id.ts";
import { signatureOf } from "../../src/judge/origin/signature.ts";
import { telltalesIn } from "../../src/judge/origin/telltales.ts";
import { judgeRules } from "../../src/library/judge.ts";
import { isRevision } from "../../src/protocol/revision.ts";
import { makeResult } from "../../src/scores/result/make-result.ts";

const NAME = /^(?<sdk>.+)-(?<version>\d[\d.]*)-(?<transport>stdio|http)-(?:tool|all)$/;

/** What a committed recording says about its SDK. */
export const deriveRecording = async (name: string, capture: Capture): Promise<SdkRecording> => {
  const { sdk, version, transport } = NAME.exec(name)?.groups ?? {};
  if (sdk === undefined || version === undefined || (transport !== "stdio" && transport !== "http"))
    throw new Error(`${name} does not name an SDK, a version, a transport and what is offered`);
  const result = await makeResult(capture, { tool: { name: "mcptest", version: VERSION } });
  if (result.revision === null) throw new Error(`${name}: nobody knows which revision the server speaks`);
  const failures: Record<string, SdkFailure> = failuresOf(result.verdicts, capture);
  for (const { revision } of capture.revisions?.asked ?? []) {
    if (!isRevision(revision) || revision === result.revision) continue;
    const { verdicts } = await judgeRules(capture, revision);
    for (const [id, failure] of Object.entries(failuresOf(verdicts, capture))) {
      const { signatures = [], ...known } = failures[id] ?? { ...failure, signatures: [], older: true as const };
      failures[id] = { ...known, signatures: [...new Set([...signatures, ...failure.signatures])].sort() };
    }
  }
  return {
    name,
    sdk,
    version,
    transport,
    revision: result.revision,
    grade: result.compliance.grade,
    telltales: Object.fromEntries(telltalesIn(capture).map(({ name: telltale, answer }) => [telltale, answer])),
    failures: Object.fromEntries(Object.entries(failures).sort(([one], [other]) => (one < other ? -1 : 1))),
    passed: result.verdicts.filter(({ state }) => state === "pass").map(({ id }) => id),
  };
};

const failuresOf = (verdicts: readonly Verdict[], capture: Capture): Record<string, SdkFailure> => {
  const exchanges = exchangesById(capture);
  const found: Record<string, SdkFailure> = {};
  for (const verdict of verdicts) {
    if (verdict.state !== "fail") continue;
    const { id, title, level, advisory, evidence } = verdict;
    const signatures = evidence.map((one) =>
      signatureOf(one, one.exchange === null ? undefined : exchanges.get(one.exchange)),
    );
    found[id] = { title, level, advisory, signatures: [...new Set(signatures)].sort() };
  }
  return found;
};
