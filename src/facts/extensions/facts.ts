import type { Fact } from "../fact.ts";
import { extensionResults } from "./extension-results.ts";

export const EXTENSIONS_FACTS: readonly Fact[] = [extensionResults];
