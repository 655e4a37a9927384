import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import { isSameJson } from "../../base/same-json.ts";
import type { SurfaceKind } from "../../judge/surface/surface.ts";
import { changeCues } from "./change-cues.ts";
import type { ChangeClass, ChangeCue, SurfaceChange } from "./lock.ts";
import { type Direction, schemaChanges } from "./schema-changes.ts";
import { isOnlySpacing } from "./spacing.ts";

/** A change within one definition; whose it is stands outside. */
export type DefinitionChange = Omit<SurfaceChange, "part" | "name">;

/** Everything that differs between two definitions under one name. */
export const compareDefinitions = (
  kind: SurfaceKind,
  before: JsonObject,
  after: JsonObject,
  otherTools: readonly string[],
): readonly DefinitionChange[] => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].sort().flatMap((name) => {
    const [was, is] = [member(before, name), member(after, name)];
    if (isSameJson(was, is) && !SCHEMAS.has(name)) return [];
    return (COMPARED[name] ?? other)({ kind, name, was, is, otherTools });
  });
};

interface Pair {
  readonly kind: SurfaceKind;
  readonly name: string;
  readonly was: Json | undefined;
  readonly is: Json | undefined;
  readonly otherTools: readonly string[];
}

type CompareMember = (pair: Pair) => readonly DefinitionChange[];

const SCHEMAS: ReadonlySet<string> = new Set(["inputSchema", "outputSchema"]);

const values = ({ was, is }: Pick<Pair, "was" | "is">): Pick<DefinitionChange, "before" | "after"> => ({
  ...(was === undefined ? {} : { before: was }),
  ...(is === undefined ? {} : { after: is }),
});

const changed = ({ was, is }: Pick<Pair, "was" | "is">): string =>
  is === undefined ? "is gone" : was === undefined ? "is new" : "has changed";

const withCues = (cues: readonly ChangeCue[]): Pick<DefinitionChange, "cues"> => (cues.length === 0 ? {} : { cues });

const simple =
  (changeClass: ChangeClass, words: (name: string) => string = (name) => `the ${name}`): CompareMember =>
  (pair) => [
    {
      class: changeClass,
      pointer: toPointer([pair.name]),
      what: `${words(pair.name)} ${changed(pair)}`,
      ...values(pair),
    },
  ];

/** What a model reads, unless only the white space differs. */
const text: CompareMember = (pair) => {
  const { name, was, is, otherTools } = pair;
  const isCosmetic = isOnlySpacing(was, is);
  return [
    {
      class: isCosmetic ? "cosmetic" : "meaning",
      pointer: toPointer([name]),
      what: isCosmetic ? `the white space of the ${name} has changed` : `the ${name} ${changed(pair)}`,
      ...values(pair),
      ...withCues(isCosmetic ? [] : changeCues(was, is, otherTools)),
    },
  ];
};

const schema =
  (direction: Direction): CompareMember =>
  (pair) => {
    const { name, was, is, otherTools } = pair;
    if (direction === "output" && (was === undefined || is === undefined)) {
      if (was === is) return [];
      const words = is === undefined ? "no longer says what it returns" : "says what it returns";
      return [
        {
          class: is === undefined ? "breaking" : "compatible",
          pointer: toPointer([name]),
          what: words,
          ...values(pair),
        },
      ];
    }
    return schemaChanges(was, is, direction).map((change) => ({
      ...change,
      pointer: `/${name}${change.pointer}`,
      what: `${direction === "input" ? "argument" : "result"}: ${change.what}`,
      ...withCues(change.class === "cosmetic" ? [] : changeCues(change.before, change.after, otherTools)),
    }));
  };

/** What a host decides by: whether to ask the user before a call. */
const HINTS: ReadonlySet<string> = new Set(["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]);

const annotations: CompareMember = (pair) => {
  const [was, is] = [pair.was, pair.is].map((value) => (isJsonObject(value) ? value : {}));
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  return [...names].sort().flatMap((name): readonly DefinitionChange[] => {
    const inside = { was: member(was, name), is: member(is, name) };
    if (isSameJson(inside.was, inside.is)) return [];
    return [
      {
        class: name === "title" || name === "lastModified" ? "cosmetic" : "meaning",
        pointer: toPointer([pair.name, name]),
        what: `the annotation ${HINTS.has(name) ? name : ""} ${changed(inside)}`.replace(/ {2,}/g, " "),
        ...values(inside),
        ...withCues(HINTS.has(name) ? ["annotation"] : []),
      },
    ];
  });
};

const TASK_SUPPORT = ["forbidden", "optional", "required"] as const;

/** A caller without tasks is refused where they are required, one with tasks where they are forbidden. */
const execution: CompareMember = (pair) => {
  const [was, is] = [pair.was, pair.is].map((value) => stringMember(value, "taskSupport") ?? "forbidden");
  const isKnown = [was, is].every((word) => (TASK_SUPPORT as readonly (string | undefined)[]).includes(word));
  if (!isKnown || was === is) return simple("meaning")(pair);
  return [
    {
      class: is === "optional" ? "compatible" : "breaking",
      pointer: "/execution/taskSupport",
      what: "another support for tasks",
      ...values(pair),
    },
  ];
};

/** The arguments of a prompt, by their names. */
const promptArguments: CompareMember = ({ was, is, otherTools }) => {
  const [before, after] = [was, is].map((list) => byName(Array.isArray(list) ? list : []));
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].sort().flatMap((name): readonly DefinitionChange[] => {
    const [old, now] = [before?.get(name), after?.get(name)];
    const place = { pointer: `/arguments${toPointer([name])}`, member: name };
    const required = (argument: JsonObject | undefined): boolean => member(argument, "required") === true;
    if (!now) return [{ ...place, class: "breaking", what: "argument: is gone", ...values({ was: old, is: now }) }];
    if (!old)
      return [
        required(now)
          ? { ...place, class: "breaking", what: "argument: is new, and required", after: now }
          : { ...place, class: "compatible", what: "argument: is new, and optional", after: now },
      ];
    const described = { was: member(old, "description"), is: member(now, "description") };
    const isSpacing = isOnlySpacing(described.was, described.is);
    return [
      ...(required(old) === required(now)
        ? []
        : [
            required(now)
              ? ({ ...place, class: "breaking", what: "argument: is required now" } as const)
              : ({ ...place, class: "compatible", what: "argument: is no longer required" } as const),
          ]),
      ...(isSameJson(described.was, described.is)
        ? []
        : [
            {
              ...place,
              class: isSpacing ? ("cosmetic" as const) : ("meaning" as const),
              what: `argument: the description ${changed(described)}`,
              ...values(described),
              ...withCues(isSpacing ? [] : changeCues(described.was, described.is, otherTools)),
            },
          ]),
    ];
  });
};

const byName = (list: readonly Json[]): ReadonlyMap<string, JsonObject> =>
  new Map(list.flatMap((entry) => (isJsonObject(entry) ? [[String(member(entry, "name")), entry] as const] : [])));

/** A member that we know nothing about: somebody may read it. */
const other: CompareMember = (pair) =>
  simple("meaning", () => `the member ${/^[\w-]{1,40}$/.test(pair.name) ? pair.name : "of another name"}`)(pair);

const COMPARED: Readonly<Partial<Record<string, CompareMember>>> = {
  title: simple("cosmetic"),
  icons: simple("cosmetic", () => "the list of icons"),
  size: simple("environment"),
  description: text,
  inputSchema: schema("input"),
  outputSchema: schema("output"),
  annotations,
  execution,
  arguments: promptArguments,
  _meta: simple("meaning"),
};

/** The same definition but for its name and its title. */
export const isRenamed = (before: JsonObject, after: JsonObject): boolean => {
  const bare = ({ name: _name, title: _title, ...rest }: JsonObject): JsonObject => rest;
  return isSameJson(bare(before), bare(after)) && (stringMember(before, "description") ?? "") !== "";
};
