import type { Fact } from "../../judge/core/fact.ts";
import * as files from "./client-fact-files.ts";

const isFact = (value: unknown): value is Fact => typeof value === "object" && value !== null && "read" in value;

/** Every fact about clients: what a file of this folder exports and is one. */
export const ALL_CLIENT_FACTS: readonly Fact[] = Object.values(files).flatMap((file) =>
  Object.values<unknown>(file).flat().filter(isFact),
);

export const CLIENT_FACTS: ReadonlyMap<string, Fact> = new Map(ALL_CLIENT_FACTS.map((fact) => [fact.name, fact]));
