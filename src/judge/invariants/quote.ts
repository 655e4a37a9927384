const LONGEST = 80;

/** Words of the client's or server's inside a detail, as a JSON string, so that they cannot pass for ours. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
