import type { Capture } from "../../capture/capture.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import { readSurface } from "../../judge/surface/read-surface.ts";
import { withLanes } from "../result/lanes.ts";
import type { Result } from "../result/result.ts";
import { type BetweenFinding, judgeBetween, type NamedSurface } from "./between-servers.ts";

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
  if (own.length === 0 || !result.safety) return result;
  const { lanes: _lanes, ...rest } = result;
  return withLanes({ ...rest, safety: [...result.safety, ...own] });
};
