import { isJsonObject, type Json, member, stringMember } from "../../base/json.ts";
import { variablesIn } from "./template.ts";

/** A text with its variables replaced by what they default to; undefined where one has no value. */
export const filled = (template: string, variables: Json | undefined): string | undefined => {
  let text: string | undefined = template;
  for (const name of variablesIn(template)) {
    const input = member(variables, name);
    const value = stringMember(input, "value") ?? stringMember(input, "default");
    text = value === undefined ? undefined : text?.replaceAll(`{${name}}`, () => value);
  }
  return text;
};

/** The value of an input: given, made from its variables, or its default. */
export const inputValue = (input: Json): string | undefined => {
  const value = stringMember(input, "value");
  if (value === undefined) return stringMember(input, "default");
  const variables = member(input, "variables");
  // Braces that name nothing stay as they are: the text says so.
  return isJsonObject(variables) ? filled(value, variables) : value;
};
