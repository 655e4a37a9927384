import { listChangedFact } from "../common/list-changes.ts";
import type { Fact } from "../fact.ts";
import {
  absentCall,
  callWithoutArguments,
  compositionCall,
  failedCalls,
  flippedCase,
  invalidCall,
  malformedCall,
  structuredResults,
  toolResults,
  unknownTool,
} from "./calls.ts";
import { toolLists } from "./tool-lists.ts";
import {
  repeatedTools,
  toolListChanges,
  tools,
  toolsList,
  unadvertisedTools,
  undeclaredToolListChanges,
} from "./tools.ts";

export const TOOLS_FACTS: readonly Fact[] = [
  tools,
  toolsList,
  repeatedTools,
  unadvertisedTools,
  toolListChanges,
  undeclaredToolListChanges,
  listChangedFact("tool_list_changed", "tools"),
  toolLists,
  toolResults,
  structuredResults,
  failedCalls,
  callWithoutArguments,
  unknownTool,
  malformedCall,
  invalidCall,
  compositionCall,
  flippedCase,
  absentCall,
];
