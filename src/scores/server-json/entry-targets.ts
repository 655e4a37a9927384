import { type Json, listMember, member, stringMember } from "../../base/json.ts";
import type { EntryTarget } from "./entry-target.ts";
import { filled, inputValue } from "./input-value.ts";
import { commandOf } from "./launch-command.ts";
import { variablesIn } from "./template.ts";

/** Every remote and package, in the order of the file; remotes first. */
export const entryTargets = (entry: Json): readonly EntryTarget[] => [
  ...listMember(entry, "remotes").map((remote, index) => remoteTarget(remote, `remotes[${index}]`)),
  ...listMember(entry, "packages").map((one, index) => packageTarget(one, `packages[${index}]`)),
];

const remoteTarget = (remote: Json, place: string): EntryTarget => {
  const [type = "", template = ""] = [stringMember(remote, "type"), stringMember(remote, "url")];
  const url = filled(template, member(remote, "variables"));
  if (url === undefined)
    return {
      kind: "none",
      place,
      reason: `its address needs a value for ${braced(template)}, and the entry gives none`,
    };
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return { kind: "none", place, reason: "its url is no address" };
  const { values, needs } = readInputs(listMember(remote, "headers"));
  return { kind: "http", place, type, url, headers: [...values], needs };
};

const packageTarget = (one: Json, place: string): EntryTarget => {
  const type = stringMember(member(one, "transport"), "type");
  if (type !== "stdio")
    return {
      kind: "none",
      place,
      reason: `it serves ${type ?? "nothing that is known"}; start it, and check the address it listens at`,
    };
  const command = commandOf(one);
  if ("reason" in command) return { kind: "none", place, reason: command.reason };
  const { values, needs } = readInputs(listMember(one, "environmentVariables"));
  return { kind: "stdio", place, ...command, env: Object.fromEntries(values), needs };
};

const braced = (template: string): string =>
  variablesIn(template)
    .map((name) => `{${name}}`)
    .join(" and ");

const readInputs = (
  inputs: readonly Json[],
): { readonly values: ReadonlyMap<string, string>; readonly needs: readonly string[] } => {
  const values = new Map<string, string>();
  const needs: string[] = [];
  for (const input of inputs) {
    const name = stringMember(input, "name");
    if (name === undefined || name === "") continue;
    const value = inputValue(input);
    if (value !== undefined) values.set(name, value);
    else if (member(input, "isRequired") === true) needs.push(name);
  }
  return { values, needs };
};
