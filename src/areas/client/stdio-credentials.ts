import { placeOf, type View } from "../../judge/core/fact.ts";
import { recordsIn } from "../../judge/core/view.ts";
import { sessionsOf } from "./runs.ts";
import { clientFact, derivedAt } from "./sent.ts";

const SCENARIO = "stdio-credentials";

/** Requests to whoever listens beside a server on stdio; the run is the time in which it did. */
const askedBeside = (view: View) => {
  const conversations = new Set(
    (view.capture.conversations ?? []).flatMap(({ id, scenario }) => (scenario === SCENARIO ? [id] : [])),
  );
  return recordsIn(view.capture).filter(
    ({ exchange }) => exchange.http !== undefined && conversations.has(exchange.conversation ?? ""),
  );
};

export const signInsBesideStdio = clientFact(
  {
    name: "sign_ins_beside_stdio",
    doc: "How often a client whose call was refused on stdio asked the address that the refusal names.",
    type: "integer",
    derived: true,
    scenarios: [SCENARIO],
  },
  (view) =>
    sessionsOf(view, [SCENARIO]).flatMap((session) =>
      session.records
        .filter(({ method, exchange }) => method === "tools/call" && exchange.response !== undefined)
        .slice(0, 1)
        .map((record) => placeOf(record, "/response")),
    ),
  (place, view) => {
    const asked = askedBeside(view);
    const [first] = asked;
    return derivedAt(first ? placeOf(first, "/http/url") : place, asked.length);
  },
  "a call on stdio is refused for want of a credential",
);
