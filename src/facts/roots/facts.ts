import type { Fact } from "../fact.ts";
import { afterEmptyRoots, afterRootsChange, rootsRequests } from "./requests.ts";

export const ROOTS_FACTS: readonly Fact[] = [rootsRequests, afterRootsChange, afterEmptyRoots];
