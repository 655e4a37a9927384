/** Milliseconds of a time as certificates write it, 2026-07-16T04:30:35.039Z, or undefined. */
export const readTime = (text: unknown): number | undefined => {
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text)) return undefined;
  const ms = Date.parse(text);
  // The 30th of February is read as a day of March; it must come back as it went in.
  return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text.slice(0, 19)) ? undefined : ms;
};

/** The time dates are compared with: never taken from a clock here. A bare day is its first moment in UTC. */
export const readMoment = (at: string | number | Date): number | undefined => {
  if (typeof at === "string") return readTime(/^\d{4}-\d\d-\d\d$/.test(at) ? `${at}T00:00:00Z` : at);
  const ms = typeof at === "number" ? at : at.getTime();
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? ms : undefined;
};

export const writeTime = (ms: number): string => new Date(ms).toISOString();
