import { answersTo } from "../common/answers.ts";
import { defineFact } from "../common/define-fact.ts";
import { unseen } from "../common/unseen.ts";
import { seen } from "../fact.ts";

/** Loopback names and addresses; what a person types for a server on the own machine. */
const LOOPBACK =
  /^https?:\/\/(?:[^@/?#]*@)?(?:localhost|[a-z0-9.-]+\.localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::|\/|\?|#|$)/i;

export const endpoint = defineFact({
  name: "endpoint",
  doc: "Where the server was reached.",
  kind: "observations",
  type: "object: host (loopback or elsewhere)",
  derived: true,
  read(view) {
    const { target } = view.capture;
    if (target?.kind !== "http") return unseen(view, this.questions, "the address of the server");
    const host = LOOPBACK.test(target.url) ? "loopback" : "elsewhere";
    return seen([{ exchange: null, pointer: "/target/url", value: { host } }]);
  },
});

/** Null origins are asked too; whether a server takes those is its own decision. */
export const foreignOrigin = answersTo({
  name: "foreign_origin",
  doc: "The answers to messages, and over HTTP+SSE to a GET of the stream, with the Origin of a web page elsewhere.",
  questions: ["foreign-origin", "foreign-origin:notification", "foreign-origin-post"],
});

/** Apart from the others: a server that has no use for these methods refuses them for that reason. */
export const foreignOriginMethods = answersTo({
  name: "foreign_origin_methods",
  doc: "The answers to GET and DELETE of the endpoint with the Origin of a web page elsewhere.",
  questions: ["foreign-origin-get", "foreign-origin-delete:delete"],
});
