import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Revision } from "../../protocol/revision.ts";
import type { Ruleset } from "../core/rule.ts";
import type { Extensions } from "../corpus/extension.ts";
import type { RuleText } from "../corpus/rule-text.ts";

/** The rules that ship with the package, made from compliance/ at build time: one file per revision, so that a run reads only its own. */
export const embeddedRuleset = (revision: Revision): Ruleset => readBuilt(`${revision}.json.gz`) as Ruleset;

/** The extensions that are judged beside it, and those that are recognised by name. */
export const embeddedExtensions = (revision: Revision): Extensions =>
  readBuilt(`extensions-${revision}.json.gz`) as Extensions;

/** The rules of a revision and of every extension: what may be judged, whoever is asked. */
export const everyRule = (revision: Revision): Ruleset => ({
  revision,
  rules: [...embeddedRuleset(revision).rules, ...embeddedExtensions(revision).judged.flatMap(({ rules }) => rules)],
});

/** The same for a session with an authorization server. */
export const embeddedAuthorizationRuleset = (revision: Revision): Ruleset =>
  readBuilt(`authorization-${revision}.json.gz`) as Ruleset;

/** The rules for the client's side of a session. */
export const embeddedClientRuleset = (revision: Revision): Ruleset =>
  readBuilt(`clients-${revision}.json.gz`) as Ruleset;

/** Every requirement on clients with its texts, also those that are not checked. */
export const embeddedClientTexts = (): readonly RuleText[] => readBuilt("clients-texts.json.gz") as readonly RuleText[];

/** Every rule about servers with its texts, also those that are not checked. */
export const embeddedTexts = (): readonly RuleText[] => readBuilt("texts.json.gz") as readonly RuleText[];

/** Why a rule was withdrawn: its id stays known, but nothing is judged by it. Undefined for every other id. */
export const withdrawnReason = (id: string): string | undefined =>
  embeddedTexts().find((text) => text.id === id && text.class === "withdrawn")?.class_reason;

const READ = new Map<string, unknown>();

/** Kept once read: a registry judges thousands of captures by the same rows, and what is compiled from a row stays with it. */
export const readBuilt = (name: string): unknown => {
  const known = READ.get(name) ?? JSON.parse(gunzipSync(readFileSync(builtFile(name))).toString("utf8"));
  READ.set(name, known);
  return known;
};

export const builtFile = (name: string): URL => new URL(name, builtFolder());

/** Beside this file once it is bundled; under dist/ when it runs from its source. */
const builtFolder = (): URL => {
  const bundled = new URL("./compliance/", import.meta.url);
  return existsSync(bundled) ? bundled : new URL("../../../dist/compliance/", import.meta.url);
};
