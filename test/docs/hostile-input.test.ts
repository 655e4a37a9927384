// docs/hostile-input.md is made from the tables of hostile cases (npm run docs).

import { test } from "vitest";
import { countFamilies } from "../hostile/families.ts";
import { expectDocument } from "./document.ts";

const PAGE = `# Hostile input

mcptest talks to servers that nobody vouches for and reads files of strangers. [SECURITY.md](../SECURITY.md) says what holds. This page
counts what is tried; \`npm run docs\` makes it from the tests.

Every case that runs against a server or a process ends under one oracle (\`test/hostile/oracle.ts\`):

- It ends in a time that its limits bound, and its memory does not grow by 200 MB.
- No socket, timer, pipe or process is left.
- The capture is saved and read again as the same bytes, in both forms, and no secret that was handed to the server stands in it.
- It is judged twice with the same bytes, no rule breaks down over it, and nobody is blamed by an error of ours.
- What is printed of it holds nothing that steers a terminal, and its page has no script, no image, no form and no link but to the web.
- Where addresses matter, the ones that were dialled are counted.

The oracle is tested too: each of its checks fails on what it is there to find (\`test/hostile/oracle.test.ts\`).

| family | cases | against something that runs | where |
|---|---|---|---|
ROWS

A case that reads a table of rows counts each row where the table can be counted, and as one otherwise.

## New ones

\`npm run fuzz -- --minutes 15\` changes what the tests know: captures, results, certificates, suites, baselines, corpora, rows and
registries of rules, core checks, policies, client configuration files, and what servers of both eras answer over both transports. Most changes keep the
structure and put something odd into one place of it; some cut and bend the text. Nothing may come of them but results and errors of one
clear line; a changed certificate must not verify, and a capture must stay what it is when it is saved and read.

It prints a seed and counts. \`--seed\` repeats a run, \`--area\` and \`--case\` one case of it; a case that never ends is named too. What was
found and mended is kept in \`test/fuzz/finds.ts\`. A short run with one seed is part of the tests.
`;

test("docs/hostile-input.md", () => {
  const rows = countFamilies().map(
    ({ name, cases, live, files }) =>
      `| ${name} | ${cases} | ${live ? "yes" : ""} | ${files.map((file) => `\`${file}\``).join(", ")} |`,
  );
  expectDocument("docs/hostile-input.md", PAGE.replace("ROWS", rows.join("\n")));
});
