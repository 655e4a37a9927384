import { canonicalJson } from "../../json/canonical.ts";
import { type Json, member, stringMember } from "../../model/json.ts";
import { seatsOf } from "../common/answers.ts";
import { unseen } from "../common/gaps.ts";
import { META_KEYS, metaOf } from "../common/modern.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

/** What a server offers, without what may change from one answer to the next. */
const offerIn = (seat: Seat): string | undefined => {
  const result = member(seat.exchange.response, "result");
  if (result === undefined) return undefined;
  if (seat.method === "server/discover")
    return text([member(result, "capabilities"), member(result, "supportedVersions")]);
  const tools = member(result, "tools");
  return Array.isArray(tools) ? text(tools.map((tool) => stringMember(tool, "name") ?? null)) : undefined;
};

const text = (values: readonly (Json | undefined)[]): string | undefined => {
  try {
    return canonicalJson(values.map((value) => value ?? null));
  } catch {
    return undefined;
  }
};

const STEPS = [/^client-name-(claude-ai|cursor)(-tools)?$/, "no-client-info"];
const USUAL = ["server/discover", "tools/list"];

/** Only the first page is compared: which tools come on it is the same for everybody too. */
export const clientNames: Fact = {
  name: "client_names",
  doc: "What is offered to clients of other names, compared with what mcptest is offered under its own.",
  kind: "list",
  type: "object: client, asked (method), offer (same, other)",
  derived: ["offer"],
  read(view) {
    const found = seatsOf(view, STEPS);
    const items = found.flatMap((seat) => compared(seat, view));
    return items.length === 0 ? unseen(view, STEPS, "answers to clients of other names") : seen(items);
  },
};

const compared = (seat: Seat, view: View): readonly Item[] => {
  const usual = view.seats.find(({ step, method }) => method === seat.method && USUAL.includes(step ?? ""));
  const [mine, other] = [usual && offerIn(usual), offerIn(seat)];
  if (mine === undefined || other === undefined) return [];
  const client = stringMember(metaOf(seat.request)?.[META_KEYS.clientInfo], "name") ?? "";
  const value = { client, asked: seat.method ?? "", offer: mine === other ? "same" : "other" };
  const parts = { client: "/request/params", asked: "/request/method", offer: "/response/result" };
  return [{ value, ...placeOf(seat), name: client, parts }];
};
