// What clients did not do: said only of one that came to its end.

import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { clientTable, said, told } from "../client-table.ts";

const META = { [META_KEY.protocolVersion]: "2026-07-28", [META_KEY.clientCapabilities]: {} };
const DISCOVER = { method: "server/discover", params: { _meta: META } };
const VERSIONS = { scenario: "version-refused", revision: "2026-07-28" } as const;
const refused = said(1, 0, DISCOVER, {
  error: { code: -32022, message: "Unsupported", data: { supported: ["2026-07-28"] } },
});

clientTable("version_retries", [
  told("a listed version", [refused, said(4, 10, DISCOVER, { result: {} })], { ...VERSIONS, end: "itself" }).reads([
    { tried: "listed", id: "new" },
  ]),
  told("the end", [refused], { ...VERSIONS, end: "itself" }).reads([{ tried: "not-again" }]),
  told("a client that may yet try", [refused], { ...VERSIONS, end: "limit" }).reads([]),
]);
