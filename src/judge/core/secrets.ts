/** Longer log messages are looked at from their beginning only. */
const LONGEST = 20_000;

/** What stands for a password that was taken out: asterisks, dots, one letter repeated, a word or name in brackets. */
const MASKED =
  /^(?:[x*.•…#_-]+|[<[{(].*|(?:%2[aA]|%[eE]2%80%[aA]2)+|\$.*|redacted|removed|hidden|masked|filtered|secret)$/i;

const PASSWORD_IN_URL = /\b[a-z][a-z0-9+]{1,12}:\/\/[^\s/:@"\\*]{1,64}:([^\s/:@"\\*]{4,64})@[a-z0-9]/gi;

const API_KEY = /\bsk-(?:ant-|proj-)?([A-Za-z0-9_-]{32})/g;

/** Words joined by hyphens are a name; a key has digits and letters of both cases, or hardly any hyphen. */
const isRandom = (text: string): boolean =>
  (/[0-9]/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text)) || !/[-_]/.test(text);

const some = (text: string, form: RegExp, isOne: (part: string) => boolean): boolean =>
  [...text.matchAll(form)].some(([, part = ""]) => isOne(part));

/** Forms that nothing else has. A word such as "password" alone proves nothing, nor does the first line of a key file. */
const SECRETS: readonly { readonly kind: string; readonly isIn: (text: string) => boolean }[] = [
  {
    kind: "private-key",
    isIn: (text) =>
      /-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY-----(?:\\[nr]|\s){1,4}(?:[A-Za-z-]{1,20}: |[A-Za-z0-9+/]{40})/.test(
        text,
      ),
  },
  // Documentation writes keys that end in EXAMPLE.
  { kind: "aws-key", isIn: (text) => /\b(?:AKIA|ASIA)(?![0-9A-Z]{9}EXAMPLE\b)[0-9A-Z]{16}\b/.test(text) },
  {
    kind: "github-token",
    isIn: (text) => /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60})/.test(text),
  },
  { kind: "api-key", isIn: (text) => some(text, API_KEY, isRandom) },
  { kind: "password-in-url", isIn: (text) => some(text, PASSWORD_IN_URL, (password) => !MASKED.test(password)) },
  {
    kind: "json-web-token",
    isIn: (text) => /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{20}/.test(text),
  },
];

export const secretsIn = (text: string): string[] => {
  const start = text.slice(0, LONGEST);
  return SECRETS.filter(({ isIn }) => isIn(start)).map(({ kind }) => kind);
};
