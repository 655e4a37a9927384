import {
  isForbiddenHost,
  isHeaderName,
  isOwnedByProbe,
  secretsInAddresses,
  secretsInArguments,
} from "mcptest/internal";
import type { NewTarget } from "../store/add-targets.ts";
import { isTemplate } from "../work/fill-template.ts";

/** What a list holds: targets, and what is wrong with the rest of it. */
export interface SourceReading {
  readonly targets: readonly NewTarget[];
  readonly problems: readonly SourceProblem[];
  /** What was left out of what went in, and why. */
  readonly notes: readonly string[];
}

export interface SourceProblem {
  /** Counted from 1; 0 where the list has no lines. */
  readonly line: number;
  readonly what: string;
}

export interface SourceOptions {
  /** The file or registry, as the user named it. */
  readonly source: string;
  /** Loopback and private addresses too. */
  readonly allowPrivate: boolean;
}

/** A mistake in one entry of a list. */
export class EntryProblem extends Error {}

export const urlTarget = (text: string, options: SourceOptions, name?: string): NewTarget => {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new EntryProblem(`${shown(text)} is no address that begins with https:// or http://`);
  const [hole] = /\{[^{}/]{1,60}\}/.exec(text) ?? [];
  if (hole !== undefined) throw new EntryProblem(`the address holds the placeholder ${hole}; write its value`);
  if (url.username !== "" || url.password !== "" || secretsInAddresses(text).length > 0)
    throw new EntryProblem(
      "the address holds a password or key, which a fleet does not store; use a header whose value workers fill in",
    );
  if (!options.allowPrivate && isPrivate(url.hostname))
    throw new EntryProblem(`${url.hostname} is a loopback or private address; add --allow-private to ask it`);
  url.hash = "";
  return { address: { kind: "http", url: url.href }, source: options.source, ...named(name) };
};

const isPrivate = (hostname: string): boolean =>
  isForbiddenHost("public-only", hostname) || /^(?:localhost|.*\.(?:localhost|local|internal))\.?$/i.test(hostname);

export const commandTarget = (
  words: readonly string[],
  options: SourceOptions,
  more: {
    readonly name?: string | undefined;
    readonly env?: Readonly<Record<string, string>>;
    readonly needs?: readonly string[];
    readonly package?: string;
  } = {},
): NewTarget => {
  if (words.length === 0 || words[0] === "") throw new EntryProblem("the command is empty");
  if (
    secretsInArguments(words).some((secrets) => secrets.some(({ start, end }) => end > start)) &&
    !words.some(isTemplate)
  )
    throw new EntryProblem(
      "the command holds a password or key, which a fleet does not store; use an environment variable",
    );
  const { env = {}, needs = [] } = more;
  return {
    address: {
      kind: "command",
      words,
      ...(Object.keys(env).length === 0 ? {} : { env }),
      ...(needs.length === 0 ? {} : { needs }),
      ...(more.package === undefined ? {} : { package: more.package }),
    },
    source: options.source,
    ...named(more.name),
  };
};

const named = (name: string | undefined): Pick<NewTarget, "name"> =>
  name === undefined || name.trim() === "" ? {} : { name: name.trim().slice(0, 200) };

export type Values = readonly (readonly [name: string, value: string])[];

export const isVariableName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

/** The same target with headers that every worker sends, and those that it is known to ask for. The probe's own headers stay its own. */
export const withHeaders = (target: NewTarget, headers: Values, needs: readonly string[]): NewTarget => {
  if (target.address.kind !== "http") return target;
  const sent = headers.filter(([name]) => isSettable(name));
  const needed = needs.filter(isSettable);
  return {
    ...target,
    address: {
      ...target.address,
      ...(sent.length === 0 ? {} : { headers: sent }),
      ...(needed.length === 0 ? {} : { needs: needed }),
    },
  };
};

/** Who asks, and at which host, is the fleet's to say. */
export const isSettable = (name: string): boolean =>
  isHeaderName(name) && !isOwnedByProbe(name) && !/^(?:user-agent|host)$/i.test(name);

/** Short, on one line. */
export const shown = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
