import { type Json, member, stringMember } from "../../../base/json.ts";

/**
 * What a field asks for, told by how its name or title ends: `password` and `userPassword`, but neither
 * `password_length` nor `forgot password?`. Descriptions and messages mention secrets for many reasons.
 */
const SECRET =
  /(?:^| )(?:password|passwd|passphrase|api ?key|(?:access|auth|bearer|refresh|api) token|(?:client|api) secret|secret key|private key)(?: again| confirmation)?$/;
const PAYMENT = /(?:^| )(?:(?:credit|debit) card|card number|cvv|cvc)$/;
/** Sensitive, but it opens no door and pays nothing: later revisions speak only of what does. */
const PERSONAL = /(?:^| )(?:social security number|ssn)$/;

const words = (text: string): string =>
  text
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** A choice, a flag or a date tells no secret. */
const isFree = (field: Json, types: readonly string[]): boolean => {
  const type = member(field, "type");
  if (type !== undefined && !(typeof type === "string" && types.includes(type))) return false;
  return ["enum", "oneOf", "anyOf", "format"].every((key) => member(field, key) === undefined);
};

const saidBy = (name: string, field: Json): readonly string[] => [name, stringMember(field, "title") ?? ""].map(words);

const NUMBERS = ["string", "number", "integer"];

export const isSensitive = (name: string, field: Json): boolean => {
  const said = saidBy(name, field);
  if (isFree(field, ["string"]) && said.some((text) => SECRET.test(text))) return true;
  return isFree(field, NUMBERS) && said.some((text) => PAYMENT.test(text));
};

export const isPersonal = (name: string, field: Json): boolean =>
  isFree(field, NUMBERS) && saidBy(name, field).some((text) => PERSONAL.test(text));
