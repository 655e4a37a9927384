import { type Json, stringMember } from "../../base/json.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Capture } from "../../capture/capture.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import type { AcceptanceResult, Consumer } from "../../judge/corpus/acceptance.ts";
import { embeddedAcceptance } from "../../judge/corpus-files/acceptance-embedded.ts";
import { LATEST_STATEFUL } from "../../protocol/revision.ts";
import { acceptanceNotes, deriveAcceptance } from "../result/derive-surface.ts";
import { convertTool, type ShownFor } from "./convert.ts";
import { readServer } from "./judge-acceptance.ts";

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
