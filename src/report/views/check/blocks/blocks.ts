import type { ClientResult, Result, ServerResult } from "../../../../scores/result/result.ts";
import type { ResultLane } from "../../../../scores/result/result-lanes.ts";
import type { Block } from "../../../report.ts";
import { acceptedBlock } from "./accepted.ts";
import { blockedBlock } from "./blocked.ts";
import { conformanceBlock } from "./conformance.ts";
import { discoverabilityBlock } from "./discoverability.ts";
import { extensionsBlock } from "./extensions.ts";
import { invariantsBlock } from "./invariants.ts";
import { lockBlock } from "./lock.ts";
import { safetyBlock } from "./safety.ts";
import { tokensBlock } from "./tokens.ts";
import { toolsBlock } from "./tools.ts";
import { upgradeBlock } from "./upgrade.ts";

/** What is behind the scores of a result, in detail: first why there are none. */
export const blocksOf = (result: Result): readonly Block[] => {
  const { blocked } = result.server;
  return [...(blocked ? [blockedBlock(blocked)] : []), ...scoredBlocks(result)];
};

const scoredBlocks = (result: Result): readonly Block[] => {
  switch (result.role) {
    case undefined:
      return ofServer(result);
    case "client":
      return ofClient(result);
    case "authorization-server":
      return [];
  }
};

const ofServer = (result: ServerResult): readonly Block[] =>
  keepScored(result, {
    tools: toolsBlock(result),
    safety: safetyBlock(result),
    accepted: acceptedBlock(result),
    extensions: extensionsBlock(result),
    lock: lockBlock(result),
    tokens: tokensBlock(result),
    discoverability: discoverabilityBlock(result),
    conformance: conformanceBlock(result),
    invariants: invariantsBlock(result),
    upgrade: upgradeBlock(result),
  });

const ofClient = (result: ClientResult): readonly Block[] =>
  keepScored(result, { conformance: conformanceBlock(result) });

type BlocksByScore = Readonly<Partial<Record<ResultLane, Block | undefined>>>;

/** A block without a score would say something about what was not judged. */
const keepScored = ({ lanes }: Pick<Result, "lanes">, blocks: BlocksByScore): readonly Block[] =>
  (Object.keys(blocks) as ResultLane[]).flatMap((score) => (lanes[score] && blocks[score]) ?? []);
