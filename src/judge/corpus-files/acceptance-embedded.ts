import type { AcceptanceTable } from "../corpus/acceptance.ts";
import { readBuilt } from "./embedded.ts";

/** What the consumers accept, as it ships. */
export const embeddedAcceptance = (): AcceptanceTable => readBuilt("acceptance.json.gz") as AcceptanceTable;
