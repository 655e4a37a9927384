import { isJsonObject, type Json, member } from "../../../base/json.ts";
import { answersTo } from "../answers.ts";
import { type Fact, type Item, placeOf, seen, type View } from "../fact.ts";
import { resultOf } from "../record-members.ts";
import { unseen } from "../unseen.ts";

export const initialize = answersTo({
  name: "initialize",
  doc: "The answers to a regular initialize request that asks for the revision being judged.",
  questions: ["initialize"],
  where: (record) => record.method === "initialize",
});

export const discover = answersTo({
  name: "discover",
  doc: "The answers to a regular server/discover request.",
  questions: ["server/discover", "settle-era", "idle"],
  where: (record) => record.method === "server/discover",
});

/** What the server advertises: in the initialize result, in the discover result, or where the capture says so itself. */
export const capabilities: Fact = {
  name: "capabilities",
  doc: "The capabilities the server advertises in its initialize or discover result.",
  kind: "observations",
  type: "object: one member per capability",
  questions: ["initialize", "server/discover"],
  read(view) {
    const found = advertised(view);
    return found ? seen([found]) : unseen(view, this.questions, "the server's capabilities");
  },
};

const advertised = (view: View): Item | undefined => {
  for (const record of view.records) {
    if (record.exchange.deliberate || (record.method !== "initialize" && record.method !== "server/discover")) continue;
    const value: Json | undefined = member(resultOf(record), "capabilities");
    if (isJsonObject(value)) return { ...placeOf(record, "/response/result/capabilities"), value };
  }
  const { server_capabilities: value } = view.capture;
  // A capture that speaks of its conversations says there what each of them advertised.
  if (value === null || view.capture.conversations !== undefined) return undefined;
  return { exchange: null, pointer: "/server_capabilities", value };
};
