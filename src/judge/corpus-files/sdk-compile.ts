import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parse } from "yaml";
import type { Sdk, SdkRecording, SdkTable } from "../corpus/sdk.ts";
import { writeBuilt } from "./compile.ts";

/** sdks/: what is written by hand, and what is derived from the recordings. */
export const loadSdkTable = (root: string): SdkTable => ({
  sdks: parse(readFileSync(join(root, "sdks.yaml"), "utf8")) as readonly Sdk[],
  recordings: JSON.parse(readFileSync(join(root, "recorded.json"), "utf8")) as readonly SdkRecording[],
});

/** Turns sdks/ into the file that is read at run time. */
export const compileSdks = (root: string, out: string): void => {
  writeBuilt(out, "sdks.json.gz", gzipSync(JSON.stringify(loadSdkTable(root)), { level: 9 }));
};
