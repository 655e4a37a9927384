import { type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { exampleWord } from "./example-words.ts";

const MAX_ARGUMENTS = 200;
const MAX_NAME = 1_000;

/** The required arguments for `prompts/get`, from a listed prompt's `arguments`. They have no schema: every value is a string. */
export const promptArguments = (prompt: Json | undefined): JsonObject => {
  const declared = member(prompt, "arguments");
  const entries: [string, string][] = [];
  for (const argument of Array.isArray(declared) ? declared.slice(0, MAX_ARGUMENTS) : []) {
    const name = stringMember(argument, "name");
    if (name === undefined || name.length > MAX_NAME) continue;
    if (member(argument, "required") === true) entries.push([name, exampleWord(name)]);
  }
  // fromEntries defines members, so a name such as __proto__ stays a name.
  return Object.fromEntries(entries);
};
