import type { SdkTable } from "../corpus/sdk.ts";
import { readBuilt } from "./embedded.ts";

/** What the SDKs bring along, as it ships. */
export const embeddedSdks = (): SdkTable => readBuilt("sdks.json.gz") as SdkTable;
