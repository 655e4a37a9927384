/** Longer log messages are looked at from their beginning only. */
const LONGEST = 20_000;

/** Forms that nothing else has. A word such as "password" alone proves nothing. */
const SECRETS: readonly { readonly kind: string; readonly form: RegExp }[] = [
  { kind: "private-key", form: /-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY-----/ },
  { kind: "aws-key", form: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
  { kind: "github-token", form: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60})/ },
  { kind: "api-key", form: /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32}/ },
  { kind: "password-in-url", form: /\b[a-z][a-z0-9+]{1,12}:\/\/[^\s/:@"\\*]{1,64}:[^\s/:@"\\*]{4,64}@[a-z0-9]/i },
  { kind: "json-web-token", form: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{20}/ },
];

export const secretsIn = (text: string): string[] => {
  const start = text.slice(0, LONGEST);
  return SECRETS.filter(({ form }) => form.test(start)).map(({ kind }) => kind);
};
