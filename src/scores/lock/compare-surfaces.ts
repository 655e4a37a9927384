import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import { isSameJson } from "../../base/same-json.ts";
import type { SurfaceKind } from "../../judge/surface/surface.ts";
import { changeCues } from "./change-cues.ts";
import { compareDefinitions, isRenamed } from "./compare-definitions.ts";
import {
  CHANGE_CLASSES,
  LOCKED_LISTS,
  type LockedList,
  type LockedServer,
  type ServerDrift,
  type SurfaceChange,
} from "./lock.ts";
import { isOnlySpacing } from "./spacing.ts";

export type Compared = Pick<ServerDrift, "changes" | "notes">;

/** What the server offers now beside what was locked, the worst first. */
export const compareLocked = (before: LockedServer, after: LockedServer): Compared => {
  const notes: string[] = [];
  const changes = [
    ...compareEnvironment(before, after),
    ...compareCapabilities(before.capabilities, after.capabilities),
    ...compareInstructions(before, after),
    ...LISTS.flatMap((list) => compareList(list, before, after, notes)),
  ];
  return { changes: changes.sort(byWeight), notes: [...notes, ...growth(before, after)] };
};

/** Said where both were counted by the same tokenizer. */
const growth = ({ tokens: was }: LockedServer, { tokens: is }: LockedServer): readonly string[] => {
  if (!was || !is || was.tokenizer !== is.tokenizer || was.total === is.total) return [];
  const percent =
    was.total === 0 ? "" : ` (${is.total > was.total ? "+" : ""}${Math.round((is.total / was.total - 1) * 100)} %)`;
  return [`It costs ${is.total} tokens; when it was locked it cost ${was.total}${percent}.`];
};

const LISTS = Object.keys(LOCKED_LISTS) as LockedList[];

/** A sort keeps the order of what is equal. */
const byWeight = (left: SurfaceChange, right: SurfaceChange): number =>
  CHANGE_CLASSES.indexOf(left.class) - CHANGE_CLASSES.indexOf(right.class) ||
  Number((right.cues?.length ?? 0) > 0) - Number((left.cues?.length ?? 0) > 0);

/** Names and versions are said, and count for nothing; a revision that is no longer spoken breaks whoever speaks it. */
const compareEnvironment = (
  { environment: was }: LockedServer,
  { environment: is }: LockedServer,
): readonly SurfaceChange[] => {
  const changes: SurfaceChange[] = [];
  for (const name of ["name", "version"] as const)
    if (was[name] !== is[name])
      changes.push({
        class: "environment",
        part: "server",
        name,
        pointer: "",
        what: `another ${name}`,
        before: was[name],
        after: is[name],
      });
  for (const revision of was.revisions)
    if (!is.revisions.includes(revision) && is.asked.includes(revision))
      changes.push({ class: "breaking", part: "revision", name: revision, pointer: "", what: "is no longer spoken" });
  for (const revision of is.revisions)
    if (!was.revisions.includes(revision) && was.asked.includes(revision))
      changes.push({ class: "environment", part: "revision", name: revision, pointer: "", what: "is spoken now" });
  return changes;
};

const compareCapabilities = (was: JsonObject, is: JsonObject, path: readonly string[] = []): readonly SurfaceChange[] =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])].sort().flatMap((key): readonly SurfaceChange[] => {
    const [before, after] = [member(was, key), member(is, key)];
    const here = [...path, key];
    if (isSameJson(before, after)) return [];
    if (isJsonObject(before) && isJsonObject(after)) return compareCapabilities(before, after, here);
    const place = { part: "capability", name: here.join("."), pointer: toPointer(here) } as const;
    const values = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
    if (isOff(after) && !isOff(before))
      return [{ ...place, class: "breaking", what: "is no longer offered", ...values }];
    if (isOff(before))
      return isOff(after) ? [] : [{ ...place, class: "compatible", what: "is offered now", ...values }];
    return [{ ...place, class: "meaning", what: "has changed", ...values }];
  });

const isOff = (value: Json | undefined): boolean => value === undefined || value === false || value === null;

const compareInstructions = (before: LockedServer, after: LockedServer): readonly SurfaceChange[] => {
  const [was, is] = [before.surface.instructions, after.surface.instructions];
  if (was === is) return [];
  const isSpacing = isOnlySpacing(was, is);
  const cues = isSpacing ? [] : changeCues(was, is, []);
  return [
    {
      class: isSpacing ? "cosmetic" : "meaning",
      part: "instructions",
      name: "",
      pointer: "/instructions",
      what: is === undefined ? "are gone" : was === undefined ? "are new" : "have changed",
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
      ...(cues.length === 0 ? {} : { cues }),
    },
  ];
};

const NAMED_BY = {
  tool: "name",
  prompt: "name",
  resource: "uri",
  "resource-template": "uriTemplate",
} as const satisfies Record<SurfaceKind, string>;

export const nameOfDefinition = (kind: SurfaceKind, definition: JsonObject): string =>
  stringMember(definition, NAMED_BY[kind]) ?? "";

const compareList = (
  list: LockedList,
  before: LockedServer,
  after: LockedServer,
  notes: string[],
): readonly SurfaceChange[] => {
  const part = LOCKED_LISTS[list];
  if (before.seen[list] === "none" || after.seen[list] === "none") {
    if (before.surface[list].length > 0 || after.surface[list].length > 0)
      notes.push(`${WORDS[list]} could not be compared: the list was seen in one of the two only.`);
    return [];
  }
  const named = ({ surface }: LockedServer) =>
    new Map(surface[list].map((definition) => [nameOfDefinition(part, definition), definition] as const));
  const [was, is] = [named(before), named(after)];
  const varies = new Set([...(before.varies[list] ?? []), ...(after.varies[list] ?? [])]);
  const isWhole = before.seen[list] === "whole" && after.seen[list] === "whole";
  if (!isWhole)
    notes.push(`Only a part of the ${WORDS[list].toLowerCase()} was seen, so what is missing may still be there.`);
  const changes: SurfaceChange[] = [];
  const added = new Set([...is.keys()].filter((name) => !was.has(name)));
  let inconstant = 0;
  for (const [name, definition] of was) {
    const now = is.get(name);
    if (varies.has(name)) inconstant += 1;
    else if (now) {
      const others = [...is.keys()].filter((other) => other !== name);
      for (const change of compareDefinitions(part, definition, now, part === "tool" ? others : []))
        changes.push({ ...change, part, name });
    } else if (isWhole) changes.push(goneOrRenamed({ part, name, definition, is, added, after }));
  }
  for (const name of added)
    if (!varies.has(name)) changes.push({ class: "compatible", part, name, pointer: "", what: "is new" });
  if (inconstant > 0)
    notes.push(
      `${WORDS[list]}: ${inconstant === 1 ? "one is" : `${inconstant} are`} listed in several forms within one session, so a difference may be the time or who asks; not compared.`,
    );
  return changes;
};

const WORDS = {
  tools: "Tools",
  prompts: "Prompts",
  resources: "Resources",
  resourceTemplates: "Resource templates",
} as const satisfies Record<LockedList, string>;

interface Missing {
  readonly part: SurfaceKind;
  readonly name: string;
  readonly definition: JsonObject;
  readonly is: ReadonlyMap<string, JsonObject>;
  readonly added: Set<string>;
  readonly after: LockedServer;
}

const goneOrRenamed = ({ part, name, definition, is, added, after }: Missing): SurfaceChange => {
  const renamed = [...added].find((other) => isRenamed(definition, is.get(other) ?? {}));
  if (renamed !== undefined) {
    added.delete(renamed);
    return { class: "breaking", part, name, pointer: "", what: "has another name now", before: name, after: renamed };
  }
  // Resources are data: a server that says its list changes may drop one without breaking anybody.
  const saysSo = valueAt(after.capabilities, "resources", "listChanged") === true;
  if (part === "resource" && saysSo)
    return { class: "compatible", part, name, pointer: "", what: "is gone; the server says that this list changes" };
  return { class: "breaking", part, name, pointer: "", what: "is gone" };
};
