import type { Result } from "../../../../scores/result/result.ts";
import type { Block, Lane } from "../../../report.ts";
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

/** The lanes that have a score, in detail. A result that was saved by an older mcptest may have none. */
export const blocksOf = (result: Result, lanes: readonly Lane[]): readonly Block[] => [
  ...[blockedBlock(result)].flatMap((block) => block ?? []),
  ...[
    toolsBlock(result),
    safetyBlock(result),
    acceptedBlock(result),
    extensionsBlock(result),
    lockBlock(result),
    tokensBlock(result),
    discoverabilityBlock(result),
    conformanceBlock(result),
    invariantsBlock(result),
    upgradeBlock(result),
  ].flatMap((block) => (block && lanes.some(({ name }) => name.split(" ")[0] === block.id) ? [block] : [])),
];
