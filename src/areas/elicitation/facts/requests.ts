import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { askedCalls } from "../../../judge/core/asked-calls.ts";
import { questionFact, type ServerQuestion } from "../../../judge/core/client-questions.ts";
import { addressOf } from "./addresses.ts";
import { isPersonal, isSensitive } from "./sensitive.ts";

/** More fields than any form has. */
const MAX_FIELDS = 200;

/** The modes a client can show. A capability that names none means forms. */
const declaredModes = (capabilities: JsonObject): string[] => {
  const declared = member(capabilities, "elicitation");
  if (declared === undefined) return [];
  const named = isJsonObject(declared) ? ["form", "url"].filter((mode) => Object.hasOwn(declared, mode)) : [];
  return named.length > 0 ? named : ["form"];
};

/** Without a mode it is a form. */
const modeOf = (params: Json | undefined): "form" | "url" | "other" => {
  const mode = member(params, "mode");
  if (mode === undefined) return "form";
  return mode === "form" || mode === "url" ? mode : "other";
};

const fieldsOf = (params: Json | undefined): readonly (readonly [string, Json])[] => {
  const fields = valueAt(params, "requestedSchema", "properties");
  return isJsonObject(fields) ? Object.entries(fields).slice(0, MAX_FIELDS) : [];
};

/** What the user sees in a form, except the options. What stands beside a field for an address is an example of one. */
const textsIn = (params: Json | undefined): readonly string[] => [
  stringMember(params, "message") ?? "",
  ...fieldsOf(params)
    .filter(([, field]) => member(field, "format") !== "uri")
    .flatMap(([, field]) => [stringMember(field, "title") ?? "", stringMember(field, "description") ?? ""]),
];

const LINK = /https?:\/\/[^\s"'<>)]{1,500}/gi;

/** Words before an address that is there to be imitated, not to be clicked. */
const AS_EXAMPLE = /(?:\be\.g\.|\bsuch as|\bfor example|\bfor instance|\bexample|\blike)[,:]?[ "'(`]{0,3}$/i;

const linksIn = (params: Json | undefined): string[] =>
  textsIn(params).flatMap((text) =>
    [...text.matchAll(LINK)].flatMap(({ 0: link, index }) =>
      AS_EXAMPLE.test(text.slice(Math.max(0, index - 20), index)) ? [] : [link],
    ),
  );

/** What may be chosen, in any of the ways to write it; undefined for a field that is filled in freely. */
const optionsOf = (field: Json): readonly Json[] | undefined => {
  const source = member(field, "type") === "array" ? member(field, "items") : field;
  const plain = member(source, "enum");
  if (Array.isArray(plain)) return plain;
  const titled = member(source, "oneOf") ?? member(source, "anyOf");
  return Array.isArray(titled) ? titled.flatMap((option) => member(option, "const") ?? []) : undefined;
};

const strayDefaults = (params: Json | undefined): string[] =>
  fieldsOf(params).flatMap(([name, field]) => {
    const given = member(field, "default");
    const options = optionsOf(field);
    if (given === undefined || options === undefined) return [];
    const chosen = Array.isArray(given) ? given : [given];
    return chosen.every((value) => options.includes(value)) ? [] : [name];
  });

const fieldsThat = (asks: (name: string, field: Json) => boolean, params: Json | undefined): string[] =>
  fieldsOf(params).flatMap(([name, field]) => (asks(name, field) ? [name] : []));

const describe = ({ params, declared }: ServerQuestion): JsonObject => {
  const mode = modeOf(params);
  const url = stringMember(params, "url");
  return {
    mode,
    ...(declared === undefined ? {} : { declared: declaredModes(declared) }),
    ...(mode === "form"
      ? {
          sensitive: fieldsThat(isSensitive, params),
          personal: fieldsThat(isPersonal, params),
          links: linksIn(params),
          stray_defaults: strayDefaults(params),
        }
      : {}),
    ...(mode === "url" && url !== undefined ? { address: addressOf(url) } : {}),
  };
};

export const elicitationRequests = questionFact(
  {
    name: "elicitation_requests",
    doc: "Every elicitation the server asked for, as a request or in an input_required result.",
    type: "params; mode (form, url, other); declared (the modes the client had declared); of a form: sensitive (fields whose name or title asks for a secret), personal (that ask for a social security number), links (in its texts, unless they are examples of what to fill in), stray_defaults (fields whose default is no option); of a url: address (form: absolute, other; scheme; host: public, local; carries: credentials, e-mail, secret)",
    derived: ["mode", "declared", "sensitive", "personal", "links", "stray_defaults", "address"],
  },
  "elicitation/create",
  describe,
);

export const elicitedCalls = askedCalls(
  {
    name: "elicited_calls",
    doc: "The answers to requests during which an elicitation was accepted, declined or cancelled.",
  },
  "elicitation/create",
  // That a page was opened is not yet what the server waits for.
  ({ method, params }) => method === "elicitation/create" && modeOf(params) === "url",
);
