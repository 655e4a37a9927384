import { headerValues } from "../../../wire/http/http-call.ts";
import { StatefulTalk } from "../../talk/stateful-talk.ts";
import { has } from "../known.ts";
import type { Step, StepIO } from "../step.ts";
import { knock, served, unlessOpen, type Wall } from "./wall.ts";
import { challengeParameter } from "./www-authenticate.ts";

const encode = (value: object): string => Buffer.from(JSON.stringify(value), "utf8").toString("base64url");

/** Tokens of the usual form, unsigned: whoever looks at more than the form refuses them. They name nobody. */
const unsigned = (claims: object): string =>
  `${encode({ alg: "none", typ: "JWT" })}.${encode({ sub: "mcptest", ...claims })}.`;
const STALE_TOKEN = unsigned({ exp: 1 });
const YEAR_2100 = 4_102_444_800;
const FOREIGN_TOKEN = unsigned({ exp: YEAR_2100, iss: "https://mcptest.invalid", aud: "https://mcptest.invalid/mcp" });
const MADE_UP = "mcptest-invalid";

const TIMES = [1, 2, 3];

/** The same request again and again; one that is served shows that there is no wall. */
export const noToken = (wall: Wall): Step => ({
  name: "no-token",
  asks: "initialize (tools/list in the stateless era) without credentials, three times",
  serves: ["AUTH-001", "AUTH-004", "AUTH-015", "AUTH-017", "AUTH-024"],
  deliberate: true,
  run: async (io) => {
    for (const time of TIMES) {
      if (wall.open) return;
      const draft = await knock(io, { as: String(time) });
      wall.open = served(draft);
      wall.named ??= headerValues(draft.http?.response_headers ?? [], "www-authenticate")
        .map((value) => challengeParameter(value, "resource_metadata"))
        .find((value) => value !== undefined);
    }
  },
});

const withTokens = (wall: Wall, head: Pick<Step, "name" | "asks" | "serves">, values: readonly string[]): Step => ({
  ...head,
  deliberate: true,
  skipIn: unlessOpen(wall),
  run: (io) => Promise.all(values.map((authorization, at) => knock(io, { as: String(at + 1), authorization }))),
});

export const invalidToken = (wall: Wall): Step =>
  withTokens(
    wall,
    {
      name: "invalid-token",
      asks: "the same with a made-up token and with an expired, unsigned one",
      serves: ["AUTH-005"],
    },
    [`Bearer ${MADE_UP}`, `Bearer ${STALE_TOKEN}`],
  );

export const foreignToken = (wall: Wall): Step =>
  withTokens(
    wall,
    {
      name: "foreign-token",
      asks: "the same with an unsigned token that names another audience",
      serves: ["AUTH-021"],
    },
    [`Bearer ${FOREIGN_TOKEN}`],
  );

export const malformedAuthorization = (wall: Wall): Step =>
  withTokens(
    wall,
    {
      name: "malformed-authorization",
      asks: "the same with Bearer and no token, and with a broken Basic credential",
      serves: ["AUTH-006", "AUTH-007"],
    },
    ["Bearer", "Basic x"],
  );

/** Never the user's token: an address ends up in logs. */
export const queryToken = (wall: Wall, keyed: boolean): Step => ({
  name: "query-token",
  asks: "the same with a made-up token in the query string, alone and beside credentials that work",
  serves: ["AUTH-023"],
  deliberate: true,
  skipIn: unlessOpen(wall),
  run: async (io) => {
    const url = io.talk.endpoint === undefined ? undefined : new URL(io.talk.endpoint);
    if (!url || url.searchParams.has("access_token")) return;
    url.searchParams.set("access_token", MADE_UP);
    await Promise.all([
      knock(io, { as: "alone", url }),
      ...(keyed ? [knock(io, { as: "beside", url, withCredentials: true })] : []),
    ]);
  },
});

/** Once the server knows the caller: the token has to come with every request all the same. */
export const noTokenLater = (wall: Wall): Step => ({
  name: "no-token-later",
  asks: "tools/list with credentials, then in the same session or connection without them and with a made-up token",
  serves: ["AUTH-022", "SEC-006"],
  deliberate: true,
  skipIn: (talk) =>
    unlessOpen(wall)() ??
    (talk instanceof StatefulTalk && talk.session.sessionId === undefined
      ? { reason: "not-offered", detail: "the server hands out no session ids" }
      : undefined),
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

const LISTS = [
  { method: "tools/list", capability: "tools" },
  { method: "resources/list", capability: "resources" },
  { method: "prompts/list", capability: "prompts" },
];

/** Without a handshake every method is a door of its own. Discovery may be public by choice. */
export const anonymousMethods = (keyed: boolean): Step => ({
  name: "no-token-methods",
  asks: "each list, and subscriptions/listen, without credentials",
  serves: ["SEC-017", "AUTH-022"],
  deliberate: true,
  run: (io) =>
    Promise.all([
      ...LISTS.filter(({ capability }) => !keyed || has(io.known, capability)).map(({ method }) =>
        io.ask(method, undefined, { as: method.replace("/", "-"), http: { credentials: "none" } }),
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
