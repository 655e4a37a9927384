// A tree of the official suite's layout, in words of our own.

import { file, type TarEntry } from "./tar.ts";

export const sepText = (sep: number, checks: readonly string[], level = "MUST"): string =>
  [
    `sep: ${sep}`,
    `spec_url: https://example.test/spec/${sep}`,
    "requirements:",
    ...checks.flatMap((check) => [`  - check: ${check}`, `    text: 'A server ${level} do ${check}.'`]),
    "  - text: 'A host SHOULD be kind.'",
    "    excluded: 'Nobody can see it.'",
    "",
  ].join("\n");

export const upstreamTree = (seps: Readonly<Record<string, string>> = DEFAULT_SEPS): TarEntry[] => [
  file("README.md", "# a suite\n"),
  file("package.json", "{}\n"),
  { name: "requirements/", type: "5" },
  file("requirements/2025-11-25.yaml", "server: []\n"),
  file("requirements/2026-07-28.yaml", "server: []\n"),
  { name: "src/", type: "5" },
  file("src/index.ts", "export {};\n"),
  { name: "src/seps/", type: "5" },
  ...Object.entries(seps).map(([name, text]) => file(`src/seps/${name}`, text)),
  file("src/seps/traceability.json", "{}\n"),
  file("src/seps/notes.txt", "not a corpus file\n"),
];

export const DEFAULT_SEPS = {
  "sep-2164.yaml": sepText(2164, ["sep-2164-error-code"]),
  "sep-2575.yaml": sepText(2575, ["sep-2575-server-a", "sep-2575-server-b"]),
};

/** A release from before the corpus moved in. */
export const treeWithoutSeps = (): TarEntry[] => [file("README.md", "# old\n"), file("src/index.ts", "export {};\n")];

export const COMMITS = {
  main: "c321dd32035556e6769d3724a8ee97d87c3faaac",
  old: "1111111111111111111111111111111111111111",
  older: "2222222222222222222222222222222222222222",
  oldest: "3333333333333333333333333333333333333333",
  ancient: "4444444444444444444444444444444444444444",
};
