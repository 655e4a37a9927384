import "./questions.ts";
import type { Fact } from "../judge/core/fact.ts";
import { questionFacts } from "../judge/core/question-facts.ts";
import * as files from "./fact-files.ts";

/** The folders in the order of docs/facts.md; within one, files go by their name. */
const FOLDERS = [
  "lifecycle",
  "metadata",
  "http",
  "headers",
  "stdio",
  "authorization",
  "authorization-server",
  "tools",
  "resources",
  "prompts",
  "completion",
  "logging",
  "pagination",
  "progress",
  "cancellation",
  "ping",
  "subscriptions",
  "input-rounds",
  "caching",
  "sampling",
  "roots",
  "elicitation",
  "tasks",
  "extensions",
  "skills",
  "apps",
  "schema",
  "security",
];

const folderOf = (path: string): number => FOLDERS.indexOf(path.slice(0, path.indexOf("/")));

const isFact = (value: unknown): value is Fact => typeof value === "object" && value !== null && "read" in value;

/** What such a file exports and is a fact, is one. A module lists its exports in the order of their names. */
const written: readonly Fact[] = Object.entries(files)
  .sort(([left], [right]) => folderOf(left) - folderOf(right))
  .flatMap(([, file]) => Object.values<unknown>(file).flat().filter(isFact));
const names = new Set(written.map(({ name }) => name));

/** Every fact: those that are written, then the answers to every question that none of them reads under the same name. */
export const ALL_FACTS: readonly Fact[] = [...written, ...questionFacts().filter(({ name }) => !names.has(name))];

export const FACTS: ReadonlyMap<string, Fact> = new Map(ALL_FACTS.map((fact) => [fact.name, fact]));
