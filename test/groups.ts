// Which group a test file belongs to, and what `npm test` leaves out of each.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * pure: from values and committed captures; no socket and no process, which the run enforces.
 * live: with running servers: probe, proxy, mutants, hostile servers.
 * e2e:  through the built command line.
 * docs: documentation, pages in a browser, the package and the boundaries between folders.
 */
export const GROUPS = ["pure", "live", "e2e", "docs"] as const;

export type Group = (typeof GROUPS)[number];

/** The folder decides; a longer entry beats a shorter one. A * stands for one folder of any name. */
export const PLACES: Readonly<Record<string, Group>> = {
  "test/agent/": "live",
  "test/app-pictures/": "docs",
  "test/areas/": "pure",
  "test/areas/*/rules.test.ts": "live",
  "test/architecture/": "pure",
  "test/architecture/boundaries.test.ts": "docs",
  "test/architecture/package.test.ts": "docs",
  "test/authorization-server/": "live",
  "test/auth/": "pure",
  "test/auth/flow/": "live",
  "test/authorization-server/coverage.test.ts": "pure",
  "test/authorization-server/readings.test.ts": "pure",
  "test/browser/": "docs",
  "test/capture/": "pure",
  "test/certificates/": "pure",
  "test/check/": "pure",
  "test/check/at-once.test.ts": "live",
  "test/check/replay.test.ts": "live",
  "test/check/result-schema.test.ts": "live",
  "test/cli/": "pure",
  "test/clients/": "live",
  "test/clients/changed-lists.test.ts": "pure",
  "test/clients/official-table.test.ts": "pure",
  "test/clients/rows.test.ts": "pure",
  "test/conformance/": "pure",
  "test/conformance/coverage.test.ts": "live",
  "test/conformance/tools-only.test.ts": "live",
  "test/content-check/": "pure",
  "test/corpus/": "pure",
  "test/criteria/": "pure",
  "test/criteria/live.test.ts": "live",
  "test/docs/": "docs",
  "test/e2e/": "e2e",
  "test/fleet/": "live",
  "test/fleet/slots.test.ts": "pure",
  "test/fleet/sources.test.ts": "pure",
  "test/fleet/unmet-needs.test.ts": "pure",
  "test/fuzz/": "live",
  "test/fleet-farm/": "live",
  "test/fleet-site/": "docs",
  "test/functional/": "pure",
  "test/functional/live.test.ts": "live",
  "test/hostile/": "live",
  "test/hostile/cli.test.ts": "e2e",
  "test/hostile/few-files.test.ts": "e2e",
  "test/hostile/kill.test.ts": "e2e",
  "test/hostile/memory.test.ts": "e2e",
  "test/hostile/watch.test.ts": "e2e",
  "test/json/": "pure",
  "test/judge/": "pure",
  "test/judge/invariants/cli.test.ts": "e2e",
  "test/judge/invariants/live.test.ts": "live",
  "test/page/": "pure",
  "test/playback/": "live",
  "test/playback/player.test.ts": "pure",
  "test/probe/": "live",
  "test/probe/arguments/": "pure",
  "test/probe/detect-read-answer.test.ts": "pure",
  "test/probe/dialect-header-value.test.ts": "pure",
  "test/probe/dialect-param-headers.test.ts": "pure",
  "test/probe/dialect-stateful.test.ts": "pure",
  "test/probe/dialect-stateless.test.ts": "pure",
  "test/probe/plan/choose-tools.test.ts": "pure",
  "test/probe/plan/coverage.test.ts": "pure",
  "test/probe/plan/select-plan.test.ts": "pure",
  "test/probe/plan-stateful/plan-shape.test.ts": "pure",
  "test/proxy/": "live",
  "test/proxy/taps.test.ts": "pure",
  "test/refresh/": "pure",
  "test/sdks/": "pure",
  "test/refresh/network.test.ts": "live",
  "test/refresh/pkt-line.test.ts": "live",
  "test/refresh/proxy.test.ts": "live",
  "test/refresh/refresh.test.ts": "live",
  "test/registry/": "pure",
  "test/registry/card-live.test.ts": "live",
  "test/registry/list-entries.test.ts": "live",
  "test/registry/probe-entry.test.ts": "live",
  "test/replay/": "pure",
  "test/replay/live.test.ts": "live",
  "test/report/": "pure",
  "test/report/reproduce.test.ts": "live",
  "test/rules/": "live",
  "test/rules/extension-servers.test.ts": "pure",
  "test/rules/field-servers.test.ts": "pure",
  "test/rules/kill-matrix.test.ts": "pure",
  "test/rules/near-misses.test.ts": "pure",
  "test/rules/patterns-linear.test.ts": "pure",
  "test/rules/real-servers.test.ts": "pure",
  "test/rules/recordings.test.ts": "pure",
  "test/schema-check/": "pure",
  "test/schema-check/hostile.test.ts": "live",
  "test/safety/": "pure",
  "test/score/": "pure",
  "test/servers/": "live",
  "test/snapshot/": "pure",
  "test/suite/": "pure",
  "test/surface/": "pure",
  "test/token-issuer/": "live",
  "test/tools-at-work/": "live",
  "test/upcoming/": "pure",
  "test/upgrade/": "pure",
  "test/vitest-matcher/": "live",
  "test/wire/": "pure",
};

/** What `npm test` leaves to `npm run test:rest`, to stay under five minutes. Of the mutants and the near-misses it meets one per area. */
export const LEFT_OUT: readonly string[] = [
  "test/clients/clients.test.ts",
  "test/clients/listen.test.ts",
  "test/clients/plan-programs.test.ts",
  "test/clients/program.test.ts",
  "test/rules/protected-sdks.test.ts",
  "test/rules/signed-in.test.ts",
  "test/token-issuer/",
  "test/agent/cheap-tools.test.ts",
  "test/agent/hostile.test.ts",
  "test/agent/tools.test.ts",
  "test/app-pictures/",
  "test/architecture/boundaries.test.ts",
  "test/architecture/package.test.ts",
  "test/authorization-server/oidc-provider.test.ts",
  "test/authorization-server/sdk-router.test.ts",
  "test/auth/flow/",
  "test/authorization-server/bad-issuers.test.ts",
  "test/browser/",
  "test/check/at-once.test.ts",
  "test/check/replay.test.ts",
  "test/check/result-schema.test.ts",
  "test/conformance/coverage.test.ts",
  "test/conformance/tools-only.test.ts",
  "test/docs/command-blocks.test.ts",
  "test/docs/library-examples.test.ts",
  "test/e2e/",
  "test/fleet-farm/",
  "test/fleet-site/",
  "test/fleet/database.test.ts",
  "test/fleet/directory.test.ts",
  "test/fleet/work.test.ts",
  "test/fuzz/",
  "test/hostile/",
  "test/judge/invariants/cli.test.ts",
  "test/judge/invariants/live.test.ts",
  "test/playback/latency.test.ts",
  "test/playback/sdk-clients.test.ts",
  "test/playback/served-verdicts.test.ts",
  "test/probe/launched-run.test.ts",
  "test/probe/plan-stateful/difficult-servers.test.ts",
  "test/probe/plan-stateful/live-stdio.test.ts",
  "test/probe/plan-stateful/slow-tools.test.ts",
  "test/probe/plan/endless-askers.test.ts",
  "test/probe/plan/only-rules.test.ts",
  "test/probe/plan/repeatable.test.ts",
  "test/proxy/killed.test.ts",
  "test/replay/live.test.ts",
  "test/rules/auth-servers.test.ts",
  "test/rules/extensions-over-stdio.test.ts",
  "test/rules/older-revisions.test.ts",
  "test/rules/transport-agreement.test.ts",
  "test/schema-check/hostile.test.ts",
  "test/tools-at-work/matrix.test.ts",
  "test/vitest-matcher/",
];

/** Files that `npm test` runs although their folder is left out. */
export const KEPT: readonly string[] = ["test/e2e/check.test.ts", "test/e2e/main-path.test.ts"];

/**
 * These take longer than all others, the slowest first, and are begun first: whichever is begun last is waited for alone, with a core idle.
 * (Vitest begins with what took longest the last time; on a fresh clone there is no last time, and it goes by the size of files.)
 */
export const BEGUN_FIRST: readonly string[] = [
  "test/clients/clients.test.ts",
  "test/areas/tasks/rules.test.ts",
  "test/areas/http/rules.test.ts",
  "test/areas/messages/rules.test.ts",
  "test/areas/authorization/rules.test.ts",
  "test/areas/resources/rules.test.ts",
  "test/areas/tools/rules.test.ts",
  "test/areas/sampling/rules.test.ts",
  "test/areas/headers/rules.test.ts",
  "test/areas/stdio/rules.test.ts",
  "test/fleet/work.test.ts",
  "test/hostile/json.test.ts",
  "test/rules/signed-in.test.ts",
  "test/hostile/stdio.test.ts",
  "test/e2e/installed.test.ts",
  "test/e2e/fleet-postgres.test.ts",
  "test/e2e/mcp-own-medicine.test.ts",
  "test/hostile/memory.test.ts",
  "test/e2e/fleet.test.ts",
  "test/e2e/mcp.test.ts",
  "test/e2e/fleet-interrupts.test.ts",
  "test/e2e/suite-servers.test.ts",
  "test/e2e/record.test.ts",
  "test/browser/fleet-site.test.ts",
  "test/browser/certificate-page.test.ts",
  "test/docs/command-blocks.test.ts",
];

const PORTIONS = ["all", "quick", "rest"] as const;

/** quick is what `npm test` runs, rest is everything else: together they run each test once. */
export type Portion = (typeof PORTIONS)[number];

export const readPortion = (text = "all"): Portion => {
  const portion = PORTIONS.find((name) => name === text);
  if (portion === undefined) throw new Error(`TESTS is ${text}; use ${PORTIONS.join(", ")}, or leave it out`);
  return portion;
};

const ROOT = fileURLToPath(new URL("../", import.meta.url));

export const TEST_FILES: readonly string[] = readdirSync(`${ROOT}test`, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `test/${name.replaceAll("\\", "/")}`)
  .sort();

export const isIn = (file: string, place: string): boolean => {
  const [before = "", after] = place.split("*");
  if (after === undefined) return place.endsWith("/") ? file.startsWith(place) : file === place;
  return file.startsWith(before) && file.endsWith(after) && !file.slice(before.length, -after.length).includes("/");
};

export const groupOf = (file: string): Group | undefined => {
  const places = Object.keys(PLACES).filter((place) => isIn(file, place));
  const longest = places.sort((left, right) => right.length - left.length)[0];
  return longest === undefined ? undefined : PLACES[longest];
};

/** The mutants and near-misses of an area are divided one by one, not as files. */
export const isDividedInside = (file: string): boolean => isIn(file, "test/areas/*/rules.test.ts");

const isRun = (file: string, portion: Portion): boolean => {
  if (portion === "all" || isDividedInside(file)) return true;
  const leftOut = LEFT_OUT.some((place) => isIn(file, place)) && !KEPT.includes(file);
  return leftOut === (portion === "rest");
};

export const filesOf = (group: Group, portion: Portion): string[] =>
  TEST_FILES.filter((file) => groupOf(file) === group && isRun(file, portion));
