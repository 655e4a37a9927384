import { initializeFirst } from "./inv-001.ts";
import { initializedFollows } from "./inv-002.ts";
import { listsAreAdvertised } from "./inv-003.ts";
import { advertisedWorks } from "./inv-004.ts";
import { toolResultsHaveShape } from "./inv-005.ts";
import { errorsHaveShape } from "./inv-006.ts";
import { notFoundHasItsCode } from "./inv-007.ts";

export const INVARIANTS = [
  initializeFirst,
  initializedFollows,
  listsAreAdvertised,
  advertisedWorks,
  toolResultsHaveShape,
  errorsHaveShape,
  notFoundHasItsCode,
] as const;
