import { ANSWER_TYPE, answerItem } from "../common/answer.ts";
import { isStep, unseen } from "../common/gaps.ts";
import { requestHeader } from "../common/modern.ts";
import { type Fact, seen } from "../fact.ts";
import { onlyOn } from "../http/seats.ts";
import type { View } from "../view.ts";

const PLAIN = ["ping", "tools/list", "open-stream", "end-session"];

/** Ordinary requests of each HTTP method, under the very version that the server chose. */
export const negotiatedVersionHeader: Fact = onlyOn("streamable-http", {
  name: "negotiated_version_header",
  doc: "The answers to ordinary POST, GET and DELETE requests with the negotiated version in MCP-Protocol-Version.",
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read(view) {
    const spoken = versions(view);
    const found = view.seats.filter((seat) => {
      const { exchange, step } = seat;
      const version = spoken.get(exchange.conversation);
      return (
        exchange.deliberate !== true &&
        exchange.http !== undefined &&
        (step === undefined || isStep(step, PLAIN)) &&
        version !== undefined &&
        requestHeader(seat, "mcp-protocol-version") === version
      );
    });
    if (found.length === 0) return unseen(view, ["ping"], "a request with the negotiated version");
    return seen(found.map((seat) => answerItem(seat, view, seat.exchange.http?.method)));
  },
});

const versions = (view: View): ReadonlyMap<string | undefined, string | undefined> =>
  new Map(view.conversations.map(({ id, revision }) => [id, revision]));

const UNNAMED = [
  "server/discover",
  /^(tools|prompts|resources|resources\/templates)\/list$/,
  /^complete-(prompt|template)$/,
  /^listen-(string|integer|all)$/,
];

/** Requests that have no name to put into Mcp-Name. */
export const unnamedRequests: Fact = {
  name: "unnamed_requests",
  doc: "The answers to ordinary requests of methods that Mcp-Name does not belong to, sent without it.",
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read(view) {
    const found = view.seats.filter(
      (seat) =>
        seat.exchange.deliberate !== true &&
        seat.exchange.http !== undefined &&
        seat.method !== undefined &&
        isStep(seat.step ?? seat.method, UNNAMED) &&
        requestHeader(seat, "mcp-name") === undefined,
    );
    if (found.length === 0) return unseen(view, UNNAMED, "a request that needs no Mcp-Name");
    return seen(found.map((seat) => answerItem(seat, view, seat.method)));
  },
};

/** Which era the server was found to speak, as the probe wrote it down. */
export const era: Fact = {
  name: "era",
  doc: "The era the server speaks: stateful, stateless, dual, or none.",
  kind: "observations",
  type: "verdict, reason, shown_by",
  read({ capture: { era: found } }) {
    if (found === undefined)
      return { seen: false, applies: true, reason: "not-probed", detail: "nobody looked for the era", places: [] };
    const { verdict, reason, shown_by } = found;
    return seen([{ exchange: null, pointer: "/era", value: { verdict, reason, shown_by: [...shown_by] } }]);
  },
};
