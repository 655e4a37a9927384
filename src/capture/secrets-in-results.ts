import { type Json, member, stringMember } from "../base/json.ts";
import type { Capture, Exchange, ReturnedSecrets } from "./capture.ts";
import { looksSecret } from "./secret-names.ts";

/** What these answer with is a server's data; anything else, such as a description, shows tokens as examples. */
const DATA_METHODS = new Set(["tools/call", "resources/read", "prompts/get", "tasks/result", "tasks/get"]);

/**
 * Tokens by the shapes that their issuers gave them, so that they can be recognised. All of them are found in time linear in
 * the text. A shape is listed only where nothing else looks like it.
 */
const TOKENS = [
  /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g, // GitHub
  /\bgithub_pat_[A-Za-z0-9_]{60,255}\b/g,
  /\bglpat-[A-Za-z0-9_-]{20,64}/g, // GitLab
  /\bxox[abeoprs]-[A-Za-z0-9-]{20,250}/g, // Slack
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, // Amazon
  /\bAIza[A-Za-z0-9_-]{35}/g, // Google
  /\bya29\.[A-Za-z0-9_-]{30,1000}/g,
  /\bsk-(?:ant-|proj-|svcacct-)?[A-Za-z0-9_-]{32,250}/g, // Anthropic, OpenAI
  /\b[sr]k_(?:live|test)_[A-Za-z0-9]{24,250}\b/g, // Stripe
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bpypi-[A-Za-z0-9_-]{50,250}/g,
  /\bhf_[A-Za-z0-9]{34,64}\b/g, // Hugging Face
  /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/g, // SendGrid
  /\beyJ[A-Za-z0-9_-]{10,400}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{20,1000}/g, // signed JWT
] as const;

const PEM_BEGIN = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_END = /-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** Every text and every object that a server returned as data. */
interface Returned {
  readonly exchange: Exchange;
  readonly texts: readonly string[];
  readonly objects: readonly object[];
}

const returnedIn = ({ exchanges }: Pick<Capture, "exchanges">): Returned[] =>
  exchanges
    .filter(({ request }) => DATA_METHODS.has(stringMember(request, "method") ?? ""))
    .map((exchange) => {
      const [texts, objects]: [string[], object[]] = [[], []];
      const walk = (value: Json | undefined, depth: number): void => {
        if (typeof value === "string") texts.push(value);
        if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return;
        if (!Array.isArray(value)) objects.push(value);
        for (const entry of Object.values(value)) walk(entry as Json, depth + 1);
      };
      walk(member(exchange.response, "result"), 0);
      return { exchange, texts, objects };
    });

const MAX_DEPTH = 64;

/** Secrets that a server itself returned, to be replaced wherever they stand. */
export const secretsInResults = (capture: Pick<Capture, "exchanges">): string[] => {
  const found = new Set(returnedIn(capture).flatMap(secretsReturned));
  return [...found].slice(0, MOST);
};

/** The same, each with the exchange it was returned in: for a capture in which they were not replaced. */
export const secretsByExchange = (
  capture: Pick<Capture, "exchanges">,
): { readonly exchange: Exchange; readonly secrets: readonly string[] }[] =>
  returnedIn(capture).map((returned) => ({ exchange: returned.exchange, secrets: secretsReturned(returned) }));

const secretsReturned = ({ texts, objects }: Returned): string[] => [
  ...texts.flatMap(secretsInText),
  ...[...texts.map(variablesInText), ...objects.map(variablesIn)].flatMap(secretVariables),
];

/** Tokens and private keys, by their shape alone. */
export const secretsInText = (text: string): string[] => [...tokensIn(text), ...privateKeysIn(text)];

/** More than any honest server returns; to look for more would take its time. */
const MOST = 500;

/** What kinds of secrets a server itself returned, and where: what a capture says once they are replaced. */
export const returnedSecrets = (capture: Pick<Capture, "exchanges">): ReturnedSecrets[] =>
  returnedIn(capture).flatMap(({ exchange: { id }, texts }) => {
    if (id === undefined) return [];
    const what = [
      ...(texts.some((text) => tokensIn(text).length > 0) ? (["token"] as const) : []),
      ...(texts.some((text) => privateKeysIn(text).length > 0) ? (["private-key"] as const) : []),
    ];
    return what.length > 0 ? [{ exchange: String(id), what }] : [];
  });

/** The exchanges whose answer is the environment of the server, or most of it. */
export const environmentDumps = (capture: Pick<Capture, "exchanges">): string[] =>
  returnedIn(capture).flatMap(({ exchange: { id }, texts, objects }) =>
    id !== undefined && [...texts.map(variablesInText), ...objects.map(variablesIn)].some(isEnvironment)
      ? [String(id)]
      : [],
  );

export const tokensIn = (text: string): string[] =>
  text.length < 20 ? [] : TOKENS.flatMap((shape) => [...text.matchAll(shape)].map(([token]) => token));

/** The lines between the marks; a key that was cut off goes on to the end. Marks inside a key begin no other. */
export const privateKeysIn = (text: string): string[] => {
  const keys: string[] = [];
  for (let at = 0; ; ) {
    PEM_BEGIN.lastIndex = at;
    const begin = PEM_BEGIN.exec(text);
    if (!begin) return keys;
    PEM_END.lastIndex = begin.index + begin[0].length;
    const end = PEM_END.exec(text)?.index ?? text.length;
    // Nothing longer is a key, and a text must not become one secret as a whole.
    keys.push(text.slice(begin.index + begin[0].length, Math.min(end, begin.index + LONGEST_KEY)).trim());
    at = Math.max(end, begin.index + 1);
  }
};

const LONGEST_KEY = 20_000;

type Variables = readonly (readonly [string, string])[];

const NAME = /^[A-Z_][A-Z0-9_]*$/;

/** `{"PATH": "/bin", …}` */
const variablesIn = (value: object): Variables =>
  Object.entries(value).filter(
    (entry): entry is [string, string] => NAME.test(entry[0]) && typeof entry[1] === "string",
  );

/** `PATH=/bin` in lines, or such an object as JSON text. */
const variablesInText = (text: string): Variables => {
  if (/^\s*\{/.test(text)) {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === "object" && value !== null ? variablesIn(value) : [];
    } catch {
      return [];
    }
  }
  return text.split("\n").flatMap((line) => {
    const at = line.indexOf("=");
    return at > 0 && NAME.test(line.slice(0, at)) ? [[line.slice(0, at), line.slice(at + 1)] as const] : [];
  });
};

/** Every environment has most of these, and nothing else has three. */
const USUAL = new Set([
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "PWD",
  "SHELL",
  "HOSTNAME",
  "LOGNAME",
  "TMPDIR",
  "TERM",
  "SHLVL",
]);

const isEnvironment = (variables: Variables): boolean => variables.filter(([name]) => USUAL.has(name)).length >= 3;

const secretVariables = (variables: Variables): string[] =>
  isEnvironment(variables) ? variables.filter(([name]) => looksSecret(name)).map(([, value]) => value) : [];
