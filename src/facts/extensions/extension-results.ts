import { isJsonObject, member } from "../../model/json.ts";
import { unseen } from "../common/gaps.ts";
import { distinct } from "../common/messages.ts";
import { META_KEYS, metaOf } from "../common/modern.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { capabilities } from "../lifecycle/handshake.ts";
import { placeOf, type Seat, type View } from "../view.ts";

const CORE: readonly string[] = ["complete", "input_required"];

/** The extension a result type is known to belong to. */
const OWNERS: Readonly<Record<string, string>> = { task: "io.modelcontextprotocol/tasks" };

const resultTypeOf = ({ exchange }: Seat): string | undefined => {
  const type = member(member(exchange.response, "result"), "resultType");
  return typeof type === "string" ? type : undefined;
};

export const extensionResults: Fact = {
  name: "extension_results",
  doc: "Results of a type that no core method has, and whether an extension for it was advertised and declared.",
  kind: "list",
  type: "object: result_type, server (advertised, not-advertised), client (declared, not-declared)",
  derived: ["server", "client"],
  read(view) {
    const answered = view.seats.filter((seat) => resultTypeOf(seat) !== undefined);
    const [first] = answered;
    if (!first) return unseen(view, ["server/discover"], "a result with a resultType");
    const offered = advertised(view);
    return seen(distinct(answered.flatMap((seat) => foreign(seat, offered))), [
      placeOf(first, "/response/result/resultType"),
    ]);
  },
};

const foreign = (seat: Seat, offered: readonly string[]): readonly Item[] => {
  const type = resultTypeOf(seat);
  if (type === undefined || CORE.includes(type)) return [];
  const owner = OWNERS[type];
  const isIn = (names: readonly string[]): boolean => (owner === undefined ? names.length > 0 : names.includes(owner));
  const pointer = "/response/result/resultType";
  return [
    {
      ...placeOf(seat, pointer),
      value: {
        result_type: type,
        server: isIn(offered) ? "advertised" : "not-advertised",
        client: isIn(declared(seat)) ? "declared" : "not-declared",
      },
      parts: { result_type: pointer, server: pointer, client: "/request" },
      name: seat.method,
    },
  ];
};

const namesIn = (extensions: unknown): readonly string[] => (isJsonObject(extensions) ? Object.keys(extensions) : []);

const advertised = (view: View): readonly string[] => {
  const reading = view.read(capabilities);
  return reading.seen ? reading.items.flatMap(({ value }) => namesIn(member(value, "extensions"))) : [];
};

const declared = (seat: Seat): readonly string[] =>
  namesIn(member(metaOf(seat.request)?.[META_KEYS.clientCapabilities], "extensions"));
