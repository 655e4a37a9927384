import type { Fact } from "../fact.ts";
import { elicitationRequests, elicitedCalls } from "./requests.ts";

export const ELICITATION_FACTS: readonly Fact[] = [elicitationRequests, elicitedCalls];
