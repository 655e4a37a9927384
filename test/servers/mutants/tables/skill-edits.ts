// Short ways to bend what a server says about its skills.

import type { Hooks, MessageContext } from "../../hooks.ts";
import { isObject, type JsonObject, METHOD_NOT_FOUND, RpcError } from "../../json-rpc.ts";
import type { Mutant, MutantOptions } from "../mutant.ts";
import { editResult, mapObjects } from "./edits.ts";

/** A server with skills and little else: what is about skills shows in it as well. */
export const SKILLS_SERVER: MutantOptions = {
  offers: ["skills"],
  without: ["rich-tools", "tasks", "prompts", "completions", "deprecated", "logging"],
};

/** A server with skills and one vice. */
export const mutant = (id: string, vice: string, fails: readonly string[], hooks: Mutant["hooks"]): Mutant => ({
  id: `skill-${id}`,
  vice,
  hooks,
  fails,
  options: SKILLS_SERVER,
  in: ["http/2026-07-28"],
});

export const REFUNDS = "skill://acme/billing/refunds/SKILL.md";
export const EMAIL = "skill://acme/billing/refunds/examples/email.md";

/** Both, where they are about different things. */
export const both = (first: Hooks, second: Hooks): Hooks => ({
  ...first,
  ...second,
  ...(first.result && second.result
    ? {
        result: (result, context) => {
          const once = first.result?.(result, context) ?? result;
          return second.result?.(once, context) ?? once;
        },
      }
    : {}),
});

/** Changes every entry of a skill, in the list and by itself. */
export const editSkills = (edit: (entry: JsonObject) => JsonObject): Hooks =>
  both(
    editResult("skills/list", (result) => ({ ...result, skills: mapObjects(result.skills, edit) })),
    editResult("skills/get", (result) => (isObject(result.skill) ? { ...result, skill: edit(result.skill) } : result)),
  );

/** Changes the front matter of one skill. */
export const editFront = (edit: (front: JsonObject) => JsonObject): Hooks =>
  editSkills((entry) =>
    entry.uri === REFUNDS && isObject(entry.frontmatter) ? { ...entry, frontmatter: edit(entry.frontmatter) } : entry,
  );

export const withoutMember =
  (name: string) =>
  (object: JsonObject): JsonObject => {
    const { [name]: _, ...others } = object;
    return others;
  };

/** Leaves a member out of the results of a method. */
export const dropMember = (method: string, name: string): Hooks => editResult(method, withoutMember(name));

/** Answers with an error where the condition holds. */
export const refuse = (applies: (context: MessageContext) => boolean, code: number, status?: number): Hooks => ({
  result: (_result, context) => {
    if (applies(context)) throw new RpcError(code, "Refused", undefined, status);
    return undefined;
  },
});

/** A server that does not know the method. */
export const refuseMethod = (method: string): Hooks =>
  refuse(({ request }) => request?.method === method, METHOD_NOT_FOUND, 404);
