// What is read from the pages of the specification's repository, as they are written and as they could be.

import fc from "fast-check";
import { expect, test } from "vitest";
import { readDeprecatedPage, readProposal } from "../../src/judge/corpus/upstream-pages.ts";

const PAGE = `---
title: Deprecated Features
---

A table in the introduction is not meant:

## Deprecated

| Feature | Deprecation SEP | Deprecated in | Migration path | Earliest removal |
| ------- | --------------- | ------------- | -------------- | ---------------- |
| [Roots](/client/roots) | [SEP-2577](https://example.org/2577) | \`2026-07-28\` | Pass **paths** | First revision released on or after 2027-07-28 |
| \`includeContext: "a"\` ([Sampling](/x#y)) | [PR #2858](https://example.org/2858) | \`2025-11-25\` | Omit it | Follows Sampling |

## Removed

| Feature | Deprecated in | Earliest removal |
| ------- | ------------- | ---------------- |
| Gone | \`2024-11-05\` | 2025-01-01 |
`;

test("the table below the heading is read, links and marks as plain text", () => {
  expect(readDeprecatedPage(PAGE)).toEqual([
    { feature: "Roots", since: "2026-07-28", removable_from: "2027-07-28", sep: 2577 },
    { feature: 'includeContext: "a" (Sampling)', since: "2025-11-25" },
  ]);
});

test.each([
  ["an empty page", ""],
  ["no heading", PAGE.replace("## Deprecated", "## Old things")],
  ["no table below it", "## Deprecated\n\nNothing.\n\n## Removed\n\n| Feature |\n|---|\n| x |"],
  ["other columns", "## Deprecated\n\n| What | When |\n|---|---|\n| Roots | now |"],
])("%s is no list, and not an empty one", (_shows, page) => {
  expect(readDeprecatedPage(page)).toBeUndefined();
});

test("a heading with a table of no rows says that nothing is deprecated", () => {
  expect(readDeprecatedPage(PAGE.replace(/^\| (?:\[Roots\]|`include).*\n/gm, ""))).toEqual([]);
});

const PROPOSAL = `# SEP-2663: Tasks \`Extension\`

- **Status**: Accepted
- **Type**: Extensions Track
- **Created**: 2026-04-27

## Abstract

- **Status**: Rejected
`;

test("a proposal is its title and the list at its top", () => {
  expect(readProposal(PROPOSAL)).toEqual({
    number: 2663,
    title: "Tasks Extension",
    status: "Accepted",
    type: "Extensions Track",
    created: "2026-04-27",
  });
  expect(readProposal("# How to write a SEP\n")).toBeUndefined();
  expect(readProposal("# SEP-1: Without a status\n")).toBeUndefined();
});

test("whatever the pages say, nothing throws", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.constantFrom("|", "## Deprecated", "\n", "Feature", "---", "[a](b)")),
      (text, parts) => {
        const page = parts.join(text);
        expect(() => [readDeprecatedPage(page), readProposal(page)]).not.toThrow();
      },
    ),
  );
});
