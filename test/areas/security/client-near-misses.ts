import { onMeta } from "../../clients/edits.ts";
import { HTTP, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("ids-of-its-own", ["C-SEC-008"], HTTP).does(
    onMeta((meta) => ({ ...meta, "com.example/trace": "0af7651916cd43dd8448eb211c80319c" }), "tools/call"),
  ),
];
