import { both, type Question, stateful, stateless } from "../../protocol/question.ts";

/** The transport: streams, sessions, methods, origins. */
export const HTTP_QUESTIONS = {
  "two-streams": stateful("two GET streams in one session, and ping beside them", {
    sends: ["first", "second"],
    besides: ["ping"],
  }),
  "old-stream": stateful("GET of /sse beside the endpoint, as a client of 2024-11-05 would"),
  "resume-answered": stateful("two requests; if their streams carried event ids, GET with the last id of the first", {
    sends: ["get"],
    besides: ["first", "second", "control"],
  }),
  "resume-call": stateful(
    "a tool call whose stream is cut after its first event or a while, then GET with the last event id, and again where the server ends that with something new",
    { sends: ["", "get-#"] },
  ),
  "abrupt-close": stateful("an open stream and a request whose connections are cut, then initialize anew", {
    sends: ["stream", "request"],
    besides: ["again", "initialized", "control", "end-old"],
  }),
  "session-missing": stateful("an ordinary request and a GET without the session id", {
    sends: ["", "get"],
    reads: [""],
  }),
  "session-unknown": stateful("ping and a notification with a session id that was never issued", {
    sends: ["", "notification"],
    reads: [""],
  }),
  "session-ended": stateful("DELETE, then ping, GET and DELETE once more in the ended session", {
    sends: ["delete", "ping", "get", "delete-again"],
    reads: ["ping"],
    parts: { session_delete: ["delete"] },
  }),
  "session-renewed": stateful("initialize without a session id, after the session was ended", {
    besides: ["initialized", "control"],
  }),
  "stray-response": stateful("a POST of a response to a request that was never made"),
  "other-methods": stateful("ping sent with PUT and with PATCH", { sends: ["put", "patch"] }),
  "content-type": stateful("ping declared as text/plain, and without a Content-Type", { sends: ["text", "none"] }),
  accept: stateful("ping that accepts only JSON, only an event stream, only HTML, and without Accept", {
    sends: ["json", "events", "html", "none"],
  }),
  "wrong-content-type": stateless("a good request declared as text/plain, and one that accepts only JSON", {
    sends: ["", "accept-json"],
  }),
  "http-get": stateless("GET of the endpoint with Accept: text/event-stream"),
  "http-delete": stateless("DELETE of the endpoint with a session id that was never issued"),
  "http-put": stateless("PUT with the body of a good request"),
  "foreign-origin": both(
    "messages, and over HTTP+SSE a GET of the stream, with the Origin of a web page elsewhere, and with Origin null",
    { sends: ["", "null", "notification", "get"], besides: ["end", "null-end"] },
  ),
  "foreign-origin-get": stateful("GET in a session, with a foreign Origin"),
  "foreign-origin-delete": stateful("DELETE of the session, with a foreign Origin", { sends: ["delete"] }),
  "foreign-origin-post": stateful("ping posted with a foreign Origin, then ping", { besides: ["control"] }),
  "null-origin": stateful("GET of the event stream with Origin null"),
  "foreign-host": both(
    "a first request, over HTTP+SSE a GET of the stream, with a foreign Host, of a server at loopback",
    {
      sends: ["", "post"],
      besides: ["post-end"],
    },
  ),
  "own-origin": both("a first request with the server's own Origin, and without one", {
    sends: ["", "post", "none"],
    besides: ["end", "post-end", "none-end"],
  }),
  "second-client": stateful(
    "initialize as a second client, while the first is connected; again later if that was refused",
    {
      besides: ["initialized"],
    },
  ),
  introduce: stateful("initialize under a name of its own, as one of two clients", { besides: ["initialized"] }),
  "same-ids": stateful("six requests under ids that another client uses at the same time", {
    sends: ["#-ping", "#-list", "#-unknown"],
  }),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly http: typeof HTTP_QUESTIONS;
  }
}
