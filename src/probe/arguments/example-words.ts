/**
 * Harmless, readable values for well-known names. Reserved names and documentation addresses only: whatever a tool
 * does with its argument, it must not reach anybody.
 */
const WORDS: Readonly<Record<string, string>> = {
  url: "https://example.com/",
  uri: "https://example.com/",
  link: "https://example.com/",
  href: "https://example.com/",
  website: "https://example.com/",
  endpoint: "https://example.com/",
  path: ".",
  directory: ".",
  dir: ".",
  folder: ".",
  cwd: ".",
  root: ".",
  file: "example.txt",
  filename: "example.txt",
  filepath: "example.txt",
  email: "user@example.com",
  mail: "user@example.com",
  host: "example.com",
  hostname: "example.com",
  domain: "example.com",
  ip: "192.0.2.1",
  query: "example",
  search: "example",
  city: "Paris",
  location: "Paris",
  place: "Paris",
  address: "1 Example Street",
  country: "France",
  currency: "EUR",
  language: "en",
  lang: "en",
  locale: "en",
  timezone: "UTC",
  tz: "UTC",
  date: "2024-01-15",
  day: "2024-01-15",
  time: "12:00",
  datetime: "2024-01-15T12:00:00Z",
  timestamp: "2024-01-15T12:00:00Z",
  year: "2024",
  id: "1",
  uuid: "00000000-0000-4000-8000-000000000001",
  guid: "00000000-0000-4000-8000-000000000001",
  count: "1",
  number: "1",
  index: "1",
  page: "1",
  limit: "1",
  size: "1",
  version: "1.0.0",
  branch: "main",
  revision: "HEAD",
  color: "red",
  colour: "red",
  phone: "+15550100",
  code: "example",
  expression: "1 + 1",
  message: "Hello",
  text: "Hello",
  prompt: "Hello",
  username: "user",
  user: "user",
  symbol: "EXMP",
};

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

const known = (word: string): string | undefined =>
  own(word) ?? (word.endsWith("s") ? own(word.slice(0, -1)) : undefined);

const own = (word: string): string | undefined => (Object.hasOwn(WORDS, word) ? WORDS[word] : undefined);
