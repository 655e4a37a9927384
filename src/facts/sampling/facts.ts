import type { Fact } from "../fact.ts";
import { samplingRequests } from "./requests.ts";

export const SAMPLING_FACTS: readonly Fact[] = [samplingRequests];
