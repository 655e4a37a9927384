import { onParams } from "../../clients/edits.ts";
import { EVERYWHERE, type NearMissClient, nearMiss, STDIO } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  // The digits of an encoded letter may be of either size.
  nearMiss("expands-in-lower-case", ["C-RES-001", "C-RES-002", "C-RES-003"], EVERYWHERE, "odd-resources").does(
    onParams("resources/read", (params) => ({
      ...params,
      uri: String(params["uri"]).replace(/^test:\/\/files\/.*/, (uri) =>
        uri.replace(/%[\dA-F]{2}/g, (one) => one.toLowerCase()),
      ),
    })),
  ),
  nearMiss("subscribes-twice", ["C-RES-005", "C-RES-006"], STDIO, "watched-resource").does({
    after: {
      "resources/subscribe": [
        { jsonrpc: "2.0", id: "again", method: "resources/subscribe", params: { uri: "test://note" } },
      ],
    },
  }),
];
