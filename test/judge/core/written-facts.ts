// The facts that are written by hand, as opposed to those that are made of the tables of questions.

import { ALL_FACTS } from "../../../src/areas/all-facts.ts";
import * as files from "../../../src/areas/fact-files.ts";

const EXPORTED: ReadonlySet<unknown> = new Set(
  Object.values(files).flatMap((file) => Object.values(file as Readonly<Record<string, unknown>>).flat()),
);

export const WRITTEN_FACTS: ReadonlySet<string> = new Set(
  ALL_FACTS.filter((fact) => EXPORTED.has(fact)).map(({ name }) => name),
);
