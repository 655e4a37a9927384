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
import { toolListChanged } from "./list-changes.ts";
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
  toolListChanged,
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
