import { isJsonObject, type Json, member, stringMember } from "../../model/json.ts";
import { wireVersion } from "../../model/revision.ts";
import { type Heard, messageFact } from "../common/messages.ts";
import { isOfEra, META_KEYS, metaOf, requestHeader } from "../common/modern.ts";
import type { Item } from "../fact.ts";
import type { Seat, View } from "../view.ts";
import { declaredBy } from "./server-requests.ts";

/** The codes that only one kind of defect may be answered with, and whether the request had it. */
export const codeUses = messageFact(
  {
    name: "code_uses",
    doc: "Every -32020, -32021 and -32022, and whether the request it answers had the defect the code stands for.",
    type: "object: code, defect (shown, not-shown)",
    derived: ["defect"],
  },
  (heard, view): Item | undefined => {
    const code = member(member(heard.value, "error"), "code");
    const { seat } = heard;
    if (heard.kind !== "response" || !seat || (code !== -32020 && code !== -32021 && code !== -32022)) return undefined;
    // Whoever still sends initialize may be told which versions there are.
    if (!isOfEra(seat, view) || seat.request === undefined || seat.method === "initialize") return undefined;
    const defect = DEFECTS[code](seat, view, heard) ? "shown" : "not-shown";
    const pointer = `${heard.pointer}/error/code`;
    return {
      value: { code, defect },
      exchange: heard.exchange,
      pointer,
      name: seat.method,
      parts: { code: pointer, defect: pointer },
    };
  },
);

/** Generous: what can be read as the defect is the defect. */
const DEFECTS: Readonly<Record<-32020 | -32021 | -32022, (seat: Seat, view: View, heard: Heard) => boolean>> = {
  [-32020]: (seat) => {
    if (!seat.exchange.http) return false;
    const version = metaOf(seat.request)?.[META_KEYS.protocolVersion];
    return (
      requestHeader(seat, "mcp-protocol-version") !== version ||
      requestHeader(seat, "mcp-method") !== seat.method ||
      seat.exchange.deliberate === true ||
      seat.exchange.http.request_headers.some(([name]) => /^mcp-(name|param-)/i.test(name))
    );
  },
  [-32021]: (seat, _view, { value }) => {
    const required = member(member(member(value, "error"), "data"), "requiredCapabilities");
    if (!isJsonObject(required) || Object.keys(required).length === 0) return true;
    return !covers(declaredBy(seat), required);
  },
  [-32022]: (seat, view) => {
    const version = stringMember(metaOf(seat.request), META_KEYS.protocolVersion);
    const header = requestHeader(seat, "mcp-protocol-version");
    const spoken = wireVersion(view.revision);
    return version !== spoken || (header !== undefined && header !== spoken);
  },
};

/** Whether everything in `needed` is in `given`, members within members included. */
const covers = (given: Json | undefined, needed: Json): boolean => {
  if (!isJsonObject(needed)) return given !== undefined;
  return isJsonObject(given) && Object.entries(needed).every(([key, value]) => covers(member(given, key), value));
};
