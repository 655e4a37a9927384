import { member, stringMember, valueAt } from "../../../base/json.ts";
import type { ExchangeRecord, View } from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import { type Heard, messageFact, part } from "../../../judge/core/messages.ts";
import { metaOf } from "../../../judge/core/stateless-requests.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";

const OF_A_REQUEST: ReadonlySet<string> = new Set(["notifications/progress", "notifications/message"]);

const LISTEN = "subscriptions/listen";

const listensBy = (view: View): ReadonlyMap<string | undefined, readonly ExchangeRecord[]> =>
  groupBy(
    view.records.filter(({ method }) => method === LISTEN),
    ({ exchange }) => exchange.conversation,
  );

/**
 * A request to listen has progress and log messages like any other. Over HTTP these come on its stream. On stdio everything
 * does: there they are about it if they name it, and the progress is under its own token.
 */
const isOfSubscription = ({ record, value, conversation }: Heard, view: View): boolean => {
  if (record?.exchange.http !== undefined) return record.method === LISTEN;
  const params = member(value, "params");
  const named = valueAt(params, "_meta", META_KEY.subscriptionId);
  const token = member(params, "progressToken");
  return (view.once(listensBy).get(conversation) ?? []).some(
    ({ request }) =>
      named !== undefined &&
      named === member(request, "id") &&
      (token === undefined || token === metaOf(request)?.["progressToken"]),
  );
};

export const requestNotifications = messageFact(
  {
    name: "request_notifications",
    doc: "Every progress and log notification that belongs to a request other than subscriptions/listen.",
    type: "the message",
  },
  (heard, view) =>
    OF_A_REQUEST.has(stringMember(heard.value, "method") ?? "") && !isOfSubscription(heard, view)
      ? part(heard, heard.value, "", stringMember(heard.value, "method"))
      : undefined,
);
