import { readFileSync } from "node:fs";
import { basename } from "node:path";
import {
  listMember,
  parseJsonc,
  type RegistryList,
  readConfigEntry,
  readMcpConfig,
  readUserFile,
  UsageError,
} from "mcptest/internal";
import { fromEntry } from "../sources/entry-targets.ts";
import {
  commandTarget,
  EntryProblem,
  type SourceOptions,
  type SourceProblem,
  type SourceReading,
  urlTarget,
  withHeaders,
} from "../sources/new-target.ts";
import { listKind, readList } from "../sources/read-list.ts";
import type { NewTarget } from "../store/add-targets.ts";
import { isTemplate } from "../work/fill-template.ts";

/** What one argument of `fleet add` holds: an address, a file of any kind, or `-` for standard input. */
export const readSource = (argument: string, allowPrivate: boolean): SourceReading => {
  if (/^https?:\/\//i.test(argument)) {
    const options = { source: "command line", allowPrivate };
    return attempt([{ line: 0, read: () => [urlTarget(argument, options)] }]);
  }
  const text = argument === "-" ? readFileSync(0, "utf8") : readUserFile(argument);
  const options = { source: argument === "-" ? "standard input" : basename(argument), allowPrivate };
  const kind = listKind(text, argument);
  return kind === "configuration" ? readConfiguration(argument, text, options) : readList(text, kind, options);
};

/** Servers of a client. Values that are written down there, tokens as likely as not, stay there. */
const readConfiguration = (file: string, text: string, options: SourceOptions): SourceReading => {
  const config = readMcpConfig(file, { env: {}, cwd: process.cwd(), readFile: () => text, parseJsonc });
  const notes: string[] = [];
  const reading = attempt(
    [...config.servers].map(([name, node]) => ({
      line: text.slice(0, node.offset).split("\n").length,
      read: (): NewTarget[] => {
        const entry = readEntry(config, name, node);
        const values = [...(entry.kind === "http" ? entry.headers : entry.env)].map(
          ([key, value]) => [key, String(value.value)] as const,
        );
        const left = values.filter(([, value]) => !isTemplate(value)).map(([key]) => key);
        if (left.length > 0)
          notes.push(
            `${name}: ${left.join(", ")} ${left.length === 1 ? "is" : "are"} not stored, because a fleet holds no secrets; write \${NAME} in the file, and set NAME where workers run`,
          );
        const kept = values.filter(([, value]) => isTemplate(value));
        const needs = values.map(([key]) => key);
        if (entry.kind === "stdio")
          return [
            commandTarget([entry.command.value, ...entry.args.map(({ value }) => String(value))], options, {
              name,
              env: Object.fromEntries(kept),
              needs,
            }),
          ];
        return [withHeaders(urlTarget(entry.url.value, options, name), kept, needs)];
      },
    })),
  );
  return { ...reading, notes };
};

const readEntry = (...args: Parameters<typeof readConfigEntry>): ReturnType<typeof readConfigEntry> => {
  try {
    return readConfigEntry(...args);
  } catch (error) {
    if (error instanceof UsageError) throw new EntryProblem(error.message.replace(/^\S+:\d+:\d+: /, ""));
    throw error;
  }
};

/** The servers that a registry lists. One that is deleted there is left out. */
export const readRegistry = ({ api, entries }: RegistryList, allowPrivate: boolean): SourceReading => {
  const options = { source: api, allowPrivate };
  const active = entries.filter(({ status }) => status !== "deleted");
  return attempt(
    active.map(({ name, targets, server }) => ({
      line: 0,
      read: () => fromEntry(name, targets, listMember(server, "packages"), options),
      label: name,
    })),
  );
};

interface Reader {
  readonly line: number;
  readonly label?: string;
  read(): NewTarget[];
}

const attempt = (readers: readonly Reader[]): SourceReading => {
  const targets: NewTarget[] = [];
  const problems: SourceProblem[] = [];
  for (const { line, label, read } of readers)
    try {
      targets.push(...read());
    } catch (error) {
      if (!(error instanceof EntryProblem)) throw error;
      problems.push({ line, what: label === undefined ? error.message : `${label}: ${error.message}` });
    }
  return { targets, problems, notes: [] };
};
