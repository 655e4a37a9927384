import { isJsonObject, type Json, listMember, member, stringMember } from "../../../base/json.ts";

/** What a field of a form asks for. */
export type FieldKind = "text" | "number" | "boolean" | "choice" | "choices";

/** The problem with the value of a field. */
export type FieldProblem = "none" | "missing" | "type" | "range" | "length" | "format" | "unlisted" | "label";

export const kindOfField = (field: Json): FieldKind => {
  const type = stringMember(field, "type");
  if (type === "array") return "choices";
  if (type === "boolean") return "boolean";
  if (type === "number" || type === "integer") return "number";
  return valuesOf(field).length > 0 ? "choice" : "text";
};

/** The values that a list of choices allows. */
const valuesOf = (field: Json | undefined): readonly Json[] => {
  const titled = [...listMember(field, "oneOf"), ...listMember(field, "anyOf")].flatMap(
    (one) => member(one, "const") ?? [],
  );
  return titled.length > 0 ? titled : listMember(field, "enum");
};

const labelsOf = (field: Json | undefined): readonly Json[] => [
  ...[...listMember(field, "oneOf"), ...listMember(field, "anyOf")].flatMap((one) => member(one, "title") ?? []),
  ...listMember(field, "enumNames"),
];

const listed = (value: Json, field: Json | undefined): FieldProblem => {
  const values = valuesOf(field);
  if (values.length === 0 || values.includes(value)) return "none";
  return labelsOf(field).includes(value) ? "label" : "unlisted";
};

const isWithin = (value: number, field: Json, least: string, most: string): boolean => {
  const [from, to] = [member(field, least), member(field, most)];
  return (typeof from !== "number" || value >= from) && (typeof to !== "number" || value <= to);
};

const MAIL = /^[^\s@]+@[^\s@]+$/;
const DATE = /^\d{4}-\d{2}-\d{2}/;

const fitsFormat = (value: string, format: string | undefined): boolean => {
  if (format === "email") return MAIL.test(value);
  if (format === "date" || format === "date-time") return DATE.test(value);
  return format !== "uri" || /^[a-z][a-z0-9+.-]*:/i.test(value);
};

const problemOfText = (value: Json, field: Json): FieldProblem => {
  if (typeof value !== "string") return "type";
  if (!isWithin([...value].length, field, "minLength", "maxLength")) return "length";
  return fitsFormat(value, stringMember(field, "format")) ? "none" : "format";
};

/** The restricted schemas of forms, by hand: a value that they allow is never called wrong. */
export const problemOf = (value: Json | undefined, field: Json, isRequired: boolean): FieldProblem => {
  if (value === undefined) return isRequired ? "missing" : "none";
  switch (kindOfField(field)) {
    case "choices": {
      if (!Array.isArray(value)) return "type";
      if (!isWithin(value.length, field, "minItems", "maxItems")) return "length";
      const items = member(field, "items");
      return value.map((one) => listed(one, items)).find((one) => one !== "none") ?? "none";
    }
    case "choice":
      return typeof value === "string" ? listed(value, field) : "type";
    case "boolean":
      return typeof value === "boolean" ? "none" : "type";
    case "number":
      if (typeof value !== "number") return "type";
      if (stringMember(field, "type") === "integer" && !Number.isInteger(value)) return "type";
      return isWithin(value, field, "minimum", "maximum") ? "none" : "range";
    default:
      return problemOfText(value, field);
  }
};

/** The fields of a form, and which of them have to be filled in. */
export const fieldsOf = (params: Json | undefined): readonly { name: string; field: Json; isRequired: boolean }[] => {
  const schema = member(params, "requestedSchema");
  const properties = member(schema, "properties");
  const required = listMember(schema, "required");
  return Object.entries(isJsonObject(properties) ? properties : {}).map(([name, field]) => ({
    name,
    field,
    isRequired: required.includes(name),
  }));
};
