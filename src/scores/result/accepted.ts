import { type Json, stringMember } from "../../base/json.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Capture } from "../../capture/capture.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import type { Acceptance, AcceptanceResult, Consumer } from "../../judge/corpus/acceptance.ts";
import { embeddedAcceptance } from "../../judge/corpus-files/acceptance-embedded.ts";
import { embeddedServerSchema } from "../../judge/corpus-files/server-schema.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import { readSurface } from "../../judge/surface/read-surface.ts";
import type { Surface } from "../../judge/surface/surface.ts";
import { LATEST_STATEFUL, type Revision } from "../../protocol/revision.ts";
import { convertTool, type ShownFor } from "../accepted/convert.ts";
import { judgeAcceptance, readServer } from "../accepted/judge-acceptance.ts";
import { serverJsonProblems } from "../accepted/server-json.ts";
import { cardNotes } from "../server-json/compare-card.ts";
import type { ServerResult } from "./result.ts";

/** What a result says about where the surface is accepted. */
export const acceptanceBlocks = async (
  capture: Capture,
  revision: Revision,
): Promise<Pick<ServerResult, "acceptance" | "acceptance_notes">> => {
  const found = await deriveAcceptance(capture, revision, {});
  const notes = acceptanceNotes(found);
  return { acceptance: found.acceptance, ...(notes.length > 0 ? { acceptance_notes: notes } : {}) };
};

export interface AcceptanceOptions {
  readonly tool: AcceptanceResult["tool"];
  /** Only these; all where absent. */
  readonly consumers?: readonly Consumer[] | undefined;
  /** What a server.json holds, to be compared with what the server says. */
  readonly serverJson?: Json | undefined;
  /** Also the tools as this consumer is sent them. */
  readonly show?: ShownFor | undefined;
}

/** What `mcptest accept` says about a capture. */
export const makeAcceptance = async (capture: Capture, options: AcceptanceOptions): Promise<AcceptanceResult> => {
  const { tool, consumers, serverJson, show } = options;
  const revision = revisionOf(capture) ?? LATEST_STATEFUL;
  const { surface, acceptance, hosts, aged } = await deriveAcceptance(capture, revision, { consumers, serverJson });
  const { profiles } = embeddedAcceptance();
  const wanted = profiles.filter(({ consumer }) => consumers === undefined || consumers.includes(consumer));
  const info = surface.server_info?.value;
  const [name, version] = ["name", "version"].map((key) => stringMember(info, key));
  const profile = profiles.find(({ consumer }) => consumer === show);
  return {
    format: "mcptest-acceptance/1",
    tool,
    target: capture.server_label,
    observed_at: capture.started_at ?? null,
    server: {
      name: name === undefined ? null : untrusted(name),
      version: version === undefined ? null : untrusted(version),
      tools: surface.tools.length,
    },
    consumers: wanted.map(({ consumer, title, rows }) => ({
      consumer,
      title,
      seen:
        rows
          .map(({ seen }) => seen)
          .sort()
          .at(-1) ?? "",
    })),
    acceptance,
    hosts,
    aged,
    ...(show !== undefined && profile
      ? {
          shown: {
            consumer: show,
            tools: surface.tools.map(({ value }) => convertTool(value, show, profile, readServer(surface, capture))),
          },
        }
      : {}),
    notes: [
      ...(surface.seen.tool === "whole"
        ? []
        : ["The list of tools was not seen to its end, so tools may be missing here."]),
      ...acceptanceNotes({ hosts, aged }),
    ],
  };
};

/** The surface of a capture in the revision it is about. */
const surfaceOf = async (capture: Capture, revision: Revision): Promise<Surface> =>
  readSurface((await judgeContextFor(capture, revision, [])).view);

/** What a published server card says otherwise than the server, in sentences. */
export const compareCard = async (capture: Capture, revision: Revision): Promise<readonly string[]> =>
  cardNotes(capture, await surfaceOf(capture, revision));

/** Where the surface is accepted, with what a server.json says. */
const deriveAcceptance = async (
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
const acceptanceNotes = ({ hosts, aged }: Pick<Acceptance, "hosts" | "aged">): readonly string[] => {
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
