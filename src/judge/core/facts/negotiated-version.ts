import { HEADER_KEY } from "../../../protocol/headers.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { ANSWER_TYPE, answerItem } from "../answer.ts";
import { answersTo, isAsked } from "../answers.ts";
import { type Fact, seen, type View } from "../fact.ts";
import { inconclusive } from "../left-out.ts";
import { requestHeader } from "../stateless-requests.ts";
import { unseen } from "../unseen.ts";
import { onlyOn } from "./http-records.ts";

const PLAIN: readonly QuestionRef[] = ["ping", "tools/list", "open-stream", "end-session"];

/** Ordinary requests of each HTTP method, under the very version that the server chose. */
export const negotiatedVersionHeader = onlyOn("streamable-http", {
  name: "negotiated_version_header",
  doc: "The answers to ordinary POST, GET and DELETE requests with the negotiated version in MCP-Protocol-Version.",
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  questions: PLAIN,
  read(view) {
    const spoken = versions(view);
    const found = view.records.filter((record) => {
      const { exchange, step } = record;
      const version = spoken.get(exchange.conversation);
      return (
        exchange.deliberate !== true &&
        exchange.http !== undefined &&
        version !== undefined &&
        requestHeader(record, HEADER_KEY.protocolVersion) === version &&
        (step === undefined || isAsked(record, PLAIN))
      );
    });
    if (found.length === 0) return unseen(view, this.questions, "a request with the negotiated version");
    return seen(found.map((record) => answerItem(record, record.exchange.http?.method)));
  },
});

const versions = (view: View): ReadonlyMap<string | undefined, string | undefined> =>
  new Map(view.conversations.map(({ id, revision }) => [id, revision]));

const UNNAMED: readonly QuestionRef[] = [
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "complete:prompt",
  "complete:template",
  "listen:*",
  "listen-all",
];

/** In a capture without step names the method tells. */
const isUnnamed = (method: string): boolean => UNNAMED.some((ref) => ref === method);

/** Requests that have no name to put into Mcp-Name. */
export const unnamedRequests = answersTo({
  name: "unnamed_requests",
  doc: "The answers to ordinary requests of methods that Mcp-Name does not belong to, sent without it.",
  questions: UNNAMED,
  among: (view) =>
    view.records.filter(
      (record) =>
        record.exchange.deliberate !== true &&
        record.exchange.http !== undefined &&
        record.method !== undefined &&
        (record.step === undefined ? isUnnamed(record.method) : isAsked(record, UNNAMED)) &&
        requestHeader(record, HEADER_KEY.name) === undefined,
    ),
  missing: "a request that needs no Mcp-Name",
  label: ({ method }) => method,
});

/** Which era the server was found to speak, as the probe wrote it down. */
export const era: Fact = {
  name: "era",
  doc: "The era the server speaks: stateful, stateless, dual, or none.",
  kind: "observations",
  type: "verdict, reason, shown_by",
  questions: ["initialize", "server/discover"],
  read({ capture: { era: found } }) {
    if (found === undefined) return inconclusive("not-probed", "nobody looked for the era", []);
    const { verdict, reason, shown_by } = found;
    return seen([{ exchange: null, pointer: "/era", value: { verdict, reason, shown_by: [...shown_by] } }]);
  },
};
