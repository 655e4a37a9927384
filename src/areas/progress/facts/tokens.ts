import { member, valueAt } from "../../../base/json.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { answersTo } from "../../../judge/core/answers.ts";
import type { ExchangeRecord, View } from "../../../judge/core/fact.ts";
import { type Heard, heardIn, messageFact } from "../../../judge/core/messages.ts";
import { metaOf } from "../../../judge/core/stateless-requests.ts";
import { tokenOf } from "./notifications.ts";

/** The same method without a token: what it would have answered anyway. */
const plainOutcome = (record: ExchangeRecord, view: View): string =>
  view.once(plainlyAnswered).has(record.method) ? "result" : "no-result";

const plainlyAnswered = (view: View): ReadonlySet<string | undefined> =>
  new Set(
    view.records
      .filter(
        ({ exchange, request }) =>
          exchange.deliberate !== true &&
          metaOf(request)?.["progressToken"] === undefined &&
          outcomeOf(exchange) === "result",
      )
      .map(({ method }) => method),
  );

export const withProgressToken = answersTo({
  name: "with_progress_token",
  doc: "The answers to a harmless request that carries a progressToken, a string or an integer.",
  questions: ["progress-token:string", "progress-token:integer"],
  where: (record) => tokenOf(record) !== undefined && record.method !== "tools/call",
  label: (record) => String(tokenOf(record)),
  members: "without (the outcome of the same method without a token: result, no-result)",
  derived: ["without"],
  add: (record, view) => ({ without: { value: plainOutcome(record, view), at: "/request/method" } }),
  none: "no request with a token was answered",
});

const isServerRequest = ({ kind }: Heard): boolean => kind === "request";

export const serverTokens = messageFact(
  {
    name: "server_tokens",
    doc: "Every progressToken the server put on a request of its own, and how many of its open requests have it.",
    type: "object: token, requests",
    derived: ["requests"],
  },
  (heard, view) => {
    const token = isServerRequest(heard) ? metaOf(heard.value)?.["progressToken"] : undefined;
    if (token === undefined) return undefined;
    const { exchange, pointer } = heard;
    const text = JSON.stringify(token);
    const requests = view
      .once(serverRequests)
      .filter(
        (other) =>
          other.conversation === heard.conversation &&
          JSON.stringify(metaOf(other.value)?.["progressToken"]) === text &&
          (other === heard || isOpenBeside(other, heard, view)),
      ).length;
    const parts = { token: `${pointer}/params/_meta/progressToken`, requests: pointer };
    return { value: { token, requests }, exchange, pointer, parts };
  },
);

const serverRequests = (view: View): readonly Heard[] => heardIn(view).filter(isServerRequest);

/** The other one was sent before and is neither answered nor withdrawn; a replay of the same request is no second one. */
const isOpenBeside = (other: Heard, heard: Heard, view: View): boolean => {
  const id = JSON.stringify(member(other.value, "id"));
  if (id === JSON.stringify(member(heard.value, "id"))) return false;
  if (other.seq === undefined || heard.seq === undefined || other.seq > heard.seq) return false;
  if (heardIn(view).some((one) => withdraws(one, id, other.conversation) && (one.seq ?? 0) < (heard.seq ?? 0)))
    return false;
  const answer = view.records.find(
    ({ exchange, request, method }) =>
      exchange.conversation === other.conversation &&
      method === undefined &&
      request !== undefined &&
      JSON.stringify(member(request, "id")) === id,
  );
  return answer?.exchange.seq === undefined || answer.exchange.seq > heard.seq;
};

const withdraws = ({ value, conversation }: Heard, id: string, where: string | undefined): boolean =>
  conversation === where &&
  member(value, "method") === "notifications/cancelled" &&
  JSON.stringify(valueAt(value, "params", "requestId")) === id;
