// The allowed directions between folders hold, and every rule that states one would really stop an offender.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { filesBelow, ROOT } from "./source-files.ts";

interface Rule {
  readonly name: string;
  readonly comment?: string;
  readonly severity: string;
  readonly from: { readonly path?: string };
}

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string; readonly severity: string };
}

const CONFIG = join(ROOT, ".dependency-cruiser.js");
const { default: config } = (await import(pathToFileURL(CONFIG).href)) as { default: { forbidden: readonly Rule[] } };

const cruise = async (folder: string): Promise<{ readonly violations: Violation[]; readonly modules: number }> => {
  const tool = join(ROOT, "node_modules", "dependency-cruiser", "bin", "dependency-cruise.mjs");
  const args = [tool, "--config", CONFIG, "--output-type", "json", "src", "packages/fleet/src"];
  // It exits with the number of violations, which is no failure here.
  const output = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }),
  );
  const { summary } = JSON.parse(output.stdout) as {
    summary: { violations: Violation[]; totalCruised: number };
  };
  return { violations: summary.violations, modules: summary.totalCruised };
};

/** A tree of files that exists for one test. */
const plant = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-boundaries-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const base = { "tsconfig.json": "{}", "package.json": "{}", "packages/fleet/src/own.ts": "export const own = 1;\n" };
  for (const [path, text] of Object.entries({ ...base, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
};

test("all of them hold", async () => {
  const { violations, modules } = await cruise(ROOT);
  expect(violations.map(({ from, rule }) => `${rule.name}: ${from}`)).toEqual([]);
  expect(modules).toBeGreaterThan(50);
});

test("each is an error and says why", () => {
  for (const { comment, severity } of config.forbidden) {
    expect(severity).toBe("error");
    expect(comment).toMatch(/^[a-zA-Z].*\.$/);
  }
});

test("each is about files that exist", () => {
  const paths = [...filesBelow("src"), ...filesBelow("packages/fleet/src")].map(({ path }) => path);
  const about = config.forbidden.filter(({ from }) => !paths.some((path) => new RegExp(from.path ?? "").test(path)));
  expect(about.map(({ name }) => name)).toEqual([]);
});

/** Offenders of the rules that are no plain direction: the file that offends, and the text of all it takes. */
const OFFENDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "only-wire-opens-sockets-and-processes": {
    "src/probe/sockets.ts": 'import { connect } from "node:net";\nexport const a = connect;\n',
  },
  "pure-folders-import-no-node-builtin": {
    "src/report/builtin.ts": 'import { readFileSync } from "node:fs";\nexport const a = readFileSync;\n',
  },
  "fleet-imports-only-itself-and-the-internal-entry": {
    "packages/fleet/src/past-the-entry.ts": 'export { a } from "../../../src/report/printed.ts";\n',
    "src/report/printed.ts": "export const a = 1;\n",
  },
  "mcptest-imports-nothing-of-the-fleet": {
    "src/cli/reaches-over.ts": 'export { own } from "../../packages/fleet/src/own.ts";\n',
  },
  "only-the-fleet-uses-the-internal-entry": {
    "src/library/by-the-entry.ts": 'export { a } from "./internal.ts";\n',
    "src/library/internal.ts": "export const a = 1;\n",
  },
  "pages-of-a-site-are-functions-of-data": {
    "packages/fleet/src/site/pages/reads.ts": 'export { other } from "../../elsewhere/other.ts";\n',
  },
  "nothing-of-a-fleet-imports-its-commands": {
    "packages/fleet/src/runs.ts": 'export { a } from "./commands/a.ts";\n',
    "packages/fleet/src/commands/a.ts": "export const a = 1;\n",
  },
  "only-fleet-knows-databases": {
    "src/features/database.ts": 'export { a } from "pg";\n',
    "node_modules/pg/index.js": "export const a = 1;\n",
    "node_modules/pg/package.json": '{ "name": "pg", "type": "module", "main": "index.js" }\n',
  },
  "suites-are-judged-without-files": {
    "src/suite/judge/files.ts": 'import { readFileSync } from "node:fs";\nexport const a = readFileSync;\n',
  },
  "verifying-needs-nothing-of-node": {
    "src/certificate/verify/builtin.ts": 'import { verify } from "node:crypto";\nexport const a = verify;\n',
  },
  "verifying-does-not-issue": {
    "src/certificate/verify/issues.ts": 'export { a } from "../issuing.ts";\n',
    "src/certificate/issuing.ts": "export const a = 1;\n",
  },
  "judge-reads-captures-only-in-its-core": {
    "src/judge/rules/reads.ts": 'export { a } from "../../capture/reading.ts";\n',
    "src/capture/reading.ts": "export const a = 1;\n",
  },
  "areas-do-not-import-each-other": {
    "src/areas/tools/sideways.ts": 'export { b } from "../prompts/b.ts";\n',
    "src/areas/prompts/b.ts": "export const b = 1;\n",
  },
  "areas-write-facts-with-the-core-alone": {
    "src/areas/tools/reads.ts": 'export { a } from "../../facts/reading.ts";\n',
    "src/facts/reading.ts": "export const a = 1;\n",
  },
  "watching-and-asking-share-only-filing": {
    "src/probe/proxy/asks.ts": 'export { a } from "../conversation/asking.ts";\n',
    "src/probe/conversation/asking.ts": "export const a = 1;\n",
  },
  "an-area-imports-no-other-area": {
    "src/areas/tools/facts/sideways.ts": 'export { a } from "../../prompts/questions.ts";\n',
    "src/areas/prompts/questions.ts": "export const a = 1;\n",
  },
  "judge-names-no-area": {
    "src/judge/rules/names-an-area.ts": 'export { a } from "../../areas/tools/facts/reading.ts";\n',
    "src/areas/tools/facts/reading.ts": "export const a = 1;\n",
  },
  "wire-parts-stand-alone": {
    "src/wire/http/spawns.ts": 'export { a } from "../stdio/spawning.ts";\n',
    "src/wire/stdio/spawning.ts": "export const a = 1;\n",
  },
  "nothing-imports-the-command-line": {
    "src/library/outwards.ts": 'export { a } from "../cli/a.ts";\n',
    "src/cli/a.ts": "export const a = 1;\n",
  },
  "only-the-agent-server-knows-its-tools": {
    "src/features/agent/shared.ts": 'export { tool } from "./tools/tool.ts";\n',
    "src/features/agent/tools/tool.ts": "export const tool = 1;\n",
  },
  "agent-tools-know-no-transport": {
    "src/features/agent/tools/serving.ts": 'export { serve } from "../serve-http.ts";\n',
    "src/features/agent/serve-http.ts": "export const serve = 1;\n",
  },
  "report-views-do-not-import-each-other": {
    "src/report/views/a/sideways.ts": 'export { b } from "../b/b.ts";\n',
    "src/report/views/b/b.ts": "export const b = 1;\n",
  },
  "report-formats-do-not-import-each-other": {
    "src/report/formats/sideways.ts": 'export { b } from "./other.ts";\n',
    "src/report/formats/other.ts": "export const b = 1;\n",
  },
  "no-circular": {
    "src/probe/x.ts": 'import type { Y } from "./y.ts";\nexport interface X { y: Y }\n',
    "src/probe/y.ts": 'import type { X } from "./x.ts";\nexport interface Y { x: X }\n',
  },
  "no-unresolvable": { "src/probe/unresolvable.ts": 'export { a } from "./gone.ts";\n' },
};

/** A rule about one folder, or one inside it, is offended by an import of any folder beside it that it does not name. */
const offendersOf = ({ name, from }: Rule): Readonly<Record<string, string>> => {
  const folder = /^\^((?:src|packages\/fleet\/src)\/[a-z-]+(?:\/[a-z-]+)?)\/$/.exec(from.path ?? "")?.[1];
  const found =
    OFFENDERS[name] ?? (folder ? { [`${folder}/${name.replaceAll("/", "-")}.ts`]: IMPORTS_OTHER } : undefined);
  if (!found) throw new Error(`the rule ${name} has no offender in this test; write one`);
  return found;
};

const OTHER = Object.fromEntries(
  [
    ...["src/", "packages/fleet/src/"],
    ...config.forbidden.flatMap(({ from }) => /^\^(src\/[a-z-]+\/)[a-z-]+\/$/.exec(from.path ?? "")?.[1] ?? []),
  ].map((inside) => [`${inside}elsewhere/other.ts`, "export const other = 1;\n"]),
);
const IMPORTS_OTHER = 'export { other } from "../elsewhere/other.ts";\n';

test("each stops an offender", async () => {
  const all = Object.assign({}, OTHER, ...config.forbidden.map(offendersOf)) as Record<string, string>;
  const { violations } = await cruise(plant(all));
  const stopped = violations.map(({ from, rule }) => `${rule.name}: ${from}`);
  expect(stopped).toEqual(
    expect.arrayContaining(config.forbidden.map((rule) => `${rule.name}: ${Object.keys(offendersOf(rule))[0]}`)),
  );
});

test("every way to a socket or a process is one", async () => {
  const builtins = ["net", "tls", "http", "https", "http2", "dgram", "dns", "dns/promises", "child_process"];
  const spelled = builtins.flatMap((name) => [name, `node:${name}`]);
  const file = (name: string): string => `src/cli/${name.replace(/[^a-z0-9]/g, "-")}.ts`;
  const { violations } = await cruise(
    plant(
      Object.fromEntries(spelled.map((name) => [file(name), `import * as a from "${name}";\nexport const b = a;\n`])),
    ),
  );
  expect(violations.map(({ from, rule }) => `${rule.name}: ${from}`).sort()).toEqual(
    spelled.map((name) => `only-wire-opens-sockets-and-processes: ${file(name)}`).sort(),
  );
});

test("what is allowed is let through", async () => {
  const { violations } = await cruise(
    plant({
      "src/base/a.ts": "export interface A { readonly b: number }\nexport const a = 1;\n",
      "src/wire/socket.ts": 'import { connect } from "node:net";\nexport const open = connect;\n',
      "src/probe/ask.ts":
        'import { a } from "../base/a.ts";\nimport { open } from "../wire/socket.ts";\nexport const ask = [a, open];\n',
      "src/cli/main.ts": 'import { ask } from "../probe/ask.ts";\nexport const main = ask;\n',
    }),
  );
  expect(violations).toEqual([]);
});
