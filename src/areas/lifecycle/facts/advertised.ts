import { member } from "../../../base/json.ts";
import { answersTo, recordsOf } from "../../../judge/core/answers.ts";
import type { ExchangeRecord } from "../../../judge/core/fact.ts";
import { capabilities } from "../../../judge/core/facts/handshake.ts";
import { cursorOf } from "../../../judge/core/listings.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

/** Templates are left out: a server may have resources and no templates. */
const CAPABILITIES: Readonly<Record<string, string>> = {
  "tools/list": "tools",
  "resources/list": "resources",
  "prompts/list": "prompts",
};

const ASKED: readonly QuestionRef[] = ["tools/list", "resources/list", "prompts/list"];

const isFirstPage = (record: ExchangeRecord): boolean =>
  CAPABILITIES[record.method ?? ""] !== undefined && cursorOf(record) === undefined;

export const advertisedLists = answersTo({
  name: "advertised_lists",
  doc: "The answers to tools/list, resources/list and prompts/list for the first page of what the server advertises.",
  questions: ASKED,
  among: (view) => {
    const advertised = view.read(capabilities);
    const offers = (capability: string): boolean =>
      advertised.seen && advertised.items.some(({ value }) => member(value, capability) !== undefined);
    return recordsOf(view, ASKED, isFirstPage).filter(
      (record) => isFirstPage(record) && offers(CAPABILITIES[record.method ?? ""] ?? ""),
    );
  },
  label: ({ method }) => method,
});
