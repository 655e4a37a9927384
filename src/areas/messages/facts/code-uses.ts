import { isJsonObject, type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { declaredBy } from "../../../judge/core/client-questions.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import type { ExchangeRecord, Item, View } from "../../../judge/core/fact.ts";
import { type Heard, messageFact } from "../../../judge/core/messages.ts";
import { errorCodeOf } from "../../../judge/core/record-members.ts";
import { isOfEra, metaOf, requestHeader } from "../../../judge/core/stateless-requests.ts";
import { ERROR_CODE } from "../../../protocol/error-codes.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import { wireVersion } from "../../../protocol/revision.ts";

/** The codes that only one kind of defect may be answered with, and whether the request had it. */
export const codeUses = messageFact(
  {
    name: "code_uses",
    doc: "Every -32020, -32021 and -32022, and whether the request it answers had the defect the code stands for.",
    type: "object: code, defect (shown, not-shown)",
    derived: ["defect"],
    words: { "not-shown": "the code stands for a defect that the request did not have" },
  },
  (heard, view): Item | undefined => {
    const code = errorCodeOf(heard.value);
    const { record } = heard;
    if (heard.kind !== "response" || !record || !isDefectCode(code)) return undefined;
    // Whoever still sends initialize may be told which versions there are.
    if (!isOfEra(record, view) || record.request === undefined || record.method === "initialize") return undefined;
    const defect = DEFECTS[code](record, view, heard) ? "shown" : "not-shown";
    const place = { exchange: heard.exchange, pointer: `${heard.pointer}/error/code` };
    return derivedItem(place, { code, defect }, record.method);
  },
);

const DEFECT_CODES = [ERROR_CODE.headerMismatch, ERROR_CODE.missingClientCapability, ERROR_CODE.unsupportedVersion];
type DefectCode = (typeof DEFECT_CODES)[number];

const isDefectCode = (code: Json | undefined): code is DefectCode => DEFECT_CODES.some((known) => known === code);

/** Generous: what can be read as the defect is the defect. */
const DEFECTS: Readonly<Record<DefectCode, (record: ExchangeRecord, view: View, heard: Heard) => boolean>> = {
  [ERROR_CODE.headerMismatch]: (record) => {
    if (!record.exchange.http) return false;
    const version = metaOf(record.request)?.[META_KEY.protocolVersion];
    return (
      requestHeader(record, HEADER_KEY.protocolVersion) !== version ||
      requestHeader(record, HEADER_KEY.method) !== record.method ||
      record.exchange.deliberate === true ||
      record.exchange.http.request_headers.some(([name]) => /^mcp-(name|param-)/i.test(name))
    );
  },
  [ERROR_CODE.missingClientCapability]: (record, _view, { value }) => {
    const required = valueAt(value, "error", "data", "requiredCapabilities");
    if (!isJsonObject(required) || Object.keys(required).length === 0) return true;
    return !covers(declaredBy(record), required);
  },
  [ERROR_CODE.unsupportedVersion]: (record, view) => {
    const version = stringMember(metaOf(record.request), META_KEY.protocolVersion);
    const header = requestHeader(record, HEADER_KEY.protocolVersion);
    const spoken = wireVersion(view.revision);
    return version !== spoken || (header !== undefined && header !== spoken);
  },
};

/** Whether everything in `needed` is in `given`, members within members included. */
const covers = (given: Json | undefined, needed: Json): boolean => {
  if (!isJsonObject(needed)) return given !== undefined;
  return isJsonObject(given) && Object.entries(needed).every(([key, value]) => covers(member(given, key), value));
};
