import { readStrictJson } from "../../../json/strict-json.ts";
import { type Json, member, stringMember } from "../../../model/json.ts";
import type { Header } from "../../../model/target.ts";
import { headerValues } from "../../../wire/http/http-call.ts";
import type { ExchangeDraft } from "../../exchange-draft.ts";
import type { Talk } from "../../talk/talk.ts";
import type { ConversationPlan, Step, StepIO } from "../step.ts";
import { challengeParameter } from "./www-authenticate.ts";

const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";

const PUBLIC_HEADERS: readonly Header[] = [
  ["Accept", "application/json"],
  ["Accept-Encoding", "identity"],
];

const fetchPublic = (io: StepIO, url: URL, as: string): Promise<ExchangeDraft> =>
  io.send({ as, expect: "nothing", http: { method: "GET", url, headers: PUBLIC_HEADERS, credentials: "none" } }).done;

const endpoint = (io: StepIO): URL | undefined => (io.talk.endpoint ? new URL(io.talk.endpoint) : undefined);

/** The documents are not messages of the protocol, so they are kept as bodies. */
const documentOf = (draft: ExchangeDraft): Json | undefined => {
  const body = draft.http?.body;
  if (draft.http?.status !== 200 || body?.encoding !== "utf8")
    return draft.http?.status === 200 ? draft.response : undefined;
  const reading = readStrictJson(body.data, { depth: 32, values: 10_000 });
  return reading.ok ? reading.value : undefined;
};

const withAuthorization =
  (value: string | undefined) =>
  (headers: readonly Header[]): readonly Header[] =>
    value === undefined ? headers : [...headers, ["Authorization", value]];

/** What an unsigned token of the usual form looks like; it names nobody and has expired long ago. */
const STALE_TOKEN = `${encode({ alg: "none", typ: "JWT" })}.${encode({ sub: "mcptest", exp: 1 })}.`;
function encode(value: object): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64url");
}

const refused = (
  name: string,
  asks: string,
  serves: readonly string[],
  values: readonly (string | undefined)[],
): Step => ({
  name,
  asks,
  serves,
  deliberate: true,
  run: (io) =>
    Promise.all(
      values.map((value, index) =>
        io.ask("tools/list", undefined, {
          as: String(index + 1),
          editHeaders: withAuthorization(value),
          http: { credentials: "none" },
        }),
      ),
    ),
});

/** The protected-resource metadata: where the challenge says, and at both well-known places; same origin only. */
const resourceMetadata: Step = {
  name: "resource-metadata",
  asks: "the protected-resource metadata named by the challenge or at its well-known places, on the same origin",
  serves: [
    ...[
      "AUTH-008",
      "AUTH-009",
      "AUTH-010",
      "AUTH-011",
      "AUTH-012",
      "AUTH-013",
      "AUTH-015",
      "AUTH-020",
      "AUTH-024",
      "AUTH-027",
    ],
    ...["AUTH-030", "AUTH-031", "AUTH-034", "AUTH-035", "AUTH-036"],
  ],
  run: async (io) => {
    const base = endpoint(io);
    if (!base) return;
    const challenge = await io.ask("tools/list", undefined, { as: "challenge", http: { credentials: "none" } });
    const named = headerValues(challenge.http?.response_headers ?? [], "www-authenticate")
      .map((value) => challengeParameter(value, "resource_metadata"))
      .find((value) => value !== undefined);
    const places = [
      ...(named !== undefined && URL.canParse(named) && new URL(named).origin === base.origin
        ? [{ as: "named", url: new URL(named) }]
        : []),
      { as: "path", url: new URL(`${RESOURCE_METADATA}${base.pathname.replace(/\/$/, "")}`, base.origin) },
      { as: "root", url: new URL(RESOURCE_METADATA, base.origin) },
    ];
    const documents = await Promise.all(places.map(({ as, url }) => fetchPublic(io, url, as)));
    const issuer = documents
      .map(documentOf)
      .map(firstIssuer)
      .find((value) => value !== undefined);
    await authorizationServer(io, base, issuer ?? base.origin);
  },
};

const firstIssuer = (document: Json | undefined): string | undefined => {
  const servers = member(document, "authorization_servers");
  const [first] = Array.isArray(servers) ? servers : [];
  return typeof first === "string" ? first : stringMember(document, "issuer");
};

/** Only where the authorization server lives at the same origin: nothing a server names is fetched from elsewhere. */
const authorizationServer = async (io: StepIO, base: URL, issuer: string): Promise<void> => {
  if (!URL.canParse(issuer) || new URL(issuer).origin !== base.origin) return;
  const path = new URL(issuer).pathname.replace(/\/$/, "");
  await Promise.all([
    fetchPublic(io, new URL(`/.well-known/oauth-authorization-server${path}`, base.origin), "authorization-server"),
    fetchPublic(io, new URL(`/.well-known/openid-configuration${path}`, base.origin), "openid"),
  ]);
};

/** What a server behind a wall shows to a client without credentials. */
export const authPlan: ConversationPlan<Talk> = {
  name: "auth",
  purpose: "what the authorization surface shows without credentials",
  transport: "http",
  bare: true,
  groups: [
    [
      refused(
        "no-token",
        "tools/list without credentials, three times",
        ["AUTH-001", "AUTH-004", "AUTH-017", "AUTH-022"],
        [undefined, undefined, undefined],
      ),
      refused(
        "invalid-token",
        "tools/list with a made-up token and with an unsigned, expired one",
        ["AUTH-005"],
        ["Bearer mcptest-invalid", `Bearer ${STALE_TOKEN}`],
      ),
      refused(
        "malformed-authorization",
        "tools/list with Bearer and no token, and with a broken Basic credential",
        ["AUTH-006", "AUTH-007", "AUTH-023"],
        ["Bearer", "Basic x"],
      ),
      resourceMetadata,
    ],
  ],
};
