import type { Sdk, SdkRecording, SdkSummary, SdkTable } from "../corpus/sdk.ts";
import { GRADES, type Grade } from "../grade.ts";
import { ownTelltales } from "./recognise.ts";
import { compareVersions, versionRange } from "./versions.ts";

/** The table as people read it: SDK by SDK, version by version. */
export const summarizeSdks = (table: SdkTable): readonly SdkSummary[] =>
  table.sdks.flatMap((sdk) => {
    const recordings = table.recordings.filter((recording) => recording.sdk === sdk.id);
    if (recordings.length === 0) return [];
    const versions = [...new Set(recordings.map(({ version }) => version))].sort(compareVersions);
    return [
      {
        ...{ id: sdk.id, name: sdk.name, language: sdk.language, packages: sdk.packages, issues: sdk.issues },
        versions: versions.map((version) => summarizeVersion(sdk, version, recordings)),
        recognised_by: recognisedBy(sdk, recordings, table),
      },
    ];
  });

const summarizeVersion = (
  { notes }: Sdk,
  version: string,
  all: readonly SdkRecording[],
): SdkSummary["versions"][number] => {
  const recordings = all.filter((recording) => recording.version === version);
  const ids = [...new Set(recordings.flatMap(({ failures }) => Object.keys(failures)))].sort();
  return {
    version,
    revision:
      recordings
        .map(({ revision }) => revision)
        .sort()
        .at(-1) ?? "draft",
    grade: worstOf(recordings.map(({ grade }) => grade)),
    transports: transportsOf(recordings),
    failures: ids.flatMap((id) => {
      const failing = recordings.filter(({ failures }) => failures[id] !== undefined);
      const failure =
        failing.map(({ failures }) => failures[id]).find((one) => one && !one.older) ?? failing[0]?.failures[id];
      if (!failure) return [];
      const note = notes.find(({ rule }) => rule === id);
      return [
        {
          ...{ id, title: failure.title, level: failure.level, advisory: failure.advisory },
          ...(failure.older ? { older: true as const } : {}),
          transports: transportsOf(failing),
          ...(note ? { note: note.text, ...(note.upstream ? { upstream: note.upstream } : {}) } : {}),
        },
      ];
    }),
  };
};

const transportsOf = (recordings: readonly SdkRecording[]): readonly ("stdio" | "http")[] =>
  (["stdio", "http"] as const).filter((one) => recordings.some(({ transport }) => transport === one));

const worstOf = (grades: readonly (Grade | null)[]): Grade | null =>
  grades.includes(null) ? null : ([...GRADES].reverse().find((grade) => grades.includes(grade)) ?? null);

const recognisedBy = (sdk: Sdk, recordings: readonly SdkRecording[], table: SdkTable): SdkSummary["recognised_by"] => {
  const found = new Map<string, { telltale: string; answer: string; versions: string[] }>();
  for (const { version, telltales } of recordings) {
    for (const [telltale, answer] of ownTelltales(sdk.id, telltales, table)) {
      const key = JSON.stringify([telltale, answer]);
      const entry = found.get(key) ?? { telltale, answer, versions: [] };
      entry.versions.push(version);
      found.set(key, entry);
    }
  }
  return [...found.values()].map(({ versions, ...rest }) => ({ ...rest, versions: versionRange(versions) }));
};
