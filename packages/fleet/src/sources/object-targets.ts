import { type Json, type JsonObject, listMember, member, stringMember } from "mcptest/internal";
import { LEAST_HOURS, MOST_HOURS } from "../schedule.ts";
import type { NewTarget } from "../store/add-targets.ts";
import { isTemplate } from "../work/fill-template.ts";
import { entryTargets } from "./entry-targets.ts";
import {
  commandTarget,
  EntryProblem,
  isSettable,
  isVariableName,
  type SourceOptions,
  shown,
  urlTarget,
  type Values,
  withHeaders,
} from "./new-target.ts";

/** An object of a list: `url`, or `command` with `args`, or a whole server.json, alone or under `server` as registries have it. */
export const objectTargets = (value: Json, options: SourceOptions): NewTarget[] => {
  const inner = member(value, "server");
  if (inner !== undefined) return entryTargets(inner, options);
  if (member(value, "remotes") !== undefined || member(value, "packages") !== undefined)
    return entryTargets(value, options);
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
    if (!isVariableName(variable)) throw new EntryProblem(`${shown(variable)} is no name of a variable; leave it out`);
    checkTemplate("variable", variable, text);
  }
  return [
    { ...commandTarget(words, options, { name, env: Object.fromEntries(env), needs: needsOf(env) }), ...schedule },
  ];
};

const checkTemplate = (what: string, name: string, text: string): void => {
  if (!isTemplate(text))
    throw new EntryProblem(`the ${what} ${shown(name)} holds a value; write \${NAME} instead, which workers fill in`);
};

const needsOf = (values: Values): string[] => values.map(([name]) => name);

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
