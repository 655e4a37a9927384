// How many hostile cases of each family run, and where: for docs/hostile-input.md.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AUTHORIZATION_CASES } from "./cases/authorization.ts";
import { COMPRESSION_CASES } from "./cases/compression.ts";
import { ENDLESS_CASES, STREAM_CASES } from "./cases/event-streams.ts";
import { FRAMING_CASES, SLOW_CASES } from "./cases/framing.ts";
import { HEADER_CASES } from "./cases/headers.ts";
import { JSON_CASES } from "./cases/json.ts";
import { METADATA_CASES } from "./cases/metadata.ts";
import { REDIRECT_CASES } from "./cases/redirects.ts";
import { SCHEMA_IDS } from "./cases/schemas.ts";
import { STDIO_CASES } from "./cases/stdio.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Rows of the tables, by their number: `K01 gzip`. JSON goes over three channels: a body, an event, a line. */
const ROWS: readonly string[] = [
  ...[
    SLOW_CASES,
    FRAMING_CASES,
    HEADER_CASES,
    ENDLESS_CASES,
    STREAM_CASES,
    REDIRECT_CASES,
    COMPRESSION_CASES,
    METADATA_CASES,
    AUTHORIZATION_CASES,
    STDIO_CASES,
  ].flatMap((table) => table.flatMap(({ id }) => id.split(", "))),
  ...SCHEMA_IDS,
  ...[1, 2, 3].flatMap(() => JSON_CASES.map(({ id }) => id)),
];

interface Family {
  /** The letter that the numbers of its cases begin with; none where they have no numbers. */
  readonly letter?: string;
  readonly name: string;
  /** Where cases stand that are no rows of a table. */
  readonly files: readonly string[];
  /** Whether they run against a server or a process, under the oracle. */
  readonly live: boolean;
}

const FAMILIES: readonly Family[] = [
  { letter: "A", name: "HTTP framing and timing", files: ["test/hostile/splits.test.ts"], live: true },
  {
    letter: "B",
    name: "redirects, addresses, names",
    files: ["test/hostile/redirects.test.ts", "test/hostile/address-policy.test.ts", "test/hostile/tls.test.ts"],
    live: true,
  },
  { letter: "C", name: "TLS", files: ["test/hostile/tls.test.ts"], live: true },
  { letter: "D", name: "event streams", files: ["test/hostile/event-streams.test.ts"], live: true },
  {
    letter: "E",
    name: "stdio and processes",
    files: ["test/hostile/stdio.test.ts", "test/hostile/cli.test.ts"],
    live: true,
  },
  { letter: "F", name: "JSON text, over three channels", files: ["test/hostile/memory.test.ts"], live: true },
  { letter: "G", name: "JSON-RPC", files: [], live: true },
  { letter: "H", name: "what a server says of its tools", files: ["test/hostile/memory.test.ts"], live: true },
  { letter: "I", name: "JSON Schemas of tools", files: [], live: true },
  { letter: "J", name: "challenges and authorization metadata", files: [], live: true },
  { letter: "K", name: "compression", files: [], live: true },
  { name: "memory of the whole process", files: ["test/hostile/memory.test.ts"], live: true },
  { name: "few file descriptors", files: ["test/hostile/few-files.test.ts"], live: true },
  { name: "kill -9 of mcptest and of the server", files: ["test/hostile/kill.test.ts"], live: true },
  { name: "check --watch", files: ["test/hostile/watch.test.ts"], live: true },
  {
    name: "agents that call mcptest",
    files: ["test/agent/hostile.test.ts", "test/agent/refusals.test.ts", "test/agent/cheap-tools.test.ts"],
    live: true,
  },
  { name: "schemas, in the interpreter", files: ["test/schema-check/hostile.test.ts"], live: false },
  { name: "archives", files: ["test/refresh/hostile-archives.test.ts"], live: false },
  { name: "downloads", files: ["test/refresh/network.test.ts"], live: true },
  {
    name: "terminals, pages and other reports",
    files: ["test/report/hostile.test.ts", "test/report/escape.test.ts", "test/report/runner-commands.test.ts"],
    live: false,
  },
  { name: "canonical JSON", files: ["test/json/canonical.test.ts"], live: false },
  {
    name: "captures of others",
    files: ["test/capture/read.test.ts", "test/capture/read-json-lines.test.ts"],
    live: false,
  },
];

export interface FamilyCount {
  readonly name: string;
  readonly cases: number;
  readonly live: boolean;
  readonly files: readonly string[];
}

const textOf = (file: string): string => readFileSync(`${ROOT}${file}`, "utf8");

/** Tests of this letter, by their titles. */
const titled = (file: string, letter: string): number =>
  [...textOf(file).matchAll(new RegExp(`"[^"\\n]*\\b${letter}\\d\\d\\b[^"\\n]*"`, "g"))].length;

/** Tests in a file; a table of rows counts as one. */
const tests = (file: string): number =>
  [...textOf(file).matchAll(/^\s*(?:test|it)(?:\.\w+(?:\(.*?\))?)*[(<]/gm)].length;

export const countFamilies = (): readonly FamilyCount[] => [
  ...FAMILIES.map(({ letter, name, files, live }): FamilyCount => {
    const rows = letter === undefined ? [] : ROWS.filter((id) => id.startsWith(letter));
    const more = files.map((file) => (letter === undefined ? tests(file) : titled(file, letter)));
    const tables = rows.length > 0 ? ["test/hostile/cases/"] : [];
    return {
      name,
      live,
      cases: rows.length + more.reduce((sum, count) => sum + count, 0),
      files: [...tables, ...files],
    };
  }),
  {
    name: "certificates that must fail, a folder each",
    cases: readdirSync(`${ROOT}test/certificates`).filter((folder) => folder.endsWith("_fail")).length,
    live: false,
    files: ["test/certificates/"],
  },
];
