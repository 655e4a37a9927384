// Every rule about authorization servers has a mutant and a near-miss.

import { expect, test } from "vitest";
import { embeddedAuthorizationRuleset } from "../../src/judge/corpus-files/embedded.ts";
import { REVISIONS } from "../../src/protocol/revision.ts";
import { ISSUER_MUTANTS, ISSUER_NEAR_MISSES } from "../areas/authorization/issuers.ts";
import { AUTHORIZATION_SERVER_MUTANTS } from "../areas/authorization-server/mutants.ts";
import { AUTHORIZATION_SERVER_NEAR_MISSES } from "../areas/authorization-server/near-misses.ts";
import type { AuthorizationNearMiss } from "./variant.ts";

test("every rule of the score is failed by a mutant, and every rule that can accuse has a near-miss", () => {
  const rules = new Set(
    REVISIONS.flatMap((revision) => embeddedAuthorizationRuleset(revision).rules.map(({ id }) => id)),
  );
  const mutants = Object.values({ ...AUTHORIZATION_SERVER_MUTANTS, ...ISSUER_MUTANTS });
  const nearMisses: readonly AuthorizationNearMiss[] = [
    ...Object.values(AUTHORIZATION_SERVER_NEAR_MISSES),
    ...Object.values(ISSUER_NEAR_MISSES),
  ];
  const failed = new Set(mutants.flatMap(({ fails }) => fails));
  const close = new Set(nearMisses.flatMap(({ closestTo }) => closestTo));
  const only = [...rules].filter((id) => !SHARED.has(id));
  expect(only.filter((id) => !failed.has(id) && !UNSEEN.has(id))).toEqual([]);
  expect(only.filter((id) => !close.has(id) && !UNSEEN.has(id))).toEqual([]);
});

/** Rules that are also about MCP servers have mutants and near-misses among those. */
const SHARED = new Set([
  "AUTH-027",
  "AUTH-028",
  "AUTH-030",
  "AUTH-031",
  "AUTH-034",
  "AUTH-035",
  "AUTH-036",
  "AUTH-047",
]);

/** An authorization server of the tests is at a loopback address, where the rule does not apply; landing.test.ts shows it. */
const UNSEEN = new Set(["AS-021"]);
