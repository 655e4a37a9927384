import type { Fact } from "../fact.ts";
import { earlyPing, ping, pingRate, removedPing, serverPings } from "./pings.ts";

export const PING_FACTS: readonly Fact[] = [ping, earlyPing, removedPing, serverPings, pingRate];
