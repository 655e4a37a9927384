import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import type { Sep, SepCheck, SepExclusion } from "./conformance.ts";
import { describeValue, RowError, type RowPath, readText } from "./read-rows.ts";

/** `sep-2575.yaml`, as the official suite names its files. */
const FILE_NAME = /^sep-(\d+)\.(?:ya?ml|json)$/i;

export const isSepFile = (name: string): boolean => FILE_NAME.test(name);

/** The number a file's name promises. */
export const sepOfFileName = (name: string): number | undefined => {
  const digits = FILE_NAME.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/**
 * What the official suite calls a traceability file. Unknown members are ignored: upstream may add some, and a refreshed
 * corpus must still be readable.
 */
export const readSep = (value: Json): Sep => {
  if (!isJsonObject(value)) throw new RowError([], "expected sep, spec_url and requirements");
  const sep = value["sep"];
  if (typeof sep !== "number" || !Number.isInteger(sep) || sep < 1)
    throw new RowError(["sep"], `expected the number of a SEP, found ${describeValue(sep)}`);
  const specUrl = readText(value["spec_url"], ["spec_url"]);
  const origin = value["origin"] === undefined ? undefined : readText(value["origin"], ["origin"]);
  const rows = value["requirements"] ?? [];
  if (!Array.isArray(rows)) throw new RowError(["requirements"], `expected a list, found ${describeValue(rows)}`);
  const checks: SepCheck[] = [];
  const exclusions: SepExclusion[] = [];
  rows.forEach((row, index) => {
    const read = readRow(row, ["requirements", index], specUrl);
    if ("check" in read) checks.push(read);
    else if ("excluded" in read) exclusions.push(read);
  });
  return { sep, spec_url: specUrl, ...defined({ origin }), checks, exclusions };
};

const CHECK_ID = /^[a-z0-9][a-z0-9._-]{0,199}$/i;

/** A row with neither is legal upstream and says nothing that could be tested. */
const readRow = (row: Json, path: RowPath, specUrl: string): SepCheck | SepExclusion | { readonly text: string } => {
  if (!isJsonObject(row)) throw new RowError(path, `expected a requirement, found ${describeValue(row)}`);
  const text = readText(row["text"], [...path, "text"]);
  const url = row["url"] === undefined ? specUrl : readText(row["url"], [...path, "url"]);
  const { check, excluded } = row;
  if (check !== undefined && excluded !== undefined)
    throw new RowError([...path, "excluded"], "a row has a check or the reason why it has none, not both");
  if (check !== undefined) {
    if (typeof check === "string" && CHECK_ID.test(check)) return { check, text, url };
    throw new RowError([...path, "check"], `expected an id such as sep-2164-error-code, found ${describeValue(check)}`);
  }
  if (excluded === undefined) return { text };
  const issue = row["issue"] === undefined ? undefined : readText(row["issue"], [...path, "issue"]);
  return { text, excluded: readText(excluded, [...path, "excluded"]), url, ...defined({ issue }) };
};
