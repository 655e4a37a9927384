import { stringMember } from "../../base/json.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Capture } from "../../capture/capture.ts";
import {
  type Acceptance,
  type AcceptanceEntry,
  type AcceptanceTable,
  type AgedProfile,
  BLAST_RADII,
  type Consumer,
  type HostEntry,
  OLD_AFTER_DAYS,
  type Profile,
  type ProfileRow,
} from "../../judge/corpus/acceptance.ts";
import type { Surface } from "../../judge/surface/surface.ts";
import { lookAtServer, lookAtTool, type ReadServer, readTool, speaksEra } from "./checks.ts";

export interface AcceptanceRequest {
  readonly table: AcceptanceTable;
  /** Only these; all where absent. */
  readonly consumers?: readonly Consumer[] | undefined;
  /** What is wrong with the server.json that was given, in words. */
  readonly serverJson?: readonly string[] | undefined;
}

/** The server as the checks see it. */
export const readServer = (surface: Surface, capture: Capture, serverJson?: readonly string[]): ReadServer => ({
  name: stringMember(surface.server_info?.value, "name") ?? "server",
  version: stringMember(surface.server_info?.value, "version") ?? "",
  instructions: surface.instructions?.value ?? "",
  revisions: surface.revisions,
  transport: capture.transport,
  url: capture.target?.kind === "http" ? capture.target.url : undefined,
  tools: surface.tools.map(({ name, value }) => readTool(name, value)),
  resources: {
    all:
      surface.seen.resource === "whole" && surface.templates.length === 0
        ? new Map(surface.resources.map(({ name, value }) => [name, value]))
        : undefined,
  },
  about: [surface.instructions?.value ?? "", JSON.stringify(surface.server_info?.value ?? null)],
  serverJson,
});

/** Where the server will be accepted: every consumer and every tool. Pure: the date is that of the capture. */
export const judgeAcceptance = (surface: Surface, capture: Capture, request: AcceptanceRequest): Acceptance => {
  const { table, consumers } = request;
  const server = readServer(surface, capture, request.serverJson);
  const profiles = table.profiles.filter(({ consumer }) => consumers === undefined || consumers.includes(consumer));
  return {
    acceptance: profiles.flatMap((profile) => entriesOf(profile, server)),
    hosts: table.hosts.map(
      ({ host, revisions }): HostEntry => ({ host, revisions, reached: speaksEra(server.revisions, revisions) }),
    ),
    aged: agedProfiles(profiles, capture.started_at),
  };
};

interface Complaint {
  readonly row: ProfileRow;
  readonly saw: string;
}

const entriesOf = (profile: Profile, server: ReadServer): readonly AcceptanceEntry[] => {
  const whole = complaintsOf(profile, (row) => lookAtServer(server, row, profile));
  const tools = server.tools.map((tool) =>
    toEntry(
      profile.consumer,
      tool.name,
      complaintsOf(profile, (row) => lookAtTool(tool, row, profile, server)),
    ),
  );
  // A directory lists servers, not tools: where nothing is wrong with one, that is what there is to say.
  const isAlone = server.tools.length === 0 || profile.consumer === "registry";
  const entry = toEntry(profile.consumer, null, whole);
  if (profile.consumer === "registry") return [entry];
  return whole.length > 0 || isAlone ? [entry, ...tools] : tools;
};

const complaintsOf = (profile: Profile, look: (row: ProfileRow) => string | undefined): readonly Complaint[] =>
  profile.rows.flatMap((row) => {
    const saw = look(row);
    return saw === undefined ? [] : [{ row, saw }];
  });

/** Rejections before what is merely dropped, the widest blast first. */
const byWeight = (left: Complaint, right: Complaint): number =>
  Number(left.row.effect === "dropped") - Number(right.row.effect === "dropped") ||
  BLAST_RADII.indexOf(left.row.blast) - BLAST_RADII.indexOf(right.row.blast);

const toEntry = (consumer: Consumer, tool: string | null, complaints: readonly Complaint[]): AcceptanceEntry => {
  const name = tool === null ? null : untrusted(tool.slice(0, 200));
  const sorted = [...complaints].sort(byWeight);
  const [first] = sorted;
  if (!first) return { consumer, tool: name, verdict: "accepted", why: null, change: null };
  return {
    consumer,
    tool: name,
    verdict: first.row.effect,
    why: untrusted(sorted.map(({ row, saw }) => `${row.why} (${saw})`).join(" ")),
    change: [...new Set(sorted.map(({ row }) => row.change))].join(" "),
    blast: first.row.blast,
    rows: sorted.map(({ row }) => row.id),
  };
};

const DAY = 86_400_000;

/** Profiles whose newest row is older than the limit on the day of the capture; none where the capture has no date. */
const agedProfiles = (profiles: readonly Profile[], startedAt: string | undefined): readonly AgedProfile[] => {
  const now = dayOf(startedAt ?? "");
  if (now === undefined) return [];
  return profiles.flatMap(({ consumer, rows }) => {
    const newest = rows
      .map(({ seen }) => seen)
      .sort()
      .at(-1);
    const seen = dayOf(newest ?? "");
    const days = seen === undefined ? 0 : now - seen;
    return days > OLD_AFTER_DAYS ? [{ consumer, days }] : [];
  });
};

/** Days since 1970 of a date or time in ISO 8601; no clock is asked. */
const dayOf = (text: string): number | undefined => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return Math.floor(utc(Number(year), Number(month), Number(day)) / DAY);
};

/** The proleptic Gregorian calendar, as Date.UTC has it, which pure code may not ask. */
const utc = (year: number, month: number, day: number): number => {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468) * DAY;
};
