import { isJsonObject, member, valueAt } from "../../../base/json.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, type Item, placeOf, seen, type View } from "../../../judge/core/fact.ts";
import { capabilities } from "../../../judge/core/facts/handshake.ts";
import { metaOf } from "../../../judge/core/stateless-requests.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { META_KEY, TASKS_EXTENSION } from "../../../protocol/meta-keys.ts";

const CORE: readonly string[] = ["complete", "input_required"];

/** The extension a result type is known to belong to. */
const OWNERS: Readonly<Record<string, string>> = { task: TASKS_EXTENSION };

const resultTypeOf = ({ exchange }: ExchangeRecord): string | undefined => {
  const type = valueAt(exchange.response, "result", "resultType");
  return typeof type === "string" ? type : undefined;
};

export const extensionResults = defineFact({
  name: "extension_results",
  doc: "Results of a type that no core method has, and whether an extension for it was advertised and declared.",
  type: "object: result_type, server (advertised, not-advertised), client (declared, not-declared)",
  derived: ["server", "client"],
  questions: ["server/discover"],
  read(view) {
    const answered = view.records.filter((record) => resultTypeOf(record) !== undefined);
    const [first] = answered;
    if (!first) return unseen(view, this.questions, "a result with a resultType");
    const offered = advertised(view);
    return seen(distinct(answered.flatMap((record) => foreign(record, offered))), [
      placeOf(first, "/response/result/resultType"),
    ]);
  },
});

const foreign = (record: ExchangeRecord, offered: readonly string[]): readonly Item[] => {
  const type = resultTypeOf(record);
  if (type === undefined || CORE.includes(type)) return [];
  const owner = OWNERS[type];
  const isIn = (names: readonly string[]): boolean => (owner === undefined ? names.length > 0 : names.includes(owner));
  const pointer = "/response/result/resultType";
  return [
    {
      ...placeOf(record, pointer),
      value: {
        result_type: type,
        server: isIn(offered) ? "advertised" : "not-advertised",
        client: isIn(declared(record)) ? "declared" : "not-declared",
      },
      parts: { result_type: pointer, server: pointer, client: "/request" },
      name: record.method,
    },
  ];
};

const namesIn = (extensions: unknown): readonly string[] => (isJsonObject(extensions) ? Object.keys(extensions) : []);

const advertised = (view: View): readonly string[] => {
  const reading = view.read(capabilities);
  return reading.seen ? reading.items.flatMap(({ value }) => namesIn(member(value, "extensions"))) : [];
};

const declared = (record: ExchangeRecord): readonly string[] =>
  namesIn(member(metaOf(record.request)?.[META_KEY.clientCapabilities], "extensions"));
