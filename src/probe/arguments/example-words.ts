/**
 * Harmless, readable values, each with the well-known names it suits. Reserved names and documentation addresses only:
 * whatever a tool does with its argument, it must not reach anybody.
 */
const NAMES: Readonly<Record<string, string>> = {
  "https://example.com/": "url uri link href website endpoint",
  ".": "path directory dir folder cwd root",
  "example.txt": "file filename filepath",
  "user@example.com": "email mail",
  "example.com": "host hostname domain",
  "192.0.2.1": "ip",
  example: "query search code",
  Paris: "city location place",
  "1 Example Street": "address",
  France: "country",
  EUR: "currency",
  en: "language lang locale",
  UTC: "timezone tz",
  "2024-01-15": "date day",
  "12:00": "time",
  "2024-01-15T12:00:00Z": "datetime timestamp",
  2024: "year",
  1: "id count number index page limit size",
  "00000000-0000-4000-8000-000000000001": "uuid guid",
  "1.0.0": "version",
  main: "branch",
  HEAD: "revision",
  red: "color colour",
  "+15550100": "phone",
  "1 + 1": "expression",
  Hello: "message text prompt",
  user: "username user",
  EXMP: "symbol",
};

const WORDS = new Map(
  Object.entries(NAMES).flatMap(([word, names]) => names.split(" ").map((name) => [name, word] as const)),
);

export const PLAIN_WORD = "example";

const MAX_NAME = 200;

/** A value for a name: the whole name if it is known, else its last known word ("target_url" is a URL). */
export const exampleWord = (name: string): string => {
  if (name === "" || name.length > MAX_NAME) return PLAIN_WORD;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return known(words.join("")) ?? words.toReversed().map(known).find(Boolean) ?? PLAIN_WORD;
};

const known = (name: string): string | undefined =>
  WORDS.get(name) ?? (name.endsWith("s") ? WORDS.get(name.slice(0, -1)) : undefined);
