import { challengeParameter } from "../../../probe/oauth/www-authenticate.ts";
import { has, skipUnless } from "../../../probe/plan/known.ts";
import type { Step, StepIO } from "../../../probe/plan/step.ts";
import { StatefulTalk } from "../../../probe/talk/stateful-talk.ts";
import type { QuestionName } from "../../../protocol/question.ts";
import { headerValues } from "../../../wire/http/http-call.ts";
import { type AccessFindings, requestAccess, served, unlessOpen } from "./access.ts";

const encode = (value: object): string => Buffer.from(JSON.stringify(value), "utf8").toString("base64url");

/** Tokens of the usual form, unsigned: whoever looks at more than the form refuses them. They name nobody. */
const unsigned = (claims: object): string =>
  `${encode({ alg: "none", typ: "JWT" })}.${encode({ sub: "mcptest", ...claims })}.`;
const STALE_TOKEN = unsigned({ exp: 1 });
const YEAR_2100 = 4_102_444_800;
const FOREIGN_TOKEN = unsigned({ exp: YEAR_2100, iss: "https://mcptest.invalid", aud: "https://mcptest.invalid/mcp" });
const MADE_UP = "mcptest-invalid";

const TIMES = [1, 2, 3];

/** The same request again and again; one that is served shows that there is no access. */
export const noToken = (access: AccessFindings): Step => ({
  question: "no-token",
  deliberate: true,
  run: async (io) => {
    for (const time of TIMES) {
      if (access.open) return;
      const draft = await requestAccess(io, { as: String(time) });
      access.open = served(draft);
      access.named ??= headerValues(draft.http?.response_headers ?? [], "www-authenticate")
        .map((value) => challengeParameter(value, "resource_metadata"))
        .find((value) => value !== undefined);
    }
  },
});

const withTokens = (access: AccessFindings, question: QuestionName, values: readonly string[]): Step => ({
  question,
  deliberate: true,
  skipIn: unlessOpen(access),
  run: (io) => Promise.all(values.map((authorization, at) => requestAccess(io, { as: String(at + 1), authorization }))),
});

export const invalidToken = (access: AccessFindings): Step =>
  withTokens(access, "invalid-token", [`Bearer ${MADE_UP}`, `Bearer ${STALE_TOKEN}`]);

export const foreignToken = (access: AccessFindings): Step =>
  withTokens(access, "foreign-token", [`Bearer ${FOREIGN_TOKEN}`]);

export const malformedAuthorization = (access: AccessFindings): Step =>
  withTokens(access, "malformed-authorization", ["Bearer", "Basic x"]);

/** Never the user's token: an address ends up in logs. */
export const queryToken = (access: AccessFindings, keyed: boolean): Step => ({
  question: "query-token",
  deliberate: true,
  skipIn: unlessOpen(access),
  run: async (io) => {
    const url = io.talk.endpoint === undefined ? undefined : new URL(io.talk.endpoint);
    if (!url || url.searchParams.has("access_token")) return;
    url.searchParams.set("access_token", MADE_UP);
    await Promise.all([
      requestAccess(io, { as: "alone", url }),
      ...(keyed ? [requestAccess(io, { as: "beside", url, withCredentials: true })] : []),
    ]);
  },
});

/** Once the server knows the caller: the token has to come with every request all the same. */
export const noTokenLater = (access: AccessFindings): Step => ({
  question: "no-token-later",
  deliberate: true,
  skipIn: (talk) =>
    unlessOpen(access)() ??
    skipUnless(
      !(talk instanceof StatefulTalk) || talk.session.sessionId !== undefined,
      "the server hands out no session ids",
    ),
  run: async (io) => {
    await io.ask("tools/list", undefined, { as: "with" });
    await Promise.all([
      io.ask("tools/list", undefined, { as: "without", http: { credentials: "none" } }),
      io.ask("tools/list", undefined, {
        as: "made-up",
        http: { credentials: "none" },
        editHeaders: (headers) => [...headers, ["Authorization", `Bearer ${MADE_UP}`]],
      }),
    ]);
  },
});

const LISTED = ["tools", "resources", "prompts"];

/** Without a handshake every method is a door of its own. Discovery may be public by choice. */
export const anonymousMethods = (keyed: boolean): Step => ({
  question: "no-token-methods",
  deliberate: true,
  run: (io) =>
    Promise.all([
      ...LISTED.filter((capability) => !keyed || has(io.known, capability)).map((capability) =>
        io.ask(`${capability}/list`, undefined, { as: `${capability}-list`, http: { credentials: "none" } }),
      ),
      listenAnonymously(io),
    ]),
});

const listenAnonymously = async (io: StepIO): Promise<void> => {
  const sending = io.start(
    "subscriptions/listen",
    { notifications: { toolsListChanged: true } },
    { as: "subscriptions-listen", http: { credentials: "none" }, deadline: "runMs" },
  );
  await (sending.headed ?? Promise.resolve());
  await io.within(sending.done);
  sending.close();
  await sending.done;
};
