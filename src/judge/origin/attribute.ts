import { member } from "../../base/json.ts";
import type { Capture, Exchange } from "../../capture/capture.ts";
import type { Origin } from "../core/origin.ts";
import type { Verdict } from "../core/verdict.ts";
import type { RecognisedSdk, SdkRecording, SdkTable } from "../corpus/sdk.ts";
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
  const telltales = telltalesIn(capture);
  const recognised = recogniseSdk(telltales, capture.transport, table);
  const answers = new Map(telltales.map(({ name, answer }) => [name, answer]));
  const exchanges = exchangesById(capture);
  return {
    sdk: recognised?.sdk,
    attribute: (verdict) =>
      verdict.state === "fail"
        ? { ...verdict, origin: originOf(verdict, { capture, exchanges, answers, recognised, table }) }
        : verdict,
  };
};

interface Known {
  readonly capture: Capture;
  readonly exchanges: ReadonlyMap<string | number, Exchange>;
  /** The telltales by name. */
  readonly answers: ReadonlyMap<string, string>;
  readonly recognised: Recognition | undefined;
  readonly table: SdkTable;
}

const originOf = (verdict: Failed, known: Known): Origin => {
  const { capture, exchanges, recognised, table } = known;
  if (isLaunchersDoing(verdict, capture)) return { kind: "launcher", note: LAUNCHER_NOTE };
  if (!recognised) return { kind: "unknown" };
  const { sdk, recordings } = recognised;
  const failing = verdict.evidence.map((evidence) => {
    const exchange = evidence.exchange === null ? undefined : exchanges.get(evidence.exchange);
    return { signature: signatureOf(evidence, exchange), isKin: kinshipOf(exchange, known) };
  });
  const brings = (one: SdkRecording, signature: string): boolean =>
    one.failures[verdict.id]?.signatures.includes(signature) ?? false;
  // What the SDK does by itself does not depend on what else the server offers, nor on the transport it is asked over.
  const versions = new Set(recordings.map((one) => versionKey(one)));
  const same = table.recordings.filter((one) => versions.has(versionKey(one)));
  if (!failing.every(({ signature, isKin }) => same.some((one) => isKin(one) && brings(one, signature))))
    return verdict.evidence.some(({ exchange }) => isEndByNotification(exchanges.get(exchange ?? ""), capture))
      ? { kind: "unknown" }
      : { kind: "yours" };
  const others = table.recordings.filter(({ sdk: id }) => id === sdk.id);
  const alike = [...new Set(others.map(({ version }) => version))].filter((version) =>
    failing.every(({ signature }) => others.some((one) => one.version === version && brings(one, signature))),
  );
  const note = table.sdks.find(({ id }) => id === sdk.id)?.notes.find(({ rule }) => rule === verdict.id);
  return {
    kind: "sdk",
    sdk: sdk.name,
    versions: alike.length > 0 ? versionRange(alike) : sdk.versions,
    ...(note ? { note: [note.text, ...(note.upstream ?? [])].join("; ") } : {}),
  };
};

/** What answers to a name that is on no such list. */
const NAME_ASKED: Readonly<Record<string, string>> = {
  "tools/list": "unknown-tool",
  "resources/list": "unknown-resource",
  "resources/templates/list": "unknown-resource",
  "prompts/list": "unknown-prompt",
};

/**
 * A list looks the same whoever writes it. It is the SDK's where the SDK keeps the entries; then unknown names are refused in
 * its words too. An author who refuses them in words of his own has written the list himself.
 */
const kinshipOf = (exchange: Exchange | undefined, { answers }: Known): ((recording: SdkRecording) => boolean) => {
  const method = member(exchange?.request, "method");
  const name = typeof method === "string" ? NAME_ASKED[method] : undefined;
  const answer = name === undefined ? undefined : answers.get(name);
  if (name === undefined || answer === undefined) return () => true;
  return ({ telltales: { [name]: recorded } }) => recorded === undefined || recorded === answer;
};

/**
 * A process that left on a notification of the protocol, which the SDK reads and authors rarely do. Whether the SDK ends there depends on
 * what came before, in which a recording may differ: nobody can tell whose doing it is.
 */
const isEndByNotification = (exchange: Exchange | undefined, { conversations = [] }: Capture): boolean => {
  const method = member(exchange?.request, "method");
  if (typeof method !== "string" || !method.startsWith("notifications/")) return false;
  return conversations.some(({ id, process }) => id === exchange?.conversation && process?.ended_by === "itself");
};

const versionKey = ({ sdk, version }: SdkRecording): string => `${sdk} ${version}`;

const LAUNCHER_NOTE = "written by the program that installs and starts the server, not by the server";
