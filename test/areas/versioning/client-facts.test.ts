// What clients did not do: said only of one that came to its end.

import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { clientTable, said } from "../client-table.ts";

const META = { [META_KEY.protocolVersion]: "2026-07-28", [META_KEY.clientCapabilities]: {} };
const DISCOVER = { method: "server/discover", params: { _meta: META } };
const REFUSED = { error: { code: -32022, message: "Unsupported", data: { supported: ["2026-07-28"] } } };
const VERSIONS = { scenario: "version-refused", revision: "2026-07-28" } as const;

clientTable("version_retries", [
  {
    ...VERSIONS,
    shows: "a listed version",
    exchanges: [said(1, 0, DISCOVER, REFUSED), said(4, 10, DISCOVER, { result: {} })],
    end: "itself",
    reads: [{ tried: "listed", id: "new" }],
  },
  {
    ...VERSIONS,
    shows: "the end",
    exchanges: [said(1, 0, DISCOVER, REFUSED)],
    end: "itself",
    reads: [{ tried: "not-again" }],
  },
  {
    ...VERSIONS,
    shows: "a client that may yet try",
    exchanges: [said(1, 0, DISCOVER, REFUSED)],
    end: "limit",
    reads: [],
  },
]);

const list = (seq: number, cursor: string | undefined, nextCursor?: string) =>
  said(
    seq,
    seq,
    { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
    { result: { tools: [], ...(nextCursor === undefined ? {} : { nextCursor }) } },
  );

clientTable("sent_cursors", [
  { shows: "the cursor that was given", exchanges: [list(1, undefined, "é="), list(4, "é=")], reads: ["given"] },
  { shows: "another", exchanges: [list(1, undefined, "é="), list(4, "e=")], reads: ["changed"] },
  { shows: "one of before the recording", exchanges: [list(4, "e=")], reads: [] },
]);

clientTable("first_page_cursors", [
  { shows: "null", exchanges: [said(1, 1, { method: "tools/list", params: { cursor: null } })], reads: ["null"] },
  { shows: "a text", exchanges: [said(1, 1, { method: "tools/list", params: { cursor: "" } })], reads: ["empty"] },
  { shows: "none", exchanges: [list(1, undefined)], reads: ["absent"] },
]);
