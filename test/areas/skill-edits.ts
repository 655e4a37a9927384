// Short ways to change what a server says about its skills and apps.

import type { Hooks, MessageContext } from "../servers/hooks.ts";
import { isObject, type JsonObject, METHOD_NOT_FOUND, RpcError } from "../servers/json-rpc.ts";
import type { VariantOptions } from "./contexts.ts";
import { both, editResult, mapObjects } from "./edits.ts";

/** A server with skills and little else: what is about skills shows in it as well. */
export const SKILLS_SERVER: VariantOptions = {
  offers: ["skills"],
  without: ["rich-tools", "tasks", "prompts", "completions", "deprecated", "logging"],
};

export const APPS_SERVER: VariantOptions = {
  offers: ["apps"],
  without: ["rich-tools", "tasks", "completions", "deprecated", "logging"],
};

export const REFUNDS = "skill://acme/billing/refunds/SKILL.md";
export const EMAIL = "skill://acme/billing/refunds/examples/email.md";

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

/** Answers with an error where the condition holds. */
export const refuseWhere = (applies: (context: MessageContext) => boolean, code: number, status?: number): Hooks => ({
  result: (_result, context) => {
    if (applies(context)) throw new RpcError(code, "Refused", undefined, status);
    return undefined;
  },
});

/** A server that does not know the method. */
export const refuseMethod = (method: string): Hooks =>
  refuseWhere(({ request }) => request?.method === method, METHOD_NOT_FOUND, 404);
