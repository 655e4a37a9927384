import { secretsInAddresses, secretsInArguments } from "../../capture/address-secrets.ts";
import type { EntryTarget } from "../../model/entry-target.ts";
import { type Json, type JsonObject, listMember, member, stringMember } from "../../model/json.ts";
import { isHeaderName, isHeaderValue, isOwnedByProbe } from "../../protocol/header-syntax.ts";
import { entryTargets } from "../../registry/entry/entry-targets.ts";
import { isForbiddenHost } from "../../wire/address-policy.ts";
import { LEAST_HOURS, MOST_HOURS } from "../schedule.ts";
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

/** An object of a list: `url`, or `command` with `args`, or a whole server.json, alone or under `server` as registries have it. */
export const objectTargets = (value: Json, options: SourceOptions): NewTarget[] => {
  const inner = member(value, "server");
  if (inner !== undefined) return entryTargetsOf(inner, options);
  if (member(value, "remotes") !== undefined || member(value, "packages") !== undefined)
    return entryTargetsOf(value, options);
  const name = stringMember(value, "name");
  const schedule = scheduleOf(member(value, "every"));
  const url = stringMember(value, "url");
  if (url !== undefined) {
    const target = urlTarget(url, options, name);
    const headers = textMembers(member(value, "headers"));
    for (const [header, text] of headers) checkTemplate("header", header, text);
    for (const [header] of headers)
      if (!isSettable(header)) throw new EntryProblem(`${shown(header)} is no header that can be set; leave it out`);
    return [{ ...withHeaders(target, headers, needsOf(headers)), ...schedule }];
  }
  const command = member(value, "command");
  const words = [
    ...(typeof command === "string"
      ? [command]
      : listMember(value, "command").filter((word) => typeof word === "string")),
    ...listMember(value, "args").filter((word) => typeof word === "string"),
  ];
  if (words.length === 0)
    throw new EntryProblem('it names no server: write {"url": "https://…"} or {"command": ["npx", "…"]}');
  const env = textMembers(member(value, "env"));
  for (const [variable, text] of env) {
    if (!VARIABLE.test(variable)) throw new EntryProblem(`${shown(variable)} is no name of a variable; leave it out`);
    checkTemplate("variable", variable, text);
  }
  return [
    { ...commandTarget(words, options, { name, env: Object.fromEntries(env), needs: needsOf(env) }), ...schedule },
  ];
};

const VARIABLE = /^[A-Za-z_]\w*$/;

const checkTemplate = (what: string, name: string, text: string): void => {
  if (!isTemplate(text))
    throw new EntryProblem(`the ${what} ${shown(name)} holds a value; write \${NAME} instead, which workers fill in`);
};

type Values = readonly (readonly [name: string, value: string])[];

const needsOf = (values: Values): string[] => values.map(([name]) => name);

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
const isSettable = (name: string): boolean =>
  isHeaderName(name) && !isOwnedByProbe(name) && !/^(?:user-agent|host)$/i.test(name);

/** How often a target wants to be asked, in hours; a list that leaves it empty says nothing. */
export const scheduleOf = (every: Json | undefined): Pick<NewTarget, "everySeconds"> => {
  if (every === undefined || every === null || every === "") return {};
  const hours = typeof every === "string" ? Number(every) : every;
  if (typeof hours !== "number" || !(hours >= LEAST_HOURS && hours <= MOST_HOURS))
    throw new EntryProblem(
      `every ${JSON.stringify(every).slice(0, 40)} is not a number of hours from ${LEAST_HOURS} to ${MOST_HOURS}`,
    );
  return { everySeconds: Math.round(hours * 3_600) };
};

const textMembers = (value: Json | undefined): (readonly [string, string])[] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value as JsonObject).flatMap(([name, text]) =>
        typeof text === "string" ? [[name, text] as const] : [],
      )
    : [];

const entryTargetsOf = (entry: Json, options: SourceOptions): NewTarget[] =>
  fromEntry(stringMember(entry, "name"), entryTargets(entry), listMember(entry, "packages"), options);

/**
 * A server with an address is asked there; only one without is started. It is given what its entry gives, but nothing of the worker's: an entry
 * is a stranger's text, and a placeholder in it would hand our environment to whoever wrote it.
 */
export const fromEntry = (
  name: string | undefined,
  targets: readonly EntryTarget[],
  packages: readonly Json[],
  options: SourceOptions,
): NewTarget[] => {
  const remotes = targets.flatMap((one) =>
    one.kind === "http" ? [withHeaders(urlTarget(one.url, options, name), sendable(one.headers), one.needs)] : [],
  );
  if (remotes.length > 0) return remotes;
  const [command] = targets.flatMap((one) => (one.kind === "stdio" ? [one] : []));
  const [first] = packages;
  const identity =
    first === undefined ? undefined : `${stringMember(first, "registryType")}:${stringMember(first, "identifier")}`;
  if (command)
    return [
      commandTarget([command.command, ...command.args], options, {
        name,
        env: Object.fromEntries(
          Object.entries(command.env).filter(([name, value]) => VARIABLE.test(name) && !isTemplate(value)),
        ),
        needs: command.needs,
        ...(identity === undefined ? {} : { package: identity }),
      }),
    ];
  const reason = targets.flatMap((one) => (one.kind === "none" ? [one.reason] : []))[0];
  throw new EntryProblem(reason ?? "it has no remote and no package");
};

const sendable = (headers: Values): Values => headers.filter(([, value]) => isHeaderValue(value) && !isTemplate(value));

/** Short, on one line. */
const shown = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
