import type { Json } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import type { Acceptance, Consumer } from "../../judge/corpus/acceptance.ts";
import { embeddedAcceptance } from "../../judge/corpus-files/acceptance-embedded.ts";
import { embeddedServerSchema } from "../../judge/corpus-files/server-schema.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import { readSurface } from "../../judge/surface/read-surface.ts";
import type { Surface } from "../../judge/surface/surface.ts";
import type { Revision } from "../../protocol/revision.ts";
import { judgeAcceptance } from "../accepted/judge-acceptance.ts";
import { serverJsonProblems } from "../accepted/server-json.ts";
import { judgeSafety } from "../safety/judge-safety.ts";
import { cardNotes } from "../server-json/compare-card.ts";
import type { Result } from "./result.ts";

/** What is said about what the server offers to a model: whether it is safe, and where it is accepted. */
export const deriveSurface = async (
  capture: Capture,
  revision: Revision,
): Promise<Pick<Result, "safety" | "acceptance" | "acceptance_notes">> => {
  const { view, evidenceAt } = await judgeContextFor(capture, revision, []);
  const found = judgeAcceptance(readSurface(view), capture, { table: embeddedAcceptance() });
  const notes = acceptanceNotes(found);
  return {
    safety: judgeSafety(view, (place) => evidenceAt(place).sha256),
    acceptance: found.acceptance,
    ...(notes.length > 0 ? { acceptance_notes: notes } : {}),
  };
};

/** The surface of a capture in the revision it is about. */
export const surfaceOf = async (capture: Capture, revision: Revision): Promise<Surface> =>
  readSurface((await judgeContextFor(capture, revision, [])).view);

/** What a published server card says otherwise than the server, in sentences. */
export const deriveCard = async (capture: Capture, revision: Revision): Promise<readonly string[]> =>
  cardNotes(capture, await surfaceOf(capture, revision));

/** The same for `mcptest accept`, with what a server.json says, and for some consumers only. */
export const deriveAcceptance = async (
  capture: Capture,
  revision: Revision,
  {
    consumers,
    serverJson,
  }: { readonly consumers?: readonly Consumer[] | undefined; readonly serverJson?: Json | undefined },
): Promise<Acceptance & { readonly surface: Surface }> => {
  const surface = await surfaceOf(capture, revision);
  const problems =
    serverJson === undefined ? undefined : serverJsonProblems(serverJson, surface, capture, embeddedServerSchema());
  return {
    ...judgeAcceptance(surface, capture, { table: embeddedAcceptance(), consumers, serverJson: problems }),
    surface,
  };
};

/** Our own sentences about hosts that cannot talk to the server, and about what was seen long ago. */
export const acceptanceNotes = ({ hosts, aged }: Pick<Acceptance, "hosts" | "aged">): readonly string[] => {
  const away = hosts.filter(({ reached }) => !reached).map(({ host }) => host);
  return [
    ...(away.length === 0
      ? []
      : [
          `${away.join(", ")} ${away.length === 1 ? "was" : "were"} not seen to speak any revision that the server speaks.`,
        ]),
    ...aged.map(
      ({ consumer, days }) =>
        `What ${consumer} accepts was last seen ${days} days before this session; it may have changed.`,
    ),
  ];
};
