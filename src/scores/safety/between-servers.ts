import type { Surface, SurfaceItem } from "../../judge/surface/surface.ts";
import { surfaceTexts } from "../../judge/surface/surface-texts.ts";
import { plainText } from "./hidden-characters.ts";
import { type DigestAt, toFinding } from "./judge-safety.ts";
import { lookOf } from "./names.ts";
import type { SafetyFinding } from "./safety.ts";

/** One server of a configuration. */
export interface NamedSurface {
  /** As the configuration calls it. */
  readonly server: string;
  readonly surface: Surface;
  readonly digestAt: DigestAt;
}

export interface BetweenFinding {
  /** The server whose text or name it is, and the other one. */
  readonly server: string;
  readonly other: string;
  readonly finding: SafetyFinding;
}

/** What only shows when several servers are offered to one model: each pair is looked at in both directions. */
export const judgeBetween = (servers: readonly NamedSurface[]): readonly BetweenFinding[] => [
  ...servers.flatMap((one, index) => servers.slice(index + 1).flatMap((other) => sameNames(one, other))),
  ...servers.flatMap((one) => servers.flatMap((other) => (one === other ? [] : spokenOf(one, other)))),
];

const sameNames = (one: NamedSurface, other: NamedSurface): readonly BetweenFinding[] => {
  const looks = new Map(one.surface.tools.map((tool) => [lookOf(tool.name), tool]));
  return other.surface.tools.flatMap((tool) => {
    const known = looks.get(lookOf(tool.name));
    if (!known) return [];
    const isSame = known.name === tool.name;
    const saw = isSame
      ? `Another server of this configuration, ${JSON.stringify(one.server)}, has a tool of the same name.`
      : `Another server of this configuration, ${JSON.stringify(one.server)}, has a tool whose name looks the same and is not.`;
    return [{ server: other.server, other: one.server, finding: nameFinding(tool, saw, other) }];
  });
};

const nameFinding = (
  { name, exchange, pointer }: SurfaceItem,
  saw: string,
  { digestAt }: NamedSurface,
): SafetyFinding =>
  toFinding(
    { id: "SAFE-016", place: { exchange, pointer: `${pointer}/name` }, part: "name", owner: name, shown: name, saw },
    digestAt,
  );

/** A name that somebody would not write by chance: of two words or more, joined as names of tools are. */
const DISTINCTIVE = /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+$|^[a-z]+(?:[A-Z][a-z0-9]+)+$/;

/** Texts of one server that name a tool of another, and that it has no tool of itself; once for each tool. */
const spokenOf = (one: NamedSurface, other: NamedSurface): readonly BetweenFinding[] => {
  const own = new Set(one.surface.tools.map(({ name }) => lookOf(name).toLowerCase()));
  const foreign = new Set(
    other.surface.tools
      .map(({ name }) => lookOf(name))
      .filter((name) => DISTINCTIVE.test(name) && name.length >= 6 && !own.has(name.toLowerCase()))
      .map((name) => name.toLowerCase()),
  );
  if (foreign.size === 0) return [];
  const told = new Set<string>();
  return surfaceTexts(one.surface).flatMap((text) => {
    if (text.role !== "description" && text.role !== "instructions" && text.role !== "parameter-text") return [];
    const words = plainText(text.value).match(/[a-z0-9]+(?:[_-][a-z0-9]+)*/g) ?? [];
    const named = words.find((word) => foreign.has(word));
    const key = `${named}\n${text.owner?.name ?? ""}`;
    if (named === undefined || told.size === told.add(key).size) return [];
    const saw = `It names ${JSON.stringify(named)}, a tool of another server of this configuration, ${JSON.stringify(other.server)}.`;
    const { exchange, pointer, role, owner, parameter, value } = text;
    const at = plainText(value).indexOf(named);
    const shown = plainText(value).slice(Math.max(0, at - 60), at + 80);
    const found = {
      id: "SAFE-017" as const,
      place: { exchange, pointer },
      part: role,
      owner: owner?.name,
      parameter,
      shown,
      saw,
    };
    return [{ server: one.server, other: other.server, finding: toFinding(found, one.digestAt) }];
  });
};
