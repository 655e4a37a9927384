import type { Header } from "../../../base/header.ts";
import { isJsonObject, type Json, member } from "../../../base/json.ts";
import { readStrictJson } from "../../../base/strict-json.ts";
import type { ExchangeDraft } from "../../../probe/exchange-draft.ts";
import { skipUnless } from "../../../probe/plan/known.ts";
import type { Step, StepIO } from "../../../probe/plan/step.ts";
import { resourcePlaces, SERVER_METADATA, serverPlaces, trimmed } from "../../../protocol/well-known.ts";
import { type AccessFindings, unlessOpen } from "./access.ts";

const PUBLIC_HEADERS: readonly Header[] = [
  ["Accept", "application/json"],
  ["Accept-Encoding", "identity"],
];

interface Place {
  readonly route: string;
  readonly url: URL;
}

/** Public documents are asked for without the user's credentials. The same address is asked once. */
const fetchPublic = (io: StepIO, places: readonly Place[]): Promise<ExchangeDraft[]> => {
  const known = new Set<string>();
  return Promise.all(
    places
      .filter(({ url }) => known.size < known.add(url.href).size)
      .map(({ route, url }) => {
        const away = url.origin === endpoint(io)?.origin ? {} : { namedByServer: true as const };
        const http = { method: "GET", url, headers: PUBLIC_HEADERS, credentials: "none", ...away } as const;
        return io.send({ as: route, expect: "nothing", http }).done;
      }),
  );
};

const endpoint = (io: StepIO): URL | undefined => (io.talk.endpoint ? new URL(io.talk.endpoint) : undefined);

/** A document declared as JSON is kept as the response, any other as a body. */
const documentOf = ({ http, response }: ExchangeDraft): Json | undefined => {
  if (http?.status !== 200) return undefined;
  if (response !== undefined || http.body?.encoding !== "utf8") return response;
  const reading = readStrictJson(http.body.data, { depth: 32, values: 10_000 });
  return reading.ok ? reading.value : undefined;
};

/** Whether an address the server named may be asked: at its own origin always, elsewhere if the user allowed it. */
const mayFetch = (named: string | undefined, base: URL, { elsewhere }: AccessFindings): named is string => {
  if (named === undefined || !URL.canParse(named)) return false;
  const { origin, protocol, username, password } = new URL(named);
  return origin === base.origin || (elsewhere && /^https?:$/.test(protocol) && username === "" && password === "");
};

/** A challenge may name its metadata by a path alone. */
const absolute = (named: string | undefined, base: URL): string | undefined =>
  named !== undefined && URL.canParse(named, base.href) ? new URL(named, base).href : undefined;

/** Where the challenge says, and at both well-known places; from another origin only if the user allowed it. */
export const resourceMetadata = (access: AccessFindings): Step => ({
  question: "resource-metadata",
  skipIn: unlessOpen(access),
  run: async (io) => {
    const base = endpoint(io);
    if (!base) return;
    const named = absolute(access.named, base);
    const hint = mayFetch(named, base, access) ? new URL(named) : undefined;
    const documents = await fetchPublic(io, resourcePlaces(base, hint));
    access.issuer = documents
      .map(documentOf)
      .filter(isJsonObject)
      .map((document) => firstIssuer(document))[0];
  },
});

const firstIssuer = (document: Json): string | undefined => {
  const servers = member(document, "authorization_servers");
  const [first] = Array.isArray(servers) ? servers : [];
  return typeof first === "string" ? first : undefined;
};

/** The metadata of the authorization server that the resource metadata names, where it lives at an origin that may be asked. */
export const issuerMetadata = (access: AccessFindings): Step => ({
  question: "authorization-server",
  skipIn: unlessOpen(access),
  run: async (io) => {
    const base = endpoint(io);
    // Without a name the origin is tried, which shows at least whether OAuth is meant.
    const issuer = access.issuer ?? base?.origin;
    if (!base || !mayFetch(issuer, base, access)) return;
    await fetchPublic(io, serverPlaces(new URL(issuer)));
  },
});

/** In 2025-03-26 the origin of the endpoint is the authorization server, whatever the path. */
export const originMetadata = (access: AccessFindings): Step => ({
  question: "authorization-server",
  skipIn: unlessOpen(access),
  run: async (io) => {
    const base = endpoint(io);
    if (!base) return;
    const [root] = await fetchPublic(io, [
      { route: "root", url: new URL(SERVER_METADATA, base.origin) },
      { route: "inserted", url: new URL(`${SERVER_METADATA}${trimmed(base.pathname)}`, base.origin) },
    ]);
    access.rootMetadata = root !== undefined && isJsonObject(documentOf(root));
  },
});

/** Whether they exist at all: an OAuth error is an answer too. */
export const defaultEndpoints = (access: AccessFindings): Step => ({
  question: "default-endpoint",
  deliberate: true,
  skipIn: () => unlessOpen(access)() ?? skipUnless(!access.rootMetadata, "the server publishes metadata instead"),
  run: async (io) => {
    const base = endpoint(io);
    if (!base) return;
    const at = (path: string): URL => new URL(path, base.origin);
    const form: Header = ["Content-Type", "application/x-www-form-urlencoded"];
    const send = (as: string, method: string, headers: readonly Header[] = PUBLIC_HEADERS): Promise<ExchangeDraft> =>
      io.send({ as, expect: "nothing", http: { method, url: at(`/${as}`), headers, credentials: "none" } }).done;
    await Promise.all([
      send("authorize", "GET"),
      send("token", "POST", [...PUBLIC_HEADERS, form]),
      send("register", "OPTIONS"),
    ]);
  },
});
