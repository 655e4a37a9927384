import type { Sep, SepCheck, SepExclusion } from "../model/conformance.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { describe, RowError } from "./read-rows.ts";

/** `sep-2575.yaml`, as the official suite names its files. */
const FILE_NAME = /^sep-(\d+)\.(?:ya?ml|json)$/i;

export const isSepFile = (name: string): boolean => FILE_NAME.test(name);

/** The number a file's name promises. */
export const sepOfFileName = (name: string): number | undefined => {
  const digits = FILE_NAME.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

type Path = readonly (string | number)[];

/**
 * What the official suite calls a traceability file. Members nobody here knows are left alone: upstream may add some, and
 * a refreshed corpus should still be read.
 */
export const readSep = (value: Json): Sep => {
  if (!isJsonObject(value)) throw new RowError([], "expected sep, spec_url and requirements");
  const sep = value["sep"];
  if (typeof sep !== "number" || !Number.isInteger(sep) || sep < 1)
    throw new RowError(["sep"], `sep is the number of a SEP, found ${describe(sep)}`);
  const specUrl = readText(value, "spec_url", []);
  const origin = value["origin"] === undefined ? undefined : readText(value, "origin", []);
  const rows = value["requirements"] ?? [];
  if (!Array.isArray(rows)) throw new RowError(["requirements"], `expected a list, found ${describe(rows)}`);
  const checks: SepCheck[] = [];
  const exclusions: SepExclusion[] = [];
  rows.forEach((row, index) => {
    const read = readRow(row, ["requirements", index], specUrl);
    if ("check" in read) checks.push(read);
    else if ("excluded" in read) exclusions.push(read);
  });
  return { sep, spec_url: specUrl, ...(origin === undefined ? {} : { origin }), checks, exclusions };
};

const CHECK_ID = /^[a-z0-9][a-z0-9._-]{0,199}$/i;

/** A row with neither is legal upstream and says nothing that could be tested. */
const readRow = (row: Json, path: Path, specUrl: string): SepCheck | SepExclusion | { readonly text: string } => {
  if (!isJsonObject(row)) throw new RowError(path, `expected a requirement, found ${describe(row)}`);
  const text = readText(row, "text", path);
  const url = row["url"] === undefined ? specUrl : readText(row, "url", path);
  const { check, excluded } = row;
  if (check !== undefined && excluded !== undefined)
    throw new RowError([...path, "excluded"], "a row has a check or the reason why it has none, not both");
  if (check !== undefined) {
    if (typeof check === "string" && CHECK_ID.test(check)) return { check, text, url };
    throw new RowError([...path, "check"], `expected an id such as sep-2164-error-code, found ${describe(check)}`);
  }
  if (excluded === undefined) return { text };
  const issue = row["issue"] === undefined ? undefined : readText(row, "issue", path);
  return { text, excluded: readText(row, "excluded", path), url, ...(issue === undefined ? {} : { issue }) };
};

const readText = (value: JsonObject, key: string, path: Path): string => {
  const text = value[key];
  if (typeof text === "string" && text.trim() !== "") return text;
  throw new RowError([...path, key], `${key} is a text, found ${describe(text)}`);
};
