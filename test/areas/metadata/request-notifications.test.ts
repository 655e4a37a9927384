import { givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, arrived, hearing, message, overHttp, statelessMeta } from "../small-captures.ts";

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

const listen = (id: number, progressToken: string) => {
  const exchange = answered("listen", "subscriptions/listen", {}, { _meta: statelessMeta({}, { progressToken }) });
  return { ...exchange, request: { ...(exchange.request as object), id } };
};

const progress = (progressToken: string, id?: number) =>
  message("notifications/progress", { progressToken, ...(id === undefined ? {} : { _meta: { [SUBSCRIPTION]: id } }) });

const log = (id?: number) =>
  message("notifications/message", id === undefined ? {} : { _meta: { [SUBSCRIPTION]: id } });

readingTable("request_notifications", [
  givenStateless("over HTTP what comes on other streams than that of a subscription", [
    overHttp(hearing(listen(7, "l"), [arrived(progress("l", 7)), arrived(log(7))]), 200),
    overHttp(hearing(answered("call", "tools/call", {}), [arrived(progress("c", 7)), arrived(log())]), 200),
  ]).values([progress("c", 7), log()], {
    at: ["/meanwhile/0/message", "/meanwhile/1/message"],
    names: ["notifications/progress", "notifications/message"],
  }),
  givenStateless(
    "on stdio what does not name a subscription of this conversation, or has the token of another request",
    [
      hearing(listen(7, "l"), [arrived(progress("l", 7)), arrived(log(7)), arrived(progress("c", 7))]),
      hearing(answered("call", "tools/call", {}), [arrived(progress("c", 8)), arrived(progress("c"))]),
    ],
  ).values([progress("c", 7), progress("c", 8), progress("c")]),
  givenStateless("other notifications", [
    hearing(answered("call", "tools/call", {}), [arrived(message("notifications/cancelled"))]),
  ]).values([]),
  NOTHING,
]);
