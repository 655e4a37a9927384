import type { JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { asked, givenProtected, givenTarget } from "../authorization/access-control.ts";
import { given, NOTHING, type ReadingCase, readingTable, type SmallCapture } from "../reading-table.ts";
import {
  answered,
  arrived,
  conversations,
  hearing,
  message,
  overHttp,
  refused,
  unanswered,
  within,
} from "../small-captures.ts";
import { OWN_SCHEME, SECOND_CAME, served, unasked } from "./second-user.ts";

const listed = (step: string): Exchange => served(step, "tools/list", { tools: [] });

const FOREIGN = "other-user-session-foreign";
const OWN = listed("other-user-session-own");
const UNKNOWN = asked("other-user-session-made-up", 404);

/** The second user is in the first one's session, and that shows nothing. */
const control = (shows: string, ...exchanges: Exchange[]): ReadingCase =>
  givenProtected(shows, [...exchanges, listed(FOREIGN)]).unseen("prerequisite-missing");

readingTable("session_of_another", [
  givenProtected("service, refusals and silence", [
    SECOND_CAME,
    UNKNOWN,
    listed(FOREIGN),
    asked(FOREIGN, 404),
    asked(FOREIGN, 403),
    overHttp(refused(FOREIGN, "tools/list", -32001), 200),
    unanswered(FOREIGN, "tools/list"),
    OWN,
  ]).partly(
    [
      { outcome: "result", taken: "served" },
      { outcome: "refused", status: 404, taken: "refused" },
      { status: 403, taken: "refused" },
      { outcome: "error", taken: "refused" },
      { outcome: "silence" },
    ],
    {
      exchanges: ["main/4", "main/5", "main/6", "main/7", "main/8"],
      parts: ["/http", "/http", "/http", "/http", "/trouble"].map((taken) => ({ taken })),
      open: [null, null, null, null, "timed-out"],
    },
  ),
  givenTarget("a server with a scheme of its own", [OWN_SCHEME, SECOND_CAME, UNKNOWN, listed(FOREIGN), OWN]).partly([
    { taken: "served" },
  ]),
  givenProtected("a server that takes any session id", [
    SECOND_CAME,
    listed("other-user-session-made-up"),
    listed(FOREIGN),
    OWN,
  ]).inapplicable("precondition-absent"),
  control(
    "the first user is not served in the session either",
    SECOND_CAME,
    UNKNOWN,
    asked("other-user-session-own", 404),
  ),
  control("nobody looked at whether the first user is served", SECOND_CAME, UNKNOWN),
  control(
    "the second user is not served in a session of their own",
    asked("other-user-lists-tools-other", 403),
    UNKNOWN,
    OWN,
  ),
  control("nobody but the first user was served", listed("other-user-lists-tools-own"), UNKNOWN, OWN),
  ...unasked(FOREIGN),
]);

const TASK = { taskId: "t1", status: "working" };
const OTHER_TASK = { taskId: "t2", status: "working" };
const OWN_TASK = served("other-user-task-own", "tasks/get", TASK, { taskId: "t1" });
const got = (result: object): Exchange => served("other-user-task-get", "tasks/get", { ...result }, { taskId: "t1" });

readingTable("task_of_another", [
  givenProtected("the task, its result, it among others, and its end", [
    OWN_TASK,
    got(TASK),
    served("other-user-task-own-result", "tasks/result", { content: [] }),
    served("other-user-task-result", "tasks/result", { content: [] }),
    served("other-user-task-list", "tasks/list", { tasks: [OTHER_TASK, TASK] }),
    served("other-user-task-cancel", "tasks/cancel", { ...TASK, status: "cancelled" }),
    served("other-user-task-own-after", "tasks/get", TASK),
  ]).partly(
    Array.from({ length: 4 }, () => ({ outcome: "result", shows: "task" })),
    {
      exchanges: ["main/3", "main/5", "main/6", "main/7"],
      names: ["tasks/get", "tasks/result", "tasks/list", "tasks/cancel"],
      parts: Array.from({ length: 4 }, () => ({ shows: "/response" })),
      open: [null, null, null, null],
    },
  ),
  givenProtected("errors, refusals, the tasks of the second user alone, and silence", [
    OWN_TASK,
    overHttp(refused("other-user-task-get", "tasks/get", -32602), 200),
    got(OTHER_TASK),
    overHttp(refused("other-user-task-result", "tasks/result", -32602), 200),
    served("other-user-task-list", "tasks/list", { tasks: [OTHER_TASK] }),
    served("other-user-task-list", "tasks/list", { tasks: [] }),
    asked("other-user-task-cancel", 403),
    unanswered("other-user-task-cancel", "tasks/cancel"),
  ]).partly(
    [
      { outcome: "error", shows: "nothing" },
      { outcome: "result", shows: "nothing" },
      { outcome: "error", shows: "nothing" },
      { outcome: "result", shows: "nothing" },
      { outcome: "result", shows: "nothing" },
      { outcome: "refused", status: 403, shows: "nothing" },
      { outcome: "silence" },
    ],
    { open: [null, null, null, null, null, null, "timed-out"] },
  ),
  givenProtected("a result that comes with a refusal, which shows the task all the same", [
    OWN_TASK,
    overHttp(got(TASK), 403),
  ]).partly([{ status: 403, shows: "task" }]),
  givenProtected("a task of the stateless era", {
    revision: "2026-07-28",
    exchanges: [OWN_TASK, got({ ...TASK, resultType: "complete" })],
  }).partly([{ shows: "task" }]),
  givenTarget("a server with a scheme of its own", [OWN_SCHEME, OWN_TASK, got(TASK)]).partly([{ shows: "task" }]),
  givenProtected("a task that the first user is not shown either", [
    overHttp(refused("other-user-task-own", "tasks/get", -32602), 200),
    got(TASK),
  ]).unseen("prerequisite-missing"),
  givenProtected("nobody looked at whether the first user is shown it", [got(TASK)]).unseen("prerequisite-missing"),
  givenProtected("a task was made and nobody else asked for it", [
    SECOND_CAME,
    served("other-user-task-create", "tools/call", { task: TASK }),
    OWN_TASK,
  ]).unseen("prerequisite-missing"),
  ...unasked("other-user-task-get"),
]);

const link = (elicitationId: string): JsonObject => ({
  mode: "url",
  message: "Please read",
  url: "https://a.example/one",
  elicitationId,
});
const asks = (params: JsonObject): JsonObject => message("elicitation/create", params, 7);
const complete = (params?: JsonObject): JsonObject => message("notifications/elicitation/complete", params);
const call = (...heard: JsonObject[]): Exchange =>
  hearing(
    answered("call", "tools/call", {}, { name: "t" }),
    heard.map((one, index) => arrived(one, index)),
  );

/** Two clients of one server, the first of which is called main. */
const clients = (...exchanges: Exchange[]): SmallCapture => ({
  transport: "streamable-http",
  conversations: conversations(["main", "second"], { transport: "streamable-http" }),
  exchanges,
});

readingTable("elicitation_completions", [
  NOTHING,
  given("an elicitation of the same client, one that nobody was sent, and none", [
    call(
      asks(link("1")),
      complete({ elicitationId: "1" }),
      complete({ elicitationId: "2" }),
      complete({}),
      complete(),
      complete({ elicitationId: 1 }),
    ),
  ]).partly(
    ["own", "unknown", "missing", "missing", "missing"].map((id) => ({ id })),
    {
      at: [1, 2, 3, 4, 5].map((index) => `/meanwhile/${index}/message`),
      parts: [1, 2, 3, 4, 5].map((index) => ({ id: `/meanwhile/${index}/message/params` })),
    },
  ),
  given(
    "an elicitation that another client was sent",
    clients(call(asks(link("1"))), within("second", call(complete({ elicitationId: "1" })))),
  ).values([{ id: "of-another-client" }], { exchanges: ["main/2"] }),
  given(
    "an elicitation that both were sent",
    clients(
      call(asks(link("1"))),
      within("second", call(asks(link("1")), complete({ elicitationId: "1" }))),
      call(complete({ elicitationId: "1" })),
    ),
  ).values([{ id: "own" }, { id: "own" }], { exchanges: ["main/2", "main/3"] }),
  given("announcements on the streams of the two clients", {
    ...clients(call(asks(link("1")))),
    unsolicited: ["main", "second"].map((conversation) => ({
      ...arrived(complete({ elicitationId: "1" }), 9),
      conversation,
    })),
  }).values([{ id: "own" }, { id: "of-another-client" }], {
    exchanges: [null, null],
    at: ["/unsolicited/0/message", "/unsolicited/1/message"],
  }),
  given(
    "an elicitation that an error asked for",
    clients(
      {
        ...answered("call", "tools/call", {}, { name: "t" }),
        response: {
          jsonrpc: "2.0",
          id: 1,
          error: { code: -32042, message: "first", data: { elicitations: [link("1")] } },
        },
      },
      call(complete({ elicitationId: "1" })),
      within("second", call(complete({ elicitationId: "1" }))),
    ),
  ).values([{ id: "own" }, { id: "of-another-client" }]),
  given("the server says other things", [
    call(asks(link("1")), message("notifications/message", { elicitationId: "1" })),
  ]).values([], { lookedAt: ["/response"] }),
]);
