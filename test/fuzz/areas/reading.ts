// Everything that is read from files: captures, results, certificates, suites, baselines, corpora, policies, client configuration files.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CaptureError } from "../../../src/capture/capture-error.ts";
import { readCaptures } from "../../../src/capture/read.ts";
import { toJson, toJsonLines } from "../../../src/capture/serialize.ts";
import { PolicyError, readPolicy } from "../../../src/certificate/read-policy.ts";
import { verifyCertificate } from "../../../src/certificate/verify/verify-certificate.ts";
import { parseJsonc } from "../../../src/cli/target/jsonc.ts";
import { resolveTarget } from "../../../src/cli/target/target-options.ts";
import { UsageError } from "../../../src/cli/usage-error.ts";
import { readCoreFile } from "../../../src/judge/corpus/core-rows.ts";
import { CorpusError } from "../../../src/judge/corpus/corpus.ts";
import { readRegistryFile } from "../../../src/judge/corpus/read-registry.ts";
import { RowError, readCorpusFile } from "../../../src/judge/corpus/read-rows.ts";
import { sepCorpus } from "../../../src/judge/corpus/sep-corpus.ts";
import { readSep } from "../../../src/judge/corpus/sep-file.ts";
import { readYaml, YamlError } from "../../../src/judge/corpus-files/read-yaml.ts";
import { judge } from "../../../src/library/judge.ts";
import { RESULT_FORMATS, renderResult } from "../../../src/report/render-result.ts";
import { readResult } from "../../../src/scores/result/read-result.ts";
import type { Result } from "../../../src/scores/result/result.ts";
import { readBaseline } from "../../../src/suite/parse/baseline-file.ts";
import { openRuleBook } from "../../../src/suite/parse/load-own-rules.ts";
import { parseSuite } from "../../../src/suite/parse/parse-suite.ts";
import { SuiteError } from "../../../src/suite/problem.ts";
import { CANARY } from "../../hostile/canaries.ts";
import { checkPrintable } from "../../hostile/oracle.ts";
import { type Area, readingArea } from "../area.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const textsIn = (folder: string, wanted: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => wanted.test(name))
    .sort()
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8"));

/** A session as the first documents of the format had it: nothing but what was said. */
const MINIMAL = JSON.stringify({
  server_label: "minimal",
  server_capabilities: { tools: {}, resources: { subscribe: true } },
  exchanges: [
    {
      request: {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {} },
      },
      response: {
        jsonrpc: "2.0",
        id: 1,
        result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "m", version: "1" } },
      },
    },
    { request: { jsonrpc: "2.0", method: "notifications/initialized" } },
    {
      request: { jsonrpc: "2.0", id: 2, method: "tools/list" },
      response: { jsonrpc: "2.0", id: 2, result: { tools: [{ name: "a", inputSchema: { type: "object" } }] } },
    },
    {
      request: { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "a", arguments: {} } },
      response: { jsonrpc: "2.0", id: 3, error: { code: -32603, message: "boom" } },
    },
  ],
});

const SMALL_CAPTURES = /^(?:eslint|commands|rust)-(?:stdio|http)\.json$/;

const captureTexts = (): string[] => {
  const recorded = textsIn("test/captures/real", SMALL_CAPTURES);
  const lines = recorded.flatMap((text) => readCaptures(text, "sample").sessions.map(toJsonLines));
  return [MINIMAL, MINIMAL, ...recorded, ...lines];
};

/** No rule breaks down over what was read, and every report can be written and shown. */
export const checkResult = (result: Result): void => {
  const broken = result.verdicts.filter(({ state }) => state === "error");
  if (broken.length > 0) throw new Error(`rules broke down: ${JSON.stringify(broken.slice(0, 2))}`);
  for (const format of RESULT_FORMATS) {
    const text = renderResult(result, format, { color: false, width: 80 });
    if (format === "pretty") checkPrintable(text);
    if (format === "html" && /<script/i.test(text)) throw new Error("a script in the page");
    if (format === "json") JSON.parse(text);
    for (const secret of Object.values(CANARY)) if (text.includes(secret)) throw new Error(`${secret} in ${format}`);
  }
};

const captures = readingArea(
  "captures",
  captureTexts,
  async (text) => {
    for (const session of readCaptures(text, "capture").sessions) {
      const saved = toJson(session);
      const [again] = readCaptures(saved, "again").sessions;
      if (!again || toJson(again) !== saved) throw new Error("a capture that changes when it is saved and read");
      checkResult(await judge(session));
    }
  },
  (error) => error instanceof CaptureError,
);

let results: string[] | undefined;

/** Made once, from two small sessions. */
export const prepareResults = async (): Promise<void> => {
  results ??= await Promise.all(
    [MINIMAL, ...textsIn("test/captures/real", /^eslint-stdio\.json$/)].map(async (text) =>
      JSON.stringify(await judge(text)),
    ),
  );
};

const savedResults = readingArea(
  "results",
  () => results ?? [],
  (text) => checkRead(readResult(text, "result")),
  (error) => error instanceof CaptureError,
);

/** What was saved may hold a verdict in state error; it must only be shown. */
const checkRead = (result: Result): void => {
  for (const format of RESULT_FORMATS) {
    const text = renderResult(result, format, { color: false, width: 80 });
    if (format === "pretty") checkPrintable(text);
    if (format === "html" && /<script/i.test(text)) throw new Error("a script in the page");
  }
};

const certificates = readingArea(
  "certificates",
  () => textsIn("test/certificates", /certificate\.json$/),
  async (text, original) => {
    const found = await verifyCertificate(text, { at: "2026-11-01T00:00:00Z", bare: true });
    // Whoever has no key can change nothing that counts.
    if (found.valid && signed(text) !== signed(original)) throw new Error("an altered certificate is valid");
  },
  () => false,
);

const signed = (text: string): string => {
  const { canonical_json, signature } = JSON.parse(text) as { canonical_json: unknown; signature: unknown };
  return JSON.stringify([canonical_json, signature]);
};

const book = openRuleBook();

const suites = readingArea(
  "suites",
  () => [...textsIn("examples", /\.ya?ml$/), ...textsIn("docs", /suites\.md$/).flatMap(blocksOf)],
  async (text) => void (await parseSuite(text, "s.yaml", { env: { TOKEN: CANARY.env }, folder: "/suites", book })),
  isSuiteError,
);

const blocksOf = (page: string): string[] =>
  [...page.matchAll(/^```yaml[^\n]*\n([\s\S]*?)^```/gm)].map(([, text = ""]) => text);

function isSuiteError(error: unknown): boolean {
  return error instanceof SuiteError && error.lines.every((line) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(line));
}

const baselines = readingArea(
  "baselines",
  () => ["server:\n  - PROTO-002\n  - rule_id: TOOL-001\n    reason: known\n", "server: []\n"],
  (text) => void readBaseline(text, "b.yaml"),
  isSuiteError,
);

const isYamlError = (error: unknown): boolean => error instanceof YamlError || error instanceof CorpusError;

const SEPS = (): string[] => textsIn("conformance-corpus", /sep-\d+\.yaml$/);

const corpora = readingArea(
  "corpora",
  SEPS,
  (text) => {
    const sep = readYaml(text, "sep-1034.yaml", readSep);
    sepCorpus("2025-11-25", { kind: "path", path: "corpus" } as never, [{ name: "sep-1034.yaml", sep }]);
  },
  isYamlError,
);

const rows = readingArea(
  "rows of rules",
  () => textsIn("compliance", /^v2024-11-05\/[a-z]+\.yaml$/).filter((text) => text.length < 30_000),
  (text) => void readYaml(text, "rows.yaml", readCorpusFile),
  isYamlError,
);

const registries = readingArea(
  "registries of rules",
  () => textsIn("compliance/registry", /\.yaml$/).filter((text) => text.length < 60_000),
  (text) => void readYaml(text, "registry.yaml", readRegistryFile),
  isYamlError,
);

const core = readingArea(
  "core checks",
  () => textsIn("conformance-corpus/core", /\.yaml$/),
  (text) => void readYaml(text, "core.yaml", readCoreFile),
  isYamlError,
);

const policies = readingArea(
  "policies",
  () => textsIn("test/certificates", /policy\.yaml$/),
  (text) =>
    void readYaml(text, "policy.yaml", (value) => {
      try {
        return readPolicy(value);
      } catch (error) {
        if (error instanceof PolicyError) throw new RowError(error.path, error.message);
        throw error;
      }
    }),
  isYamlError,
);

const DOLLAR = "$";

const CONFIGURATIONS: readonly string[] = [
  `{"mcpServers":{"a":{"command":"node","args":["x.js"],"env":{"A":"1","B":"${DOLLAR}{env:HOME}"},"cwd":"."},"b":{"url":"https://mcp.example/mcp","headers":{"Authorization":"Bearer ${DOLLAR}{env:TOKEN}"}}}}`,
  `// VS Code\n{"inputs":[{"id":"token","type":"promptString","default":"d"}],"servers":{"a":{"type":"stdio","command":"npx","args":["-y","x","${DOLLAR}{workspaceFolder}"],"envFile":"${DOLLAR}{workspaceFolder}/.env"},"b":{"type":"http","url":"http://127.0.0.1:1/mcp",},}}`,
  '{"mcp":{"servers":{"a":{"command":"uvx x --y","disabled":true},"b":{"type":"sse","url":"https://mcp.example/sse"}}}}',
];

const configurations = readingArea(
  "client configuration files",
  () => CONFIGURATIONS,
  (text) => {
    const system = { env: { HOME: "/home/x", TOKEN: CANARY.env }, cwd: "/work", readFile: () => text, parseJsonc };
    const name = [undefined, "a", "b"][text.length % 3];
    resolveTarget({ mcpConfig: "mcp.json", name }, system);
  },
  (error) => error instanceof UsageError && !error.message.includes(CANARY.env),
);

export const READING_AREAS: readonly Area[] = [
  captures,
  savedResults,
  certificates,
  suites,
  baselines,
  corpora,
  rows,
  registries,
  core,
  policies,
  configurations,
];
