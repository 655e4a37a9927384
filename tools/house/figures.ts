// The figures that keep the house, each with its limit. `npm run house` prints them, test/architecture/house.test.ts holds them.

import type { LoadModules } from "../trees/modules.ts";
import { readWritten, scatteredRules } from "../trees/trees.ts";
import { type CodeFile, codeBelow, foldersIn, programCode, programFolders } from "./code-files.ts";
import { codeLinesOf, countCodeLines, filesLongerThan, functionsLongerThan, type Sized } from "./count-lines.ts";
import { importsBetweenAreas, singleImporters } from "./imports.ts";
import { nestedMembers, type Shared, sharedNames } from "./names.ts";

/** What was measured: the figure, and the offenders or parts that make it up. */
export interface Measured {
  readonly value: number;
  readonly list: readonly string[];
}

export interface Figure {
  readonly name: string;
  readonly what: string;
  /** The figure must not be above this; null for what is only reported. */
  readonly required: number | null;
  /** Where the code does not meet `required` yet: the limit until then. It only ever goes down. */
  readonly today?: number;
  readonly measure: (load: LoadModules) => Measured | Promise<Measured>;
}

const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 60;

/** The rooms whose functions stay short. Code of `facts` and `score` becomes part of `areas` and `scores`. */
const SHORT_FUNCTIONS = ["probe", "judge", "capture", "areas", "scores", "facts", "score"];

const listed = (list: readonly string[]): Measured => ({ value: list.length, list });

const sized = ({ place, name, lines }: Sized): string => [lines, place, name].join(" ").trim();
const shared = ({ name, paths }: Shared): string => `${name}: ${paths.join(", ")}`;

const longestFirst = (list: readonly Sized[]): readonly Sized[] => [...list].sort((a, b) => b.lines - a.lines);

/** The sum, and how much each folder directly below adds to it. */
const linesBelow = (folders: readonly string[]): Measured => {
  const files = folders.flatMap(codeBelow);
  const parts = new Map<string, number>();
  for (const file of files) {
    const part = partOf(file, folders);
    parts.set(part, (parts.get(part) ?? 0) + codeLinesOf(file).size);
  }
  const list = [...parts].sort(([, a], [, b]) => b - a).map(([part, lines]) => `${lines} ${part}`);
  return { value: countCodeLines(files), list };
};

const partOf = ({ path }: CodeFile, folders: readonly string[]): string => {
  const folder = folders.find((one) => path.startsWith(`${one}/`)) ?? "";
  const [next = "", ...rest] = path.slice(folder.length + 1).split("/");
  return rest.length > 0 ? `${folder}/${next}` : folder;
};

/** The folders directly in each room; `src/areas` holds one for each page of the specification. */
const widestRoom = (): Measured => {
  const rooms = [
    ...foldersIn("src")
      .filter((room) => room !== "areas")
      .map((room) => `src/${room}`),
    ...programFolders().filter((folder) => folder !== "src"),
  ];
  const widths = rooms.map((room) => ({ room, folders: foldersIn(room).length })).sort((a, b) => b.folders - a.folders);
  return {
    value: widths[0]?.folders ?? 0,
    list: widths.filter(({ folders }) => folders > 0).map(({ room, folders }) => `${folders} ${room}`),
  };
};

const shortFunctionFiles = (): readonly CodeFile[] => SHORT_FUNCTIONS.flatMap((room) => codeBelow(`src/${room}`));

const singles = (): readonly string[] => {
  const sizes = new Map(programCode().map((file) => [file.path, codeLinesOf(file).size]));
  return singleImporters(programCode()).map(({ path, importer }) => `${sizes.get(path)} ${path} <- ${importer}`);
};

export const FIGURES: readonly Figure[] = [
  {
    name: "rooms",
    what: "folders directly below src",
    required: 14,
    measure: () => listed(foldersIn("src")),
  },
  {
    name: "widest-room",
    what: "most folders directly in one room, areas excepted",
    required: 12,
    measure: widestRoom,
  },
  {
    name: "single-importers",
    what: "files that one other file of the program uses",
    required: 300,
    today: 726,
    measure: () => listed(singles()),
  },
  {
    name: "program-lines",
    what: "lines of code in src and packages",
    required: 103_000,
    today: 111_900,
    measure: () => linesBelow(programFolders()),
  },
  {
    name: "test-lines",
    what: "lines of code in test",
    required: 95_000,
    measure: () => linesBelow(["test"]),
  },
  {
    name: "nested-members",
    what: "member() around member() or valueAt()",
    required: 20,
    measure: () => listed(nestedMembers(programCode())),
  },
  {
    name: "shared-types",
    what: "names of exported types that two files declare",
    required: 0,
    measure: () => listed(sharedNames(programCode(), "types").map(shared)),
  },
  {
    name: "shared-values",
    what: "names of exported values that two files declare",
    required: null,
    measure: () => listed(sharedNames(programCode(), "values").map(shared)),
  },
  {
    name: "long-files",
    what: `files above ${MAX_FILE_LINES} lines in src, packages, test, tools and bench`,
    required: 0,
    today: 3,
    measure: () => {
      const files = ["src", "packages", "test", "tools", "bench"].flatMap(codeBelow);
      return listed(longestFirst(filesLongerThan(files, MAX_FILE_LINES)).map(sized));
    },
  },
  {
    name: "long-functions",
    what: `functions above ${MAX_FUNCTION_LINES} lines of code in ${SHORT_FUNCTIONS.slice(0, 5).join(", ")}`,
    required: 0,
    today: 3,
    measure: () => listed(longestFirst(functionsLongerThan(shortFunctionFiles(), MAX_FUNCTION_LINES)).map(sized)),
  },
  {
    name: "imports-between-areas",
    what: "imports from one folder of src/areas into another",
    required: 0,
    measure: () => listed(importsBetweenAreas(programCode())),
  },
  {
    name: "scattered-rules",
    what: "rules outside of compliance, one area of src and its folder of test/areas",
    required: 0,
    today: 171,
    measure: async (load) => listed(scatteredRules(await readWritten(load))),
  },
];

/** What a figure may be now: `today` until the code meets `required`. */
export const limitOf = ({ required, today }: Figure): number => today ?? required ?? Number.POSITIVE_INFINITY;
