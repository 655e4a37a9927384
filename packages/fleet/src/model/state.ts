/**
 * How a target is found. A wall is not dead: somebody answers there and asks who we are.
 * reachable: it speaks MCP with us. walled: it asks for credentials. rate-limited: it says that we ask too often.
 * hanging: it accepts connections, or runs, and says nothing. dead: nobody answers, or only with server errors.
 * not-mcp: somebody answers, but not with MCP. package-only: there is nothing to reach over the network, only something to start.
 */
export const FLEET_STATES = [
  "reachable",
  "walled",
  "rate-limited",
  "hanging",
  "dead",
  "not-mcp",
  "package-only",
] as const;
export type FleetState = (typeof FLEET_STATES)[number];

export const isFleetState = (text: unknown): text is FleetState => FLEET_STATES.some((state) => state === text);

/** Whether a run in this state saw the server itself, so that what it found may be compared and held against a certificate. */
export const isReached = (state: FleetState | null): boolean => state === "reachable";
