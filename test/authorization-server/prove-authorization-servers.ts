// Rules about authorization servers fail on their mutants, each mutant fails them alone, and none fails on a near-miss.

import { describe, expect, test } from "vitest";
import type { Revision } from "../../src/protocol/revision.ts";
import { readPortion } from "../groups.ts";
import { startAuthorizationServer } from "../servers/authorization-server/authorization-server.ts";
import type { Traits } from "../servers/authorization-server/traits.ts";
import { judgeAuthorizationServer, stateOf } from "./judge-authorization-server.ts";
import type { AuthorizationMutant, AuthorizationNearMiss } from "./variant.ts";

/** Client documents take a third of the time; only these rules are about them. */
const ABOUT_DOCUMENTS = ["AUTH-037", "AUTH-038", "AS-020"];

/** Rules that advise something which a near-miss leaves out on purpose. */
const ADVISED: Readonly<Record<string, readonly string[]>> = { "no-documents": ["AUTH-036"] };

interface Met {
  readonly traits: Traits;
  readonly byServer?: true;
  readonly revision?: Revision;
}

const judged = async ({ traits, byServer, revision }: Met, rules: readonly string[]) => {
  const server = await startAuthorizationServer(traits);
  try {
    return await judgeAuthorizationServer(byServer ? server.server : server.issuer, {
      ...(revision ? { revision } : {}),
      ...(rules.some((rule) => ABOUT_DOCUMENTS.includes(rule)) ? {} : { choices: { documents: undefined } }),
    });
  } finally {
    await server.close();
  }
};

/** `npm test` meets the first of a table, `npm run test:rest` the others. */
const portionOf = <Row>(table: Readonly<Record<string, Row>>): readonly (readonly [string, Row])[] => {
  const portion = readPortion(process.env.TESTS);
  return Object.entries(table).filter((_, index) => portion === "all" || (portion === "quick") === (index === 0));
};

export const proveAuthorizationServers = (
  mutants: Readonly<Record<string, AuthorizationMutant>>,
  nearMisses: Readonly<Record<string, AuthorizationNearMiss>>,
): void => {
  describe("authorization servers", () => {
    test.each(portionOf(mutants))("%s fails what its fault is about, and nothing else", async (_id, mutant) => {
      const { failed, result } = await judged(mutant, mutant.fails);
      expect(failed).toEqual(mutant.fails);
      expect(result.verdicts.filter(({ state }) => state === "error")).toEqual([]);
    });

    test.each(portionOf(nearMisses))("%s fails nothing", async (id, nearMiss) => {
      const { failed, result } = await judged(nearMiss, nearMiss.closestTo);
      expect(failed).toEqual(ADVISED[id] ?? []);
      expect(nearMiss.closestTo.filter((rule) => stateOf(result, rule) === undefined)).toEqual([]);
    });
  });
};
