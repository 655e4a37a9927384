import type { Place } from "../../capture/capture.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { Level } from "../core/rule.ts";
import type { Grade } from "../grade.ts";

/** What is known about the SDKs: names and notes written by hand, the rest derived from recordings of the smallest faultless server. */
export interface SdkTable {
  readonly sdks: readonly Sdk[];
  /** Of one SDK from the oldest to the newest. */
  readonly recordings: readonly SdkRecording[];
}

export interface Sdk {
  readonly id: string;
  /** As its users call it. */
  readonly name: string;
  readonly language: string;
  /** What is installed, and from where: "npm @modelcontextprotocol/sdk". */
  readonly packages: readonly string[];
  /** The SDK that it builds upon, so that both answer in the same words. */
  readonly base?: string;
  readonly issues: string;
  readonly notes: readonly SdkNote[];
}

/** What is known about a failure beyond the recordings. */
export interface SdkNote {
  readonly rule: string;
  readonly text: string;
  /** Where it was reported. */
  readonly upstream?: readonly string[];
}

export interface SdkRecording {
  /** The committed recording, without its ending. */
  readonly name: string;
  readonly sdk: string;
  readonly version: string;
  readonly transport: "stdio" | "http";
  readonly revision: Revision;
  readonly grade: Grade | null;
  /** How it answers to the questions that tell SDKs apart. */
  readonly telltales: Readonly<Record<string, string>>;
  /** By rule id. */
  readonly failures: Readonly<Record<string, SdkFailure>>;
  /** The ids of the rules that its newest revision holds it to and that it meets. */
  readonly passed: readonly string[];
}

export interface SdkFailure {
  readonly title: string;
  readonly level: Level;
  readonly advisory: boolean;
  /** Only in an older revision than the one it is judged by. */
  readonly older?: true;
  /** What was asked and what was answered, in words that do not depend on the server's own. */
  readonly signatures: readonly string[];
}

/** The SDK that a session betrays. */
export interface RecognisedSdk {
  readonly id: string;
  readonly name: string;
  /** Of the recordings that answer alike: "1.20.2", "1.12.3 to 1.20.2". */
  readonly versions: string;
  /** The newest recorded version, where it is none of these: what it still fails, and what it was seen to mend. */
  readonly newest?: {
    readonly version: string;
    readonly fails: readonly string[];
    readonly mends: readonly string[];
  };
  /** How many telltale answers are those of the recordings, of how many. */
  readonly alike: number;
  readonly of: number;
  /** The wordings that no other SDK uses, and where they stand. */
  readonly shown_by: readonly (Place & { readonly telltale: string; readonly answer: string })[];
}

/** An SDK as `mcptest sdk` shows it. */
export interface SdkSummary extends Pick<Sdk, "id" | "name" | "language" | "packages" | "issues"> {
  /** From the oldest to the newest that was recorded. */
  readonly versions: readonly SdkVersion[];
  /** Answers that no other SDK gives. */
  readonly recognised_by: readonly { readonly telltale: string; readonly answer: string; readonly versions: string }[];
}

export interface SdkVersion {
  readonly version: string;
  /** The newest revision that it speaks. */
  readonly revision: Revision;
  /** The worst of its recordings. */
  readonly grade: Grade | null;
  readonly transports: readonly SdkRecording["transport"][];
  readonly failures: readonly (Pick<SdkFailure, "title" | "level" | "advisory" | "older"> & {
    readonly id: string;
    readonly transports: readonly SdkRecording["transport"][];
    readonly note?: string;
    readonly upstream?: readonly string[];
  })[];
}

/** What upgrading the SDK does for an upgrade of the protocol. */
export interface SdkUpgrade {
  readonly name: string;
  readonly versions: string;
  /** The newest recorded version; its smallest server speaks the revision in question. */
  readonly to: string;
  /** Rules that break or are to be built, and that the smallest server on that version meets. */
  readonly does: readonly string[];
  /** Those that it does not show. */
  readonly remains: readonly string[];
}
