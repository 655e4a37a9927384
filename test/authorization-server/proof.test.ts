// Every rule about authorization servers can fail, and does so for what it is about alone.

import { describe, expect, test } from "vitest";
import { embeddedAuthorizationRuleset } from "../../src/judge/corpus-files/embedded.ts";
import { REVISIONS, type Revision } from "../../src/protocol/revision.ts";
import { startAuthorizationServer } from "../servers/authorization-server/authorization-server.ts";
import { AUTHORIZATION_INNOCENTS } from "./innocents.ts";
import { type Asked, judgeAuthorizationServer, stateOf } from "./judge-authorization-server.ts";
import { AUTHORIZATION_MUTANTS } from "./mutants.ts";

/** Client documents take a third of the time; only these rules are about them. */
const ABOUT_DOCUMENTS = ["AUTH-037", "AUTH-038", "AS-020"];

const settings = (rules: readonly string[], revision: Revision | undefined): Asked => ({
  ...(revision ? { revision } : {}),
  ...(rules.some((rule) => ABOUT_DOCUMENTS.includes(rule)) ? {} : { choices: { documents: undefined } }),
});

describe.each(AUTHORIZATION_MUTANTS)("$id", ({ traits, fails, byServer, revision }) => {
  test("fails what its vice is about, and nothing else", async () => {
    const server = await startAuthorizationServer(traits);
    try {
      const { failed, result } = await judgeAuthorizationServer(
        byServer ? server.server : server.issuer,
        settings(fails, revision),
      );
      expect(failed).toEqual(fails);
      expect(result.verdicts.filter(({ state }) => state === "error")).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

/** Rules that advise something which an innocent leaves out on purpose. */
const ADVISED: Readonly<Record<string, readonly string[]>> = { "no-documents": ["AUTH-036"] };

describe.each(AUTHORIZATION_INNOCENTS)("$id", ({ id, traits, closestTo, byServer, revision }) => {
  test("fails nothing", async () => {
    const server = await startAuthorizationServer(traits);
    try {
      const { failed, result } = await judgeAuthorizationServer(
        byServer ? server.server : server.issuer,
        settings(closestTo, revision),
      );
      expect(failed).toEqual(ADVISED[id] ?? []);
      expect(closestTo.filter((rule) => stateOf(result, rule) === undefined)).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

test("every rule of the lane is failed by a mutant, and every rule that can accuse has an innocent", () => {
  const rules = new Set(
    REVISIONS.flatMap((revision) => embeddedAuthorizationRuleset(revision).rules.map(({ id }) => id)),
  );
  const failed = new Set(AUTHORIZATION_MUTANTS.flatMap(({ fails }) => fails));
  const close = new Set(AUTHORIZATION_INNOCENTS.flatMap(({ closestTo }) => closestTo));
  const only = [...rules].filter((id) => !SHARED.has(id));
  expect(only.filter((id) => !failed.has(id) && !UNSEEN.has(id))).toEqual([]);
  expect(only.filter((id) => !close.has(id) && !UNSEEN.has(id))).toEqual([]);
});

/** Rules of both lanes have their mutants and innocents among the MCP servers too. */
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
