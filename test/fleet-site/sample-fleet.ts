// A fleet made up from a seed: any number of servers in every state, for looking at the site without asking anybody.

import { createHash } from "node:crypto";
import { pickByShare, randomOf } from "../../bench/fleet/farm/random.js";
import type { FleetChange } from "../../packages/fleet/src/model/change.ts";
import type { DirectoryEntry, HistoryEntry, NamedChange } from "../../packages/fleet/src/model/directory.ts";
import type { FleetFinding, FleetResult, ResultSummary } from "../../packages/fleet/src/model/result.ts";
import type { FleetState } from "../../packages/fleet/src/model/state.ts";
import type { ListedTarget } from "../../packages/fleet/src/model/target.ts";
import type { Site, SiteSource } from "../../packages/fleet/src/site/site-data.ts";
import type { Grade } from "../../src/judge/grade.ts";

export const SAMPLE_SITE: Site = { title: "Harbour directory", madeAt: "2026-11-18T08:00:00.000Z", version: "0.1.0" };

const WORDS = ["harbour", "lantern", "meadow", "orchard", "quarry", "ridge", "summit", "thicket", "violet", "willow"];
const TRADES = [
  "weather",
  "invoices",
  "tickets",
  "search",
  "files",
  "calendar",
  "maps",
  "metrics",
  "notes",
  "payments",
];
const SDKS = {
  "typescript-1": ["TypeScript SDK", "1.20.2 to 1.24.0"],
  python: ["Python SDK", "1.21.0"],
  fastmcp: ["FastMCP", "2.13.1"],
  go: ["Go SDK", "1.1.0"],
  "": ["", ""],
} as const;
const FINDINGS: readonly FleetFinding[] = [
  {
    kind: "rule",
    id: "HTTP-005",
    level: "MUST",
    title: "Requests of a foreign origin are refused with 403",
    expected: "HTTP 403",
    actual: "HTTP 200",
    items: 1,
    origin: "sdk",
  },
  {
    kind: "rule",
    id: "TOOL-027",
    level: "SHOULD",
    title: "Structured content also stands in a text block",
    expected: "a text block with the same JSON",
    actual: "text blocks that hold something else",
    item: "get_invoice",
    items: 2,
  },
  {
    kind: "rule",
    id: "PROTO-021",
    level: "MUST",
    title: "An unknown method is answered with -32601",
    expected: "error -32601",
    actual: 'error -32603 ("cannot handle mcptest/no-such-method")',
    items: 1,
  },
  {
    kind: "rule",
    id: "PAGE-012",
    level: "SHOULD",
    title: "An unknown cursor is refused",
    advisory: true,
    actual: "the result",
    items: 1,
  },
  {
    kind: "tool",
    id: "WORK-002",
    level: "error",
    title: "A tool that reads works with arguments that fit its schema",
    item: "read_page",
    actual: "upstream responded with 502",
    items: 1,
  },
  { kind: "rule", id: "TOOL-005", level: "SHOULD", title: "A tool has a description", item: "add", items: 3 },
  {
    kind: "rule",
    id: "HTTP-041",
    level: "MUST",
    title: "A request without a session is refused with 400",
    actual: "HTTP 200",
    items: 1,
  },
];
const STATES = {
  reachable: 0.72,
  dead: 0.1,
  hanging: 0.05,
  walled: 0.06,
  "rate-limited": 0.02,
  "not-mcp": 0.02,
  "package-only": 0.02,
  "": 0.01,
};
const GRADES = { "A+": 0.22, A: 0.3, B: 0.22, C: 0.12, D: 0.06, F: 0.03, "": 0.05 };

const DAY = 86_400_000;
const NOW = Date.parse("2026-11-17T00:00:00Z");

/** `say` changes every text that is somebody else's: what a hostile server would send. */
export const sampleServer = (index: number, say: (text: string) => string = (text) => text): DirectoryEntry => {
  const random = randomOf(index + 1);
  const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const id = createHash("sha256").update(`sample ${index}`).digest("hex").slice(0, 16);
  const own = `${of(WORDS)}-${of(TRADES)}`;
  const url = `https://${own}.example.com/mcp/${index}`;
  const state = (pickByShare(random, STATES) || null) as FleetState | null;
  const grade = (pickByShare(random, GRADES) || null) as Grade | null;
  const sdk = of(Object.entries(SDKS));
  const findings = grade === "A+" ? [] : FINDINGS.filter(() => random() < (grade === "A" ? 0.25 : 0.5));
  const summary: ResultSummary = {
    server: { name: say(own), version: "1.4.2", title: null },
    transport: "streamable-http",
    era: "stateful",
    outcome: "complete",
    blocked: state === "reachable" || state === null ? null : say(`"${url}" answered with HTTP 503`),
    speaks: ["2025-03-26", "2025-06-18"],
    sdk: sdk[0] === "" ? null : { id: sdk[0], name: sdk[1][0], versions: sdk[1][1] },
    score: 97.2,
    gradeYours: grade === "B" ? "A" : grade,
    discoverability: { grade: "A", passes: 10, of: 10 },
    lanes: {
      compliance: {
        state: grade === "A+" || grade === "A" ? "pass" : "fail",
        summary: "148 passed, 2 failed",
        counts: {},
      },
      tools: { state: "pass", summary: "5 tools, 3 called, all work", counts: {} },
      conformance: { state: "warn", summary: "SHOULD 83 % (5/6)", counts: {} },
      discoverability: { state: "pass", summary: "10 of 10 criteria", counts: {} },
      safety: { state: "pass", summary: "nothing attacks its reader", counts: {} },
      accepted: { state: "warn", summary: "by 9 of 11 consumers", counts: {} },
      tokens: { state: "pass", summary: "1,204 tokens", counts: {} },
      upgrade: { state: "none", summary: "2 rules break in 2026-07-28", counts: {} },
    },
    counts: { passed: 148, failed: findings.length, failedMust: 1, inconclusive: 3 },
    findings: findings.map((finding) => ({
      ...finding,
      ...(finding.actual ? { actual: say(finding.actual) } : {}),
      ...(finding.item ? { item: say(finding.item) } : {}),
    })),
    findingsLeftOut: 0,
    offers: {
      tools: 2 + Math.floor(random() * 20),
      prompts: Math.floor(random() * 3),
      resources: Math.floor(random() * 4),
    },
    tokens: 400 + Math.floor(random() * 4_000),
  };
  const revision = of(["2025-03-26", "2025-06-18", "2025-06-18", "2025-11-25", "2025-11-25", "2026-07-28"]);
  const reached: FleetResult = {
    ...{ target: id, run: 12, at: new Date(NOW), ms: 900, state: "reachable", reason: null, revision, grade },
    ...{ tier: 2, partial: false, capture: null, surface: null, judgedBy: "0.1.0", summary },
  };
  const target: ListedTarget = {
    id,
    name: random() < 0.6 ? say(`${own.replace("-", " ")} ${index}`) : null,
    address: { kind: "http", url: say(url) },
    host: `${own}.example.com`,
    source: "servers.txt",
    addedAt: new Date(NOW - 90 * DAY),
    state,
    since: state === null ? null : new Date(NOW - Math.floor(random() * 60) * DAY),
    nextAt: new Date(NOW + DAY),
    optedOut: false,
    latest: state === null ? null : state === "reachable" ? reached : { ...reached, state, grade: null },
    reached: state === null || state === "package-only" ? null : reached,
  };
  const history = Array.from({ length: state === null ? 0 : 12 }, (_, age): HistoryEntry => {
    const was = age > 3 && random() < 0.15;
    return {
      run: 12 - age,
      at: new Date(NOW - age * 7 * DAY),
      state: was ? "dead" : (state ?? "dead"),
      grade: state === "reachable" && !was ? (age > 6 ? "C" : grade) : null,
      tier: 2,
      revision,
    };
  });
  const changes = history.length > 0 && random() < 0.3 ? sampleChanges(id, grade, say) : [];
  const certificate =
    state === "reachable" && (grade === "A+" || grade === "A") && random() < 0.5
      ? {
          ...{ target: id, run: 12, issuedAt: new Date(NOW), expiresAt: new Date(NOW + 60 * DAY), grade: "A" },
          ...{ text: '{"signature":"","canonical_json":"{}","signed_by":""}\n', revokedAt: null, revocation: null },
        }
      : null;
  return { target, history, changes, certificate };
};

const sampleChanges = (target: string, grade: Grade | null, say: (text: string) => string): readonly FleetChange[] => [
  { target, run: 12, at: new Date(NOW), kind: "grade", before: "C", after: grade, detail: {} },
  {
    ...{ target, run: 12, at: new Date(NOW), kind: "surface", before: "aa", after: "bb" },
    detail: {
      classes: { breaking: 1, meaning: 1, cosmetic: 2 },
      changes: [
        { class: "breaking", part: "tool", name: say("delete_ticket"), what: "is gone" },
        { class: "meaning", part: "tool", name: say("list_tickets"), what: "has another description" },
      ],
    },
  },
  { target, run: 8, at: new Date(NOW - 28 * DAY), kind: "state", before: "dead", after: "reachable", detail: {} },
];

export const sampleSource = (servers: number, say?: (text: string) => string): SiteSource => ({
  async *entries() {
    for (let index = 0; index < servers; index += 1) yield sampleServer(index, say);
  },
  async changes(most) {
    const all: NamedChange[] = [];
    for (let index = 0; index < Math.min(servers, 2_000) && all.length < most; index += 1) {
      const { target, changes } = sampleServer(index, say);
      all.push(...changes.map((change) => ({ ...change, name: target.name ?? target.host })));
    }
    return all.sort((left, right) => right.at.getTime() - left.at.getTime()).slice(0, most);
  },
  async runs() {
    return [
      { id: 12, startedAt: new Date(NOW), finishedAt: new Date(NOW + 3_600_000), queued: servers, done: servers },
    ];
  },
});
