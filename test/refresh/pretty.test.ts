import { expect, test } from "vitest";
import type { CorpusRefresh } from "../../src/features/refresh/corpus-refresh.ts";
import { refreshView, refreshWarnings } from "../../src/features/refresh/view.ts";
import { render } from "../../src/report/render.ts";

const renderRefresh = (refresh: CorpusRefresh): string => render(refreshView, refresh, "pretty");

const REFRESH: CorpusRefresh = {
  version: "2026-07-28",
  version_reason: "requirements",
  url: "https://host/o/r",
  source_path: "src/seps",
  ref: "v2.0.0",
  ref_reason: { kind: "newest-tag", without: ["v2.0.1"] },
  commit: "c".repeat(40),
  archive_sha256: "d".repeat(64),
  destination: "/cache/2026-07-28",
  dry_run: false,
  added: ["sep-1.yaml"],
  removed: [],
  changed: ["sep-2.yaml"],
  unchanged: ["sep-3.yaml"],
  skipped: [],
  notes: [],
};

test("the whole screen", () => {
  expect(renderRefresh(REFRESH)).toBe(`source   https://host/o/r, src/seps
pinned   v2.0.0 at cccccccccccc
         the newest tag that has src/seps; not in v2.0.1
revision 2026-07-28 (the latest date in upstream's requirements/)
folder   /cache/2026-07-28

1 added
  sep-1.yaml
0 removed
1 changed
  sep-2.yaml
1 unchanged

3 files written
`);
});

test.each([
  [{ kind: "asked-for" }, "given with --ref"],
  [{ kind: "archive" }, "--url names the archive itself"],
  [{ kind: "newest-tag", without: [] }, "the newest tag that has src/seps\n"],
  [{ kind: "default-branch", without: [], tags: 0 }, "the repository has no tags"],
  [{ kind: "default-branch", without: ["a", "b"], tags: 2 }, "no src/seps in the tags a, b"],
  [{ kind: "default-branch", without: ["a", "b", "c"], tags: 9 }, "no src/seps in the newest tags a, b, c"],
] as const)("%j says why", (reason, words) => {
  expect(renderRefresh({ ...REFRESH, ref_reason: reason })).toContain(words);
});

test("an archive is known by its digest; a dry run says that it was one", () => {
  const { ref: _ref, ...archive } = REFRESH;
  const text = renderRefresh({ ...archive, dry_run: true, version_reason: "asked-for" });
  expect(text).toContain(`pinned   archive sha256 ${"d".repeat(64)}, commit cccccccccccc`);
  expect(text).toContain("(--target-version)");
  expect(text).toContain("dry run: nothing was written");
});

test("names of the host's cannot steer a terminal, and a thousand of them are counted", () => {
  const hostile = "\x1b[2J\nmcptest: all fine\u202e";
  const many = Array.from({ length: 1_000 }, (_, index) => `${hostile}${index}`);
  const refresh = { ...REFRESH, ref: hostile, url: hostile, added: many, notes: [hostile] };
  const skipped = many.map((name) => ({ name, why: "a link" }));
  const text = [renderRefresh(refresh), ...refreshWarnings({ ...refresh, skipped })].join("\n");
  expect(text).not.toMatch(/[^\P{C}\n]/u);
  expect(text).toContain("and 980 more");
  expect(text).toContain("skipped 980 more entries");
  expect(text.split("\n").length).toBeLessThan(70);
  expect(text.split("\n").some((line) => line.startsWith("mcptest:"))).toBe(false);
});
