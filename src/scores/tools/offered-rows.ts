import { stringMember } from "../../base/json.ts";
import { shorten } from "../../base/shorten.ts";
import { untrusted } from "../../base/untrusted.ts";
import { outcomeOf } from "../../judge/core/answer.ts";
import { recordsOf } from "../../judge/core/answers.ts";
import type { ExchangeRecord, Fact, View } from "../../judge/core/fact.ts";
import { prompts as listedPrompts, resources as listedResources } from "../../judge/core/facts/listed.ts";
import { groupBy } from "../../judge/core/group-by.ts";
import { paramsOf } from "../../judge/core/record-members.ts";
import { callOutcome } from "./call-outcome.ts";
import type { OfferedOutcome, PromptRow, ResourceRow } from "./tool-outcomes.ts";

/** Every resource of the list, and what came of reading it. */
export const resourceRows = (view: View): readonly ResourceRow[] => {
  const asked = askedBy(view, "read", "resources/read", "uri");
  return namesOf(view, listedResources, "uri").map((uri) => ({
    uri: untrusted(shorten(uri, 500)),
    ...whatCame(asked.get(uri), "only the first three are read in a run"),
  }));
};

/** Every prompt of the list, and what came of getting it. */
export const promptRows = (view: View): readonly PromptRow[] => {
  const asked = askedBy(view, "get", "prompts/get", "name");
  return namesOf(view, listedPrompts, "name").map((name) => ({
    name: untrusted(shorten(name, 200)),
    ...whatCame(asked.get(name), "only three that need no arguments and one that does are got in a run"),
  }));
};

const namesOf = (view: View, list: Fact, key: string): readonly string[] => {
  const listed = view.read(list);
  return listed.seen ? [...new Set(listed.items.flatMap(({ value }) => stringMember(value, key) ?? []))] : [];
};

type Asked = ReadonlyMap<string | undefined, readonly ExchangeRecord[]>;

const askedBy = (view: View, question: "read" | "get", method: string, key: string): Asked =>
  groupBy(
    recordsOf(view, [`${question}:*`], (record) => record.method === method).filter(
      (record) => record.method === method && record.exchange.deliberate !== true,
    ),
    (record) => stringMember(paramsOf(record), key),
  );

/** One that was refused was asked for again; what came at last counts. */
const whatCame = (asked: readonly ExchangeRecord[] | undefined, otherwise: string): Omit<ResourceRow, "uri"> => {
  const found = asked?.find(({ exchange }) => outcomeOf(exchange) === "result") ?? asked?.[0];
  if (!found) return { asked: false, outcome: "not-asked", reason: untrusted(otherwise), ms: null, bytes: null };
  const { message, ms, bytes } = callOutcome(found, false);
  const outcome = outcomeFor(found);
  const reason = outcome === "ok" || message === null ? null : untrusted(shorten(message, 300));
  return { asked: true, outcome, reason, ms, bytes };
};

const outcomeFor = (record: ExchangeRecord): OfferedOutcome => {
  const { outcome } = callOutcome(record, record.exchange.trouble?.kind === "unexpected-exit");
  return outcome === "protocol-error" ? "error" : outcome;
};
