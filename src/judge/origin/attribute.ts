import type { Capture, Exchange } from "../../model/capture.ts";
import type { Origin } from "../../model/origin.ts";
import type { RecognisedSdk, SdkRecording, SdkTable } from "../../model/sdk.ts";
import type { Verdict } from "../../model/verdict.ts";
import { exchangesById } from "../exchanges-by-id.ts";
import { isLaunchersDoing } from "./launcher.ts";
import { type Recognition, recogniseSdk } from "./recognise.ts";
import { signatureOf } from "./signature.ts";
import { telltalesIn } from "./telltales.ts";
import { versionRange } from "./versions.ts";

type Failed = Extract<Verdict, { readonly state: "fail" }>;

/** Says of a session's failures where they come from. */
export interface Attribution {
  readonly sdk: RecognisedSdk | undefined;
  readonly attribute: <V extends Verdict>(verdict: V) => V;
}

/**
 * A failure is the SDK's only where the session betrays the SDK and the smallest faultless server on it fails in the same
 * way: every failing item was asked the same and answered the same. Otherwise it is the author's; where no SDK is
 * recognised, nobody can tell.
 */
export const attributionOf = (capture: Capture, table: SdkTable): Attribution => {
  const recognised = recogniseSdk(telltalesIn(capture), capture.transport, table);
  const exchanges = exchangesById(capture);
  return {
    sdk: recognised?.sdk,
    attribute: (verdict) =>
      verdict.state === "fail"
        ? { ...verdict, origin: originOf(verdict, { capture, exchanges, recognised, table }) }
        : verdict,
  };
};

interface Known {
  readonly capture: Capture;
  readonly exchanges: ReadonlyMap<string | number, Exchange>;
  readonly recognised: Recognition | undefined;
  readonly table: SdkTable;
}

const originOf = (verdict: Failed, { capture, exchanges, recognised, table }: Known): Origin => {
  if (isLaunchersDoing(verdict, capture)) return { kind: "launcher", note: LAUNCHER_NOTE };
  if (!recognised) return { kind: "unknown" };
  const { sdk, recordings } = recognised;
  const signatures = verdict.evidence.map((evidence) =>
    signatureOf(evidence, evidence.exchange === null ? undefined : exchanges.get(evidence.exchange)),
  );
  const isBrought = (versions: readonly SdkRecording[]): boolean => {
    const brought = new Set(versions.flatMap(({ failures }) => failures[verdict.id]?.signatures ?? []));
    return signatures.every((signature) => brought.has(signature));
  };
  // What the SDK does by itself does not depend on what else the server offers, nor on the transport it is asked over.
  const versions = new Set(recordings.map((one) => versionKey(one)));
  const same = table.recordings.filter((one) => versions.has(versionKey(one)));
  if (!isBrought(same)) return { kind: "yours" };
  const others = table.recordings.filter(({ sdk: id }) => id === sdk.id);
  const alike = [...new Set(others.map(({ version }) => version))].filter((version) =>
    isBrought(others.filter((one) => one.version === version)),
  );
  const note = table.sdks.find(({ id }) => id === sdk.id)?.notes.find(({ rule }) => rule === verdict.id);
  return {
    kind: "sdk",
    sdk: sdk.name,
    versions: alike.length > 0 ? versionRange(alike) : sdk.versions,
    ...(note ? { note: [note.text, ...(note.upstream ?? [])].join("; ") } : {}),
  };
};

const versionKey = ({ sdk, version }: SdkRecording): string => `${sdk} ${version}`;

const LAUNCHER_NOTE = "written by the program that installs and starts the server, not by the server";
