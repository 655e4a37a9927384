/** Where a secret stands in a text, and which one. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly secret: string;
}

/** Finds secrets in text, and in bytes that are given as one character each (latin1). */
export interface SecretFinder {
  /** There is nothing to look for. */
  readonly idle: boolean;
  /** False where the text holds none, nor any piece of it: a quick look, before they are located. */
  mayBeIn(text: string): boolean;
  inText(text: string): Span[];
  inBytes(bytes: string): Span[];
  /** The beginning of a secret at the end of a text that was cut there, and the end of one at its start. */
  atCutEnd(text: string): Span[];
  atCutStart(text: string): Span[];
}

interface Search {
  readonly secret: string;
  /** Searched for as they are. */
  readonly forms: readonly string[];
  readonly shortest: number;
  /** Any mixture of spellings, looked for (and made) only where a text has one of their signs. */
  readonly spelled: () => RegExp;
}

export const createFinder = (secrets: readonly string[]): SecretFinder => {
  const texts = secrets.map((secret) => searchFor(secret, (text) => text));
  // Most sessions hold no bytes that are no text.
  let bytes: readonly Search[] | undefined;
  const forms = [...new Set(texts.flatMap((search) => search.forms))];
  const shortest = Math.min(...secrets.map(({ length }) => length));
  return {
    idle: secrets.length === 0,
    mayBeIn: (text) => {
      if (text.length < shortest) return false;
      if (forms.some((form) => text.includes(form))) return true;
      return SPELLING_SIGN.test(text) && texts.some(({ spelled }) => text.search(spelled()) >= 0);
    },
    inText: (text) => spansOfAll(texts, text),
    inBytes: (text) => {
      bytes ??= secrets.map((secret) => searchFor(secret, latin1Of));
      return spansOfAll(bytes, text);
    },
    atCutEnd: (text) => secrets.flatMap((secret) => cutEnd(secret, text)),
    atCutStart: (text) => secrets.flatMap((secret) => cutStart(secret, text)),
  };
};

const latin1Of = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

/** `written` gives a text as it stands in what is searched. */
const searchFor = (secret: string, written: (text: string) => string): Search => {
  let spelled: RegExp | undefined;
  return {
    secret,
    forms: [...new Set([written(secret), ...base64Forms(Buffer.from(secret, "utf8"))])],
    shortest: secret.length,
    spelled: () => {
      spelled ??= spelledAs(secret, written);
      return spelled;
    },
  };
};

const spelledAs = (secret: string, written: (text: string) => string): RegExp =>
  new RegExp(
    runsOf(secret)
      .map((run) => spellings(run, written(run)))
      .join(""),
    "gu",
  );

const spansOfAll = (searches: readonly Search[], text: string): Span[] =>
  // Most texts of a session are shorter than any secret.
  searches.flatMap((search) => (text.length < search.shortest ? [] : spansOf(search, text)));

const SPELLING_SIGN = /[%\\&+]/;

const spansOf = ({ secret, forms, spelled }: Search, text: string): Span[] => {
  const spans: Span[] = [];
  for (const form of forms) {
    for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + 1)) {
      const end = start + form.length;
      const last = spans.at(-1);
      // A secret may overlap itself; one span for the whole run.
      if (last && last.start <= start && start < last.end) spans[spans.length - 1] = { ...last, end };
      else spans.push({ start, end, secret });
    }
  }
  if (!SPELLING_SIGN.test(text)) return spans;
  for (const match of text.matchAll(spelled())) {
    spans.push({ start: match.index, end: match.index + match[0].length, secret });
  }
  return spans;
};

/**
 * The base64 of a secret depends on where it stands in what was encoded: three alignments, and of each the characters
 * that the neighbours have no part in. Then the URL-safe alphabet, and the two characters a JSON or URL writer escapes.
 */
const base64Forms = (secret: Buffer): string[] =>
  [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), secret]).toString("base64");
    const from = Math.ceil((shift * 8) / 6);
    const core = encoded.slice(from, Math.floor(((shift + secret.length) * 8) / 6));
    return [
      core,
      core.replaceAll("+", "-").replaceAll("/", "_"),
      core.replaceAll("/", "\\/"),
      encodeURIComponent(core),
      core.replaceAll("+", "%2b").replaceAll("/", "%2f"),
    ];
  });

/** Characters, but a run of backslashes as one: it would otherwise be matched in very many ways. */
const runsOf = (text: string): string[] => text.match(/\\+|[^\\]/gsu) ?? [];

/** Every way a character is written: itself, percent-encoded, escaped in JSON (once or twice), as an HTML entity. */
const spellings = (run: string, written: string): string => {
  if (run.startsWith("\\")) {
    const count = run.length;
    return `(?:\\\\{${count},${count * 4}}|(?:${percent("\\")}){${count}}|(?:\\\\{1,3}u005[cC]){${count}})`;
  }
  const code = run.codePointAt(0) ?? 0;
  const units = Array.from({ length: run.length }, (_, index) => run.charCodeAt(index));
  // The longer spellings first: a percent sign that is part of %25 is not the sign itself.
  const all = [percent(run), units.map((unit) => `\\\\{1,3}u${hex(unit, 4)}`).join("")];
  const short = SHORT_ESCAPES[run];
  if (short !== undefined) all.push(`\\\\{1,3}${short}`);
  if (!/[A-Za-z0-9]/.test(run)) {
    all.push(`&#0*${code};`, `&#[xX]0*${hex(code, 1)};`);
    const entity = ENTITIES[run];
    if (entity !== undefined) all.push(`&${entity};`);
  }
  if (run === " ") all.push("\\+");
  all.push(literal(written));
  return `(?:${all.join("|")})`;
};

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "/": "\\/",
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
};

const ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

const literal = (text: string): string =>
  Array.from(text, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`).join("");

/** A percent sign that was itself encoded is %25. */
const percent = (text: string): string =>
  Array.from(Buffer.from(text, "utf8"), (byte) => `%(?:25)?${hex(byte, 2)}`).join("");

/** Hexadecimal digits in either case. */
const hex = (value: number, width: number): string =>
  value
    .toString(16)
    .padStart(width, "0")
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** A match of fewer characters than this is coincidence. */
const TELLING = 4;

const cutEnd = (secret: string, text: string): Span[] => {
  for (let length = secret.length - 1; length >= TELLING; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return [{ start: text.length - length, end: text.length, secret }];
  }
  return [];
};

const cutStart = (secret: string, text: string): Span[] => {
  for (let length = secret.length - 1; length >= TELLING; length -= 1) {
    if (text.startsWith(secret.slice(-length))) return [{ start: 0, end: length, secret }];
  }
  return [];
};

/** Puts something else in the place of every span. What lies inside another is gone with it; neighbours stay apart. */
export const replaceSpans = (text: string, spans: readonly Span[], replacement: (secret: string) => string): string => {
  if (spans.length === 0) return text;
  const ordered = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  let result = "";
  let at = 0;
  let last: string | undefined;
  for (const { start, end, secret } of ordered) {
    if (end <= at) continue;
    if (start >= at || secret !== last) result += text.slice(at, Math.max(at, start)) + replacement(secret);
    at = end;
    last = secret;
  }
  return result + text.slice(at);
};
