// The tier of clients: which rows bind them, which rules decide those, and what is said where nothing was seen.

import { describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { LEVELS } from "../../src/judge/core/rule.ts";
import { clientCore } from "../../src/judge/corpus/client-core.ts";
import { isClientRule } from "../../src/judge/corpus/rule-id.ts";
import { mappedChecks } from "../../src/judge/corpus/sep-checks.ts";
import { RELEASED_VERSIONS } from "../../src/judge/corpus/sep-versions.ts";
import { embeddedMapping } from "../../src/judge/corpus-files/conformance-embedded.ts";
import { embeddedClientRuleset, embeddedClientTexts } from "../../src/judge/corpus-files/embedded.ts";
import { resolveConformance } from "../../src/judge/corpus-files/resolve-conformance.ts";
import { render } from "../../src/report/render.ts";
import { REPORT_FORMATS } from "../../src/report/report-format.ts";
import { conformanceView } from "../../src/report/views/conformance/view.ts";
import { judgeConformance } from "../../src/scores/conformance/judge-conformance.ts";

const MAPPING = await embeddedMapping();
const CORPORA = resolveConformance({});
const TEXTS = embeddedClientTexts();
const TOOL = { name: "mcptest", version: "0.0.0" };

const score = async (capture: Capture, version?: string) => {
  const result = await judgeConformance(capture, {
    role: "client",
    tool: TOOL,
    corpora: CORPORA,
    mapping: MAPPING,
    version,
  });
  if (!result) throw new Error("no corpus");
  return result;
};

/** A handshake and a call over stdio, as a recording through `record --proxy` holds it. */
const session = (said: { readonly version?: string; readonly info?: object } = {}): Capture => {
  const version = said.version ?? "2025-11-25";
  const clientInfo = said.info ?? { name: "little-client", version: "1.0.0" };
  const sent = [
    { id: 1, method: "initialize", params: { protocolVersion: version, capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list", params: {} },
  ];
  const answers = [
    { protocolVersion: version, capabilities: { tools: {} }, serverInfo: { name: "a-server", version: "1.0.0" } },
    undefined,
    { tools: [] },
  ];
  return {
    format: "mcptest-capture/1",
    server_label: "a recorded session",
    server_capabilities: { tools: {} },
    transport: "stdio",
    outcome: "complete",
    conversations: [{ id: "stdio", purpose: "proxy", transport: "stdio", opened_ms: 0 }],
    exchanges: sent.map((message, index) => ({
      id: `stdio/${index + 1}`,
      conversation: "stdio",
      seq: index * 2,
      request: { jsonrpc: "2.0", ...message },
      ...(answers[index]
        ? { response: { jsonrpc: "2.0", id: message.id ?? 0, result: answers[index] }, response_seq: index * 2 + 1 }
        : {}),
    })),
  } as unknown as Capture;
};

describe("the mapping", () => {
  test("rows that bind clients are decided by rules about clients, at least as strict as they are, or say why not", () => {
    const rows = new Map(TEXTS.map((text) => [text.id, text]));
    const bound = Object.entries(MAPPING).filter(([, { clients }]) => clients !== undefined);
    expect(bound.length).toBeGreaterThan(45);
    for (const [check, { roles, clients = [], rules }] of bound) {
      expect(roles, check).toContain("client");
      expect(rules.filter(isClientRule), check).toEqual([]);
      for (const id of clients) expect(rows.get(id)?.class, `${check} is decided by ${id}`).toBe("implemented");
    }
  });

  test("no row is stricter than the rules that decide it", async () => {
    for (const version of RELEASED_VERSIONS) {
      const judged = new Map(embeddedClientRuleset(version).rules.map((rule) => [rule.id, rule]));
      for (const { check, level, mapping } of mappedChecks(await CORPORA.load(version), MAPPING))
        for (const id of level === null ? [] : (mapping?.clients ?? [])) {
          const rule = judged.get(id);
          expect(rule, `${check} in ${version}`).toBeDefined();
          if (rule && level)
            expect(LEVELS.indexOf(rule.level), `${check} is decided by ${id}`).toBeLessThanOrEqual(
              LEVELS.indexOf(level),
            );
        }
    }
  });

  test("every MUST on clients that is judged is in the corpus of its revision, so no tier stands beside a broken one", async () => {
    for (const version of RELEASED_VERSIONS) {
      const seps = mappedChecks({ ...(await CORPORA.load(version)), core: { checks: [], exclusions: [] } }, MAPPING);
      const rows = [...seps, ...clientCore(TEXTS, version, seps).checks];
      const counted = new Set(rows.flatMap(({ mapping, level }) => (level === "MUST" ? (mapping?.clients ?? []) : [])));
      const must = embeddedClientRuleset(version).rules.filter(({ level, advisory }) => level === "MUST" && !advisory);
      expect(must.length).toBeGreaterThan(20);
      expect(must.filter(({ id }) => !counted.has(id)).map(({ id }) => id)).toEqual([]);
    }
  });
});

describe("a recorded client", () => {
  test("is scored by the newest version it speaks, and only by what was exercised", async () => {
    const result = await score(session());
    expect(result).toMatchObject({
      role: "client",
      target: "little-client 1.0.0",
      target_version: "2025-11-25",
      revision: "2025-11-25",
      spoken: ["2025-11-25"],
      tier: "tier-1",
      badge: "T1",
    });
    expect(result.coverage.exercised).toBeGreaterThan(5);
    expect(result.coverage.exercised).toBeLessThan(result.coverage.checks / 2);
    expect(result.checks.every(({ roles, state }) => roles.includes("client") || state === "not-for-clients")).toBe(
      true,
    );
  });

  test("gets no tier beside a broken MUST", async () => {
    const result = await score(session({ info: { name: "little-client" } }));
    expect(result).toMatchObject({ tier: "fail", badge: "F" });
    expect(result.checks.filter(({ state }) => state === "fail").map(({ check }) => check)).toContain(
      "core-c-meta-004",
    );
  });

  test("gets none where it does not speak the version, where nobody spoke, and where scenarios were picked", async () => {
    const other = await score(session(), "2026-07-28");
    expect(other).toMatchObject({ tier: null, badge: null, revision: null });
    expect(other.notes[0]).toBe("the client does not speak 2026-07-28, so none of its checks were exercised");
    const silent = await score({ ...session(), exchanges: [] });
    expect(silent).toMatchObject({ tier: null, server: { outcome: "unreachable" } });
    const picked = await score({ ...session(), asked: { scenarios: ["neutral"] } });
    expect(picked).toMatchObject({ tier: null, must: { total: expect.any(Number) } });
  });

  test.each(REPORT_FORMATS)(
    "%s speaks of the client, and never of the server as the one that is judged",
    async (format) => {
      for (const capture of [
        session(),
        session({ info: { name: "little-client" } }),
        { ...session(), exchanges: [] },
      ]) {
        const text = render(conformanceView, await score(capture), format, { width: 100, color: false, verbose: true });
        expect(text).not.toMatch(
          /the server (?:does not (?:speak|offer|advertise)|did not answer|never answered)|not for servers|your server/i,
        );
        expect(text).toMatch(
          format.startsWith("badge") || format === "sarif" || format === "github" ? /MCP|mcptest/ : /client/,
        );
      }
    },
  );
});
