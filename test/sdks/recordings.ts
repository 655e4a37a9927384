import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Capture } from "../../src/capture/capture.ts";
import type { SdkTable } from "../../src/judge/corpus/sdk.ts";
import { loadSdkTable } from "../../src/judge/corpus-files/sdk-compile.ts";

const FOLDER = new URL("../captures/sdks/", import.meta.url);

/** The names of the committed recordings of the smallest faultless servers. */
export const RECORDED = readdirSync(FOLDER)
  .filter((file) => /^[^.].*\.json$/.test(file))
  .map((file) => file.replace(/\.json$/, ""));

const READ = new Map<string, Capture>();

export const recorded = (name: string): Capture => {
  const capture = READ.get(name) ?? (JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8")) as Capture);
  READ.set(name, capture);
  return capture;
};

export const committedTable = (): SdkTable => loadSdkTable(fileURLToPath(new URL("../../sdks/", import.meta.url)));
