import { clientTable, said, told } from "../client-table.ts";

const list = (seq: number, cursor: string | undefined, nextCursor?: string) =>
  said(
    seq,
    seq,
    { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
    { result: { tools: [], ...(nextCursor === undefined ? {} : { nextCursor }) } },
  );

clientTable("sent_cursors", [
  told("the cursor that was given", [list(1, undefined, "é="), list(4, "é=")]).reads(["given"]),
  told("another", [list(1, undefined, "é="), list(4, "e=")]).reads(["changed"]),
  told("one of before the recording", [list(4, "e=")]).reads([]),
]);

clientTable("first_page_cursors", [
  told("null", [said(1, 1, { method: "tools/list", params: { cursor: null } })]).reads(["null"]),
  told("a text", [said(1, 1, { method: "tools/list", params: { cursor: "" } })]).reads(["empty"]),
  told("none", [list(1, undefined)]).reads(["absent"]),
]);
