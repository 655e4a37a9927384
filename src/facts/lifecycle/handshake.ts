import { isJsonObject, type Json, member } from "../../model/json.ts";
import { answersTo } from "../common/answers.ts";
import { unseen } from "../common/gaps.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type View } from "../view.ts";

export const initialize = answersTo({
  name: "initialize",
  doc: "The answers to a regular initialize request that asks for the revision being judged.",
  steps: ["initialize"],
  where: (seat) => seat.method === "initialize",
});

export const discover = answersTo({
  name: "discover",
  doc: "The answers to a regular server/discover request.",
  steps: ["server/discover", "settle-era", "idle"],
  where: (seat) => seat.method === "server/discover",
});

/** What the server advertises: in the initialize result, in the discover result, or where the capture says so itself. */
export const capabilities: Fact = {
  name: "capabilities",
  doc: "The capabilities the server advertises in its initialize or discover result.",
  kind: "observations",
  type: "object: one member per capability",
  read(view) {
    const found = advertised(view);
    return found ? seen([found]) : unseen(view, ["initialize", "server/discover"], "the server's capabilities");
  },
};

const advertised = (view: View): Item | undefined => {
  for (const seat of view.seats) {
    if (seat.exchange.deliberate || (seat.method !== "initialize" && seat.method !== "server/discover")) continue;
    const value: Json | undefined = member(member(seat.exchange.response, "result"), "capabilities");
    if (isJsonObject(value)) return { ...placeOf(seat, "/response/result/capabilities"), value };
  }
  const { server_capabilities: value } = view.capture;
  // A capture that speaks of its conversations says there what each of them advertised.
  if (value === null || view.capture.conversations !== undefined) return undefined;
  return { exchange: null, pointer: "/server_capabilities", value };
};
