import type { Capture } from "../../capture/capture.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import { readSurface } from "../../judge/surface/read-surface.ts";
import type { Revision } from "../../protocol/revision.ts";
import { type BetweenFinding, judgeBetween, type NamedSurface } from "../safety/between-servers.ts";
import { judgeSafety } from "../safety/judge-safety.ts";
import type { SafetyFinding } from "../safety/safety.ts";
import type { Result } from "./result.ts";
import { scoresOf } from "./scores.ts";

/** What attacks its reader in the surface, or in what was returned. */
export const findUnsafe = async (capture: Capture, revision: Revision): Promise<readonly SafetyFinding[]> => {
  const { view, evidenceAt } = await judgeContextFor(capture, revision, []);
  return judgeSafety(view, (place) => evidenceAt(place).sha256);
};

/** What only shows when these servers are offered to one model. A server that never said what it speaks has no surface. */
export const findBetween = async (captures: ReadonlyMap<string, Capture>): Promise<readonly BetweenFinding[]> => {
  const surfaces: NamedSurface[] = [];
  for (const [server, capture] of captures) {
    const revision = revisionOf(capture);
    if (revision === undefined) continue;
    const { view, evidenceAt } = await judgeContextFor(capture, revision, []);
    surfaces.push({ server, surface: readSurface(view), digestAt: (place) => evidenceAt(place).sha256 });
  }
  return surfaces.length < 2 ? [] : judgeBetween(surfaces);
};

/** The result of one server with what was found between it and the others. */
export const withBetween = (result: Result, server: string, found: readonly BetweenFinding[]): Result => {
  const own = found.filter((one) => one.server === server).map(({ finding }) => finding);
  if (own.length === 0 || result.role !== undefined || !result.safety) return result;
  const more = { ...result, safety: [...result.safety, ...own] };
  return { ...more, lanes: scoresOf(more) };
};
