import { member, stringMember } from "../../model/json.ts";
import { ANSWER_TYPE, answerItem, outcomeOf } from "../common/answer.ts";
import { seatsOf } from "../common/answers.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

const METHODS = [/^no-token-methods-/];

export const anonymousMethods: Fact = {
  name: "anonymous_methods",
  doc: "The answers to lists and a subscription without credentials, where at least one of them is refused with 401.",
  kind: "list",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read(view) {
    const found = seatsOf(view, METHODS);
    const refused = found.some(({ exchange }) => exchange.http?.status === 401);
    if (found.length > 0 && !refused)
      return inapplicable(
        "no method asks for credentials",
        found.map((seat) => placeOf(seat)),
      );
    if (found.length === 0) return openOr(view);
    return seen(found.map((seat) => answerItem(seat, view, seat.method, { beforeAuth: true })));
  },
};

/** Where no credentials were given and everything was served, no method asks for them. */
const openOr = (view: View) => {
  const { target } = view.capture;
  const served = view.seats.find((seat) => outcomeOf(seat.exchange) === "result");
  return target?.kind === "http" && target.header_names.length === 0 && served
    ? inapplicable("the server asks for no credentials", [placeOf(served)])
    : unseen(view, METHODS, "a request without credentials");
};

const toolNames = (seat: Seat): readonly string[] => {
  const tools = member(member(seat.exchange.response, "result"), "tools");
  return Array.isArray(tools) ? tools.flatMap((tool) => stringMember(tool, "name") ?? []) : [];
};

const SPOOFED = ["spoofed-client"];

export const spoofedClient: Fact = {
  name: "tools_for_spoofed_client",
  doc: "Tools that are listed only to a client whose name sounds privileged.",
  kind: "list",
  type: "string: the name of the tool",
  read(view) {
    const found = seatsOf(view, SPOOFED).filter(({ exchange }) => outcomeOf(exchange) === "result");
    const usual = view.seats.filter((seat) => seat.method === "tools/list" && seat.exchange.deliberate !== true);
    const names = new Set(usual.flatMap(toolNames));
    if (found.length === 0 || names.size === 0) return unseen(view, SPOOFED, "tools/list under another name");
    return seen(
      found.flatMap((seat) => extraTools(seat, names)),
      found.map((seat) => placeOf(seat, "/response/result/tools")),
    );
  },
};

const extraTools = (seat: Seat, usual: ReadonlySet<string>): readonly Item[] => {
  const tools = member(member(seat.exchange.response, "result"), "tools");
  return (Array.isArray(tools) ? tools : []).flatMap((tool, index): readonly Item[] => {
    const name = stringMember(tool, "name");
    if (name === undefined || usual.has(name)) return [];
    return [{ ...placeOf(seat, `/response/result/tools/${index}/name`), value: name, name }];
  });
};
