import type { RecognisedSdk, Sdk, SdkRecording, SdkTable } from "../corpus/sdk.ts";
import type { Telltale } from "./telltales.ts";
import { compareVersions, versionRange } from "./versions.ts";

/** Fewer wordings of its own, and a server may have copied them. */
const LEAST_OWN = 2;
/** Less agreement with the recording that is most alike, and something else answers. */
const LEAST_ALIKE = 0.6;

/** The SDK that a session betrays, and its recordings that answer most alike. */
export interface Recognition {
  readonly sdk: RecognisedSdk;
  readonly recordings: readonly SdkRecording[];
}

/**
 * An SDK is recognised by at least two different answers that no other SDK gives, in a session that answers like one of
 * its recordings in most other things too. One copied wording is not enough.
 */
export const recogniseSdk = (
  telltales: readonly Telltale[],
  transport: string | undefined,
  table: SdkTable,
): Recognition | undefined => {
  const kind = transport === "stdio" ? "stdio" : "http";
  const heard = table.recordings.filter((recording) => recording.transport === kind);
  const scored = heard
    .map((recording) => ({ recording, ...compare(telltales, recording) }))
    .sort((one, other) => other.alike - one.alike);
  const best = scored[0];
  if (!best || best.alike < LEAST_ALIKE * best.of) return undefined;
  const family = familyOf(best.recording.sdk, table);
  const own = telltales.filter((telltale) => isOwn(telltale, family, table));
  const used = own.filter(({ name, answer }) => scored.some(({ recording }) => recording.telltales[name] === answer));
  if (new Set(used.map(({ answer }) => answer)).size < LEAST_OWN) return undefined;
  const recordings = scored
    .filter(({ recording, alike }) => alike === best.alike && familyOf(recording.sdk, table) === family)
    .map(({ recording }) => recording);
  // Where an SDK and the one it builds upon answer alike, it is the one below that does it.
  const ids = new Set(recordings.map(({ sdk }) => sdk));
  const id = ids.has(family) ? family : best.recording.sdk;
  const chosen = recordings.filter(({ sdk }) => sdk === id);
  const entry = entryOf(id, table);
  return {
    recordings,
    sdk: {
      id,
      name: entry?.name ?? id,
      versions: versionRange(chosen.map(({ version }) => version)),
      ...newestOf(id, chosen, table),
      alike: best.alike,
      of: best.of,
      shown_by: used.map(({ name, answer, exchange, pointer }) => ({ telltale: name, answer, exchange, pointer })),
    },
  };
};

const newestOf = (
  id: string,
  chosen: readonly SdkRecording[],
  { recordings }: SdkTable,
): Pick<RecognisedSdk, "newest"> => {
  const all = recordings.filter(({ sdk }) => sdk === id);
  const version = all
    .map((one) => one.version)
    .sort(compareVersions)
    .at(-1);
  if (version === undefined || chosen.some((one) => one.version === version)) return {};
  const newest = all.filter((one) => one.version === version);
  const fails = new Set(newest.flatMap(({ failures }) => Object.keys(failures)));
  // What its recordings do not show, such as a feature that it no longer has, is not mended.
  const shown = new Set(newest.flatMap(({ passed }) => passed));
  const versions = new Set(chosen.map((one) => one.version));
  const brought = new Set(
    all.filter((one) => versions.has(one.version)).flatMap(({ failures }) => Object.keys(failures)),
  );
  const mends = [...brought].filter((rule) => shown.has(rule) && !fails.has(rule));
  return { newest: { version, fails: [...fails].sort(), mends: mends.sort() } };
};

const compare = (
  telltales: readonly Telltale[],
  recording: SdkRecording,
): { readonly alike: number; readonly of: number } => {
  const both = telltales.filter(({ name }) => recording.telltales[name] !== undefined);
  return { alike: both.filter(({ name, answer }) => recording.telltales[name] === answer).length, of: both.length };
};

/** Silence and plain results are nobody's own, nor are the words of the JSON-RPC specification. */
const COMMON =
  /^(HTTP \d+ )?(result|nothing|timed-out|closed|unexpected-exit|none|absent|present|UUID|text ""|error -\d+ "(method not found|parse error|invalid request|invalid params|internal error)\.?"( id null| without id)?)$/i;

/** Nobody else answers so, and somebody of this family does. */
const isOwn = ({ name, answer }: Pick<Telltale, "name" | "answer">, family: string, table: SdkTable): boolean => {
  if (COMMON.test(answer)) return false;
  const users = table.recordings.filter(({ telltales }) => telltales[name] === answer);
  return users.length > 0 && users.every(({ sdk }) => familyOf(sdk, table) === family);
};

/** The answers of a recording that no other SDK gives. */
export const ownTelltales = (
  id: string,
  telltales: SdkRecording["telltales"],
  table: SdkTable,
): readonly (readonly [name: string, answer: string])[] => {
  const family = familyOf(id, table);
  return Object.entries(telltales).filter(([name, answer]) => isOwn({ name, answer }, family, table));
};

const entryOf = (id: string, { sdks }: SdkTable): Sdk | undefined => sdks.find((sdk) => sdk.id === id);

/** An SDK together with those that build upon it. */
export const familyOf = (id: string, table: SdkTable): string => entryOf(id, table)?.base ?? id;
