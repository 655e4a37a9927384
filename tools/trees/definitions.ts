// Which file defines a fact, a question, a scenario: by the objects that the modules export, so that a computed name is found too.

import { codeBelow } from "../house/code-files.ts";
import { homesOf, isObject, type LoadModules, type Modules } from "./modules.ts";

/** A fact about servers and one about clients may have the same name. */
export type Side = "server" | "client";

export interface FactDefinition {
  /** The file that writes it, or the one whose question it is the answers to. */
  readonly file: string;
  /** Names of questions, without what follows the colon; empty where any message bears on it. */
  readonly questions: readonly string[];
  readonly scenarios: readonly string[];
}

export interface Definitions {
  readonly facts: Readonly<Record<Side, ReadonlyMap<string, FactDefinition>>>;
  /** The file whose table has the question, or the name of the scenario. */
  readonly questions: ReadonlyMap<string, string>;
  readonly scenarioNames: ReadonlyMap<string, string>;
  /** The files that say what the server of a scenario does. */
  readonly scenarios: ReadonlyMap<string, readonly string[]>;
}

interface FactObject {
  readonly name: string;
  readonly questions: readonly string[] | "anything";
  readonly scenarios?: readonly string[];
}

interface QuestionRow {
  readonly fact?: string;
  readonly parts?: Readonly<Record<string, unknown>>;
}

/** Where facts, questions and scenarios are defined; the names of scenarios have a table in the core. */
const DEFINING =
  /^src\/(?!cli\/|report\/)(?:.*\/)?(?:areas|facts|scenarios|questions)\/|[/-](?:facts|scenarios|questions)\.ts$/;
const NAMES_SCENARIOS = /^export const [A-Z_]*SCENARIO/m;

export const definingPaths = (): readonly string[] =>
  codeBelow("src").flatMap(({ path, text }) => (DEFINING.test(path) || NAMES_SCENARIOS.test(text) ? [path] : []));

export const sideOf = (path: string): Side =>
  /\/facts\/client\/|\/client-facts|\/clients?\//.test(path) ? "client" : "server";

const isFact = (value: unknown): value is FactObject & object =>
  isObject(value) && typeof value["name"] === "string" && typeof value["read"] === "function" && "questions" in value;

/** A table that a module exports: every value has these members as text. */
const isTable =
  (...members: readonly string[]) =>
  (value: unknown): value is Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
    isObject(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).every((row) => isObject(row) && members.every((member) => typeof row[member] === "string"));

const nameOfRef = (ref: string): string => ref.split(":", 1)[0] ?? ref;

const answerFactsOf = (question: string, { fact, parts = {} }: QuestionRow): readonly string[] => [
  fact ?? question.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_"),
  ...Object.keys(parts),
];

interface NamedRow {
  readonly file: string;
  readonly name: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Every row of such tables with its file. The table of all of them is made of the smaller ones and comes first. */
const rowsOfTables = (modules: Modules, ...members: readonly string[]): readonly NamedRow[] =>
  [...modules]
    .flatMap(([file, exported]) =>
      Object.values(exported)
        .filter(isTable(...members))
        .map((table) => Object.entries(table).map(([name, row]) => ({ file, name, row }))),
    )
    .sort((a, b) => b.length - a.length)
    .flat();

export const readDefinitions = async (load: LoadModules): Promise<Definitions> => {
  const modules = await load(definingPaths());
  const questions = new Map<string, string>();
  const facts = { server: new Map<string, FactDefinition>(), client: new Map<string, FactDefinition>() };
  for (const { file, name: question, row } of rowsOfTables(modules, "asks", "era")) {
    questions.set(question, file);
    for (const name of answerFactsOf(question, row))
      facts.server.set(name, { file, questions: [question], scenarios: [] });
  }
  for (const [fact, { file, isGathered }] of homesOf(modules, isFact)) {
    // The answers to a question are made where all facts are put together; its row is what is written.
    if (isGathered && facts.server.has(fact.name)) continue;
    facts[sideOf(file)].set(fact.name, {
      file,
      questions: fact.questions === "anything" ? [] : [...new Set(fact.questions.map(nameOfRef))],
      scenarios: fact.scenarios ?? [],
    });
  }
  const scenarioNames = new Map(rowsOfTables(modules, "phrase").map(({ name, file }) => [name, file]));
  const isScenario = (value: unknown): value is { readonly name: string } & object =>
    isObject(value) && scenarioNames.has(String(value["name"])) && !("read" in value);
  const scenarios = new Map<string, string[]>();
  for (const [{ name }, { file }] of homesOf(modules, isScenario))
    scenarios.set(name, [...(scenarios.get(name) ?? []), file]);
  return { facts, questions, scenarioNames, scenarios };
};
