import { type Json, listMember, member, readStrictJson } from "mcptest/internal";
import type { NewTarget } from "../store/add-targets.ts";
import { EntryProblem, type SourceOptions, type SourceProblem, type SourceReading, urlTarget } from "./new-target.ts";
import { objectTargets, scheduleOf } from "./object-targets.ts";
import { parseCsv } from "./parse-csv.ts";

const JSON_LIMITS = { depth: 64, values: 2_000_000 };

/** Which kind of list a text is. A client configuration is read elsewhere, because its values depend on the machine. */
export type SourceKind = "lines" | "csv" | "json-lines" | "json" | "configuration";

export const listKind = (text: string, file: string): SourceKind => {
  const name = file.toLowerCase();
  if (name.endsWith(".csv")) return "csv";
  if (/\.(?:jsonl|ndjson)$/.test(name)) return "json-lines";
  const start = text.replace(/^\ufeff/, "").trimStart();
  if (!/^[{[]/.test(start) && !(name.endsWith(".json") || name.endsWith(".jsonc")))
    return separatorOf(start) === undefined ? "lines" : "csv";
  if (/"(?:mcpServers|servers)"\s*:\s*\{/.test(text)) return "configuration";
  const [first = "", second = ""] = start.split("\n", 2);
  return isWholeJson(first) && second.trim() !== "" ? "json-lines" : "json";
};

const isWholeJson = (line: string): boolean => readStrictJson(line.trim(), JSON_LIMITS).ok;

/** Every entry that can be used, and every one that cannot, with its line. */
export const readList = (
  text: string,
  kind: Exclude<SourceKind, "configuration">,
  options: SourceOptions,
): SourceReading => {
  const plain = text.replace(/^\ufeff/, "");
  switch (kind) {
    case "lines":
      return collect(linesOf(plain), ({ text: line }) => lineTargets(line, options));
    case "json-lines":
      return collect(linesOf(plain), ({ text: line }) => objectTargets(parsed(line), options));
    case "csv":
      return readCsvList(plain, options);
    case "json":
      return readJsonList(plain, options);
  }
};

interface Line {
  readonly line: number;
  readonly text: string;
}

const linesOf = (text: string): Line[] =>
  text.split(/\r\n|\r|\n/).flatMap((raw, index) => {
    const line = raw.trim();
    return line === "" || line.startsWith("#") ? [] : [{ line: index + 1, text: line }];
  });

const collect = <T extends { readonly line: number }>(
  entries: readonly T[],
  read: (entry: T) => NewTarget[],
): SourceReading => {
  const targets: NewTarget[] = [];
  const problems: SourceProblem[] = [];
  for (const entry of entries)
    try {
      targets.push(...read(entry));
    } catch (error) {
      if (!(error instanceof EntryProblem)) throw error;
      problems.push({ line: entry.line, what: error.message });
    }
  return { targets, problems, notes: [] };
};

/** An address, and after a space what it is called. */
const lineTargets = (line: string, options: SourceOptions): NewTarget[] => {
  const [, address = "", name] = /^(\S+)(?:\s+(.*))?$/.exec(line) ?? [];
  return [urlTarget(address, options, name)];
};

const parsed = (text: string): Json => {
  const reading = readStrictJson(text, JSON_LIMITS);
  if (!reading.ok) throw new EntryProblem("it is not JSON");
  return reading.value;
};

const URL_COLUMNS = ["url", "address", "endpoint"];

/** What stands between the columns, where the first line names one of addresses; spreadsheets write semicolons in half of the world. */
const separatorOf = (text: string): string | undefined => {
  const head = text.trimStart().split(/[\r\n]/, 1)[0] ?? "";
  const names = (separator: string): string[] =>
    head.split(separator).map((cell) => cell.replaceAll('"', "").trim().toLowerCase());
  return [",", ";", "\t"].find((separator) => names(separator).some((name) => URL_COLUMNS.includes(name)));
};

const readCsvList = (text: string, options: SourceOptions): SourceReading => {
  const [head, ...rows] = parseCsv(text, separatorOf(text));
  const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const at = (...wanted: readonly string[]): number => names.findIndex((name) => wanted.includes(name));
  const [url, name, every] = [at(...URL_COLUMNS), at("name", "title"), at("every", "hours")];
  if (url < 0)
    return {
      targets: [],
      problems: [{ line: head?.line ?? 1, what: "the first line of a CSV file names its columns; one must be url" }],
      notes: [],
    };
  return collect(rows, ({ cells, isUnclosed }) => {
    if (isUnclosed) throw new EntryProblem('a quote is opened and never closed; write "" for a quote inside a cell');
    const target = urlTarget((cells[url] ?? "").trim(), options, cells[name]);
    return [{ ...target, ...scheduleOf((cells[every] ?? "").trim()) }];
  });
};

/** A server.json, a list of objects, or a page of a registry. */
const readJsonList = (text: string, options: SourceOptions): SourceReading => {
  const reading = readStrictJson(text, JSON_LIMITS);
  if (!reading.ok)
    return { targets: [], problems: [{ line: 1, what: "the file is not JSON that can be read" }], notes: [] };
  const { value } = reading;
  const list = Array.isArray(value)
    ? value
    : Array.isArray(member(value, "servers"))
      ? listMember(value, "servers")
      : [value];
  const isOne = list.length === 1 && list[0] === value;
  return collect(
    list.map((one, index) => ({ line: isOne ? 0 : index + 1, one })),
    ({ one }) => (typeof one === "string" ? [urlTarget(one, options)] : objectTargets(one, options)),
  );
};
