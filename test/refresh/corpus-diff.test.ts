import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { main } from "../../tools/corpus-diff/main.ts";
import { readSnapshot, writeSnapshot } from "../../tools/corpus-diff/snapshot.ts";
import { sepText } from "./upstream-tree.ts";
import { temporaryFolder } from "./world.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const COMMIT = "a".repeat(40);

const MAPPING = `sep-1-server-a:
  role: server
sep-1-server-b:
  role: server
sep-2-client-a:
  role: client
sep-3-x:
  role: server
  extension: true
`;

const SEPS = {
  "sep-1.yaml": sepText(1, ["sep-1-server-a", "sep-1-server-b"]),
  "sep-2.yaml": sepText(2, ["sep-2-client-a"]),
  "sep-3.yaml": sepText(3, ["sep-3-x"], "SHOULD"),
};

interface Place {
  readonly corpus: string;
  run(seps: Record<string, string>, ...flags: string[]): { code: number; out: string; err: string };
}

/** A corpus of ours beside a refreshed one of upstream's. */
const openPlace = (): Place => {
  const folder = temporaryFolder();
  const [corpus, upstream] = [join(folder, "corpus"), join(folder, "upstream", "2026-07-28")];
  mkdirSync(join(corpus, "2026-07-28"), { recursive: true });
  writeFileSync(join(corpus, "mapping.yaml"), MAPPING);
  writeFileSync(join(corpus, "upstream.txt"), "The official suite.\nref: old\ncommit: old\ndate: old\nrest stays\n");
  for (const [name, text] of Object.entries(SEPS)) writeFileSync(join(corpus, "2026-07-28", name), text);
  return {
    corpus,
    run: (seps, ...flags) => {
      rmSync(upstream, { recursive: true, force: true });
      mkdirSync(upstream, { recursive: true });
      for (const [name, text] of Object.entries(seps)) writeFileSync(join(upstream, name), text);
      const note = {
        url: "https://github.com/o/r",
        ref: "main",
        commit: COMMIT,
        version: "2026-07-28",
        fetched_at: "2026-08-10T12:00:00.000Z",
        archive_sha256: "b".repeat(64),
      };
      writeFileSync(join(upstream, "upstream.json"), JSON.stringify(note));
      let [out, err] = ["", ""];
      const code = main(
        ["--upstream", upstream, "--corpus", corpus, ...flags],
        (text) => {
          out += text;
        },
        (text) => {
          err += text;
        },
      );
      return { code, out, err };
    },
  };
};

/** A place whose snapshot is up to date. */
const settled = (): Place => {
  const place = openPlace();
  expect(place.run(SEPS, "--write").code).toBe(0);
  return place;
};

describe("what changed", () => {
  test("nothing: it says so, no boundary moves, and nothing is written", () => {
    const place = settled();
    const before = readFileSync(join(place.corpus, "upstream-rows.txt"), "utf8");
    // Another line break is no other text.
    const folded = SEPS["sep-1.yaml"].replace("do sep-1-server-a", "do\n      sep-1-server-a");
    rmSync(join(place.corpus, "upstream.txt"));
    const { code, out } = place.run({ ...SEPS, "sep-1.yaml": folded }, "--write");
    expect(code).toBe(0);
    expect(out).toContain("No row changed (4 checks).");
    expect(out).toContain("No: nothing that binds a server changed.");
    expect(readFileSync(join(place.corpus, "upstream-rows.txt"), "utf8")).toBe(before);
    expect(existsSync(join(place.corpus, "upstream.txt"))).toBe(false);
  });

  test("added, removed, changed level and changed text are told apart", () => {
    const { out } = settled().run({
      "sep-1.yaml": sepText(1, ["sep-1-server-a"], "SHOULD"),
      "sep-2.yaml": SEPS["sep-2.yaml"].replace("A server MUST", "Each server MUST"),
      "sep-4.yaml": sepText(4, ["sep-4-server-new", "sep-4-odd"]),
    });
    expect(out).toContain("2 added, 2 removed, 2 changed, 0 unchanged.");
    const link = (sep: number) => `[${sep}](https://github.com/o/r/blob/${COMMIT}/src/seps/sep-${sep}.yaml)`;
    expect(out).toContain(`| \`sep-4-server-new\` | ${link(4)} | MUST | server | not in mapping.yaml |`);
    expect(out).toContain(`| \`sep-4-odd\` | ${link(4)} | MUST | unknown | not in mapping.yaml |`);
    expect(out).toContain(`| \`sep-1-server-b\` | ${link(1)} | MUST | server |  |`);
    expect(out).toContain(`| \`sep-3-x\` | ${link(3)} | SHOULD | server | extension |`);
    expect(out).toContain(
      `| \`sep-1-server-a\` | ${link(1)} | SHOULD | server | MUST became SHOULD; its text changed |`,
    );
    expect(out).toContain(`| \`sep-2-client-a\` | ${link(2)} | MUST | client | its text changed |`);
    expect(out).toContain("SEP-3: 0 new or reworded, 1 gone");
    expect(out).toContain("SEP-4: 1 new or reworded, 0 gone");
    expect(out).toContain("To be written in conformance-corpus/2026-07-28");
    expect(out).toContain("- `sep-4-odd`");
    expect(out).toContain("In our corpus and no longer upstream");
    // Upstream's sentences stay upstream.
    expect(out).not.toContain("Each server");
    expect(out).not.toContain("do sep-4-odd");
  });
});

describe("whether a tier boundary could move", () => {
  const verdict = (seps: Record<string, string>): string => {
    const { out } = settled().run(seps);
    return out.slice(
      out.indexOf("## Could a tier boundary move?"),
      out.indexOf("\n## ", out.indexOf("boundary move?")),
    );
  };

  test("not through rows that bind only clients", () => {
    const text = verdict({ ...SEPS, "sep-2.yaml": sepText(2, ["sep-2-client-a", "sep-2-client-b"], "SHOULD") });
    expect(text).toContain("No: nothing that binds a server changed.");
  });

  test("through a new MUST, also one that nobody can place yet", () => {
    expect(verdict({ ...SEPS, "sep-4.yaml": sepText(4, ["sep-4-server-new", "sep-4-odd"]) })).toContain(
      "2 rows new MUST: a server that fails one gets F",
    );
  });

  test("through a MUST that is gone", () => {
    expect(verdict({ ...SEPS, "sep-1.yaml": sepText(1, ["sep-1-server-a"]) })).toContain("1 row MUST gone");
  });

  test("through the number of SHOULD rows, with what T1 and T2 then need", () => {
    const more = Array.from({ length: 20 }, (_, index) => `sep-4-server-${index}`);
    expect(verdict({ ...SEPS, "sep-4.yaml": sepText(4, more, "SHOULD") })).toContain(
      "0 → 20; where all are exercised T1 needs 0 of 0 → 19 of 20, T2 0 of 0 → 14 of 20",
    );
  });

  test("through a new wording and through a row without a keyword", () => {
    const text = verdict({
      ...SEPS,
      "sep-1.yaml": SEPS["sep-1.yaml"].replace("do sep-1-server-a", "really do sep-1-server-a"),
      "sep-4.yaml": sepText(4, ["sep-4-server-new"], "ought to"),
    });
    expect(text).toContain("1 row with another text");
    expect(text).toContain("1 row new, without a keyword");
  });
});

test("--write keeps the digests and the place they come from, --out the report", () => {
  const place = settled();
  const rows = readFileSync(join(place.corpus, "upstream-rows.txt"), "utf8");
  expect(rows).not.toContain("A server");
  expect(writeSnapshot(readSnapshot(rows, "x"))).toBe(rows);
  expect(readFileSync(join(place.corpus, "upstream.txt"), "utf8")).toBe(
    `The official suite.\nref: main\ncommit: ${COMMIT}\ndate: 2026-08-10\nrest stays\n`,
  );
  const report = join(place.corpus, "report.md");
  expect(place.run(SEPS, "--out", report)).toEqual({ code: 0, out: "", err: "" });
  expect(readFileSync(report, "utf8")).toContain("No row changed");
});

test("what cannot be compared is one line and exit code 1", () => {
  const place = settled();
  expect(place.run({})).toMatchObject({ code: 1, err: expect.stringContaining("holds no SEP files") });
  expect(place.run({ "sep-1.yaml": "sep: [" })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/sep-1\.yaml:1:\d+/),
  });
  writeFileSync(join(place.corpus, "upstream-rows.txt"), "what is this\n");
  expect(place.run(SEPS)).toMatchObject({ code: 1, err: expect.stringContaining("upstream-rows.txt:1:") });
  let err = "";
  const fail = (args: string[]): number =>
    main(
      args,
      () => {},
      (text) => {
        err = text;
      },
    );
  expect(fail([])).toBe(1);
  expect(err).toContain("--upstream is missing");
  expect(fail(["--upstream", join(place.corpus, "none")])).toBe(1);
  expect(fail(["--bogus"])).toBe(1);
  expect(err.trim().split("\n")).toHaveLength(1);
});

test("our own corpus has a row for every upstream check that was last seen, and no other", () => {
  const folder = temporaryFolder();
  cpSync(join(ROOT, "conformance-corpus"), folder, { recursive: true });
  const path = join(folder, "upstream-rows.txt");
  const snapshot = readSnapshot(readFileSync(path, "utf8"), path);
  const own = join(folder, snapshot.version);
  const note = { ...snapshot, checks: undefined, exclusions: undefined, fetched_at: snapshot.date };
  writeFileSync(join(own, "upstream.json"), JSON.stringify(note));
  let out = "";
  const code = main(
    ["--upstream", own, "--corpus", folder],
    (text) => {
      out += text;
    },
    () => {},
  );
  expect(code).toBe(0);
  // The texts are ours, so every row differs; the ids must not.
  expect(out).toMatch(/\b0 added, 0 removed, /);
  expect(out).not.toContain("To be written");
  expect(out).not.toContain("no longer upstream");
});
