import { member } from "../../../base/json.ts";
import { isLoopbackUrl } from "../../../base/loopback.ts";
import { answersTo, recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type Fact, type Item, seen, type View } from "../../../judge/core/fact.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { hasRoomForOne } from "./further-clients.ts";

export const endpoint = defineFact({
  name: "endpoint",
  doc: "Where the server was reached.",
  kind: "observations",
  type: "object: host (loopback or elsewhere)",
  derived: true,
  read(view) {
    const { target } = view.capture;
    if (target?.kind !== "http") return unseen(view, this.questions, "the address of the server");
    const host = isLoopbackUrl(target.url) ? "loopback" : "elsewhere";
    return seen([{ exchange: null, pointer: "/target/url", value: { host } }]);
  },
});

const CONTROLS = ["own-origin", "own-origin:none"] as const;

const isRefusal = (status: number | undefined): status is number => status !== undefined && status >= 400;

/** A server with room for one client refuses a second whatever its Origin: such a refusal says nothing of origins. */
const refusedAnyway = (view: View): ReadonlySet<number> =>
  new Set(
    recordsOf(view, CONTROLS)
      .map(({ exchange }) => exchange.http?.status)
      .filter(isRefusal)
      // This one is what an invalid Origin is to be answered with.
      .filter((status) => status !== 403),
  );

function unlessRefusedAnyway(fact: Fact): Fact {
  return {
    ...fact,
    read(view) {
      const reading = fact.read(view);
      const statuses = reading.seen && hasRoomForOne(view) ? refusedAnyway(view) : new Set<number>();
      if (!reading.seen || statuses.size === 0) return reading;
      const isAny = ({ value }: Item): boolean => statuses.has(Number(member(value, "status")));
      return { ...reading, items: reading.items.map((item) => (isAny(item) ? { ...item, open: ANYWAY } : item)) };
    },
  };
}

const ANYWAY = {
  reason: "prerequisite-missing",
  detail: "the same request without a foreign Origin was refused, too",
  except: [],
} as const;

/** Null origins are asked too; whether a server takes those is its own decision. */
export const foreignOrigin = unlessRefusedAnyway(
  answersTo({
    name: "foreign_origin",
    doc: "The answers to messages, and over HTTP+SSE to a GET of the stream, with the Origin of a web page elsewhere.",
    questions: ["foreign-origin", "foreign-origin:notification", "foreign-origin-post"],
  }),
);

/** Apart from the others: a server that has no use for these methods refuses them for that reason. */
export const foreignOriginMethods = answersTo({
  name: "foreign_origin_methods",
  doc: "The answers to GET and DELETE of the endpoint with the Origin of a web page elsewhere.",
  questions: ["foreign-origin-get", "foreign-origin-delete:delete"],
});
