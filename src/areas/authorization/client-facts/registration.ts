import { type JsonObject, listMember, member, stringMember } from "../../../base/json.ts";
import { documentsOf, listedIn, type OAuthRequest, oauthFact, oauthRunFact, ofKind, type SignIn } from "./sign-ins.ts";

const REGISTERS = "the client registers itself";
const AUTHORIZES = "the client sends an authorization request";

/** The document of the server at which a request was made. */
export const documentAt = (run: SignIn, { url, sentAt }: OAuthRequest): JsonObject | undefined =>
  documentsOf(run).findLast(
    (one) =>
      one.sentAt < sentAt &&
      ["authorization_endpoint", "token_endpoint"].some((name) => {
        const endpoint = stringMember(one.answer, name);
        return endpoint !== undefined && URL.canParse(endpoint) && new URL(endpoint).origin === url.origin;
      }),
  )?.answer;

const takesUrls = (run: SignIn, one: OAuthRequest): boolean =>
  member(documentAt(run, one), "client_id_metadata_document_supported") === true;

const isUrl = (id: string | null): id is string => id !== null && /^https?:\/\//i.test(id);

/** A program does not choose the ids that it can only have from its environment. */
const clientIds = (name: string, announced: boolean) =>
  oauthFact(name, {
    doc: `What client ids are where the authorization server ${announced ? "takes" : "does not announce to take"} addresses of metadata documents.`,
    type: "url or other",
    scenarios: announced ? ["auth-url-client-id"] : ["auth-sign-in"],
    words: announced
      ? { other: "a client id that is no address of a metadata document" }
      : { url: "the address of a metadata document as client id" },
    missing: AUTHORIZES,
    among: (run) => ofKind(run, "authorization"),
    say: (one, run) => {
      const id = one.params.get("client_id");
      if (documentAt(run, one) === undefined || takesUrls(run, one) !== announced) return undefined;
      if (isUrl(id)) return "url";
      // One that was agreed on before comes first: only who registers has chosen.
      return announced && !registered(run, id) ? undefined : "other";
    },
  });

export const idsWhereUrlsAreTaken = clientIds("ids_where_urls_are_taken", true);
export const idsWhereUrlsAreNotTaken = clientIds("ids_where_urls_are_not_taken", false);

/** Only of clients that have such an id: who has none has no choice. */
export const registrationChoices = oauthFact("registration_choices", {
  doc: "How a client that has a metadata document identifies itself where the authorization server takes its address.",
  type: "url or registered",
  in: ["auth-url-client-id", "auth-moved-url-ids"],
  words: { registered: "a new registration, although the address of the metadata document is taken" },
  missing: "a client with a metadata document signs in where its address is taken",
  among: (run) => {
    const all = ofKind(run, "authorization");
    return all.some(({ params }) => isUrl(params.get("client_id"))) ? all : [];
  },
  say: (one, run) => (takesUrls(run, one) ? (isUrl(one.params.get("client_id")) ? "url" : "registered") : undefined),
});

export const urlClientIds = oauthFact("url_client_ids", {
  doc: "Client ids that are addresses of metadata documents.",
  type: "object: scheme, path (present, absent), fragment (present, absent)",
  scenarios: ["auth-url-client-id"],
  missing: "the client uses the address of a metadata document as its id",
  among: (run) =>
    ofKind(run, "authorization").filter(({ params }) => {
      const id = params.get("client_id");
      return isUrl(id) && !registered(run, id);
    }),
  say: ({ params }) => {
    const id = params.get("client_id") ?? "";
    if (!URL.canParse(id)) return { scheme: "none", path: "absent", fragment: "absent" };
    const url = new URL(id);
    return {
      scheme: url.protocol.slice(0, -1),
      path: url.pathname === "/" || url.pathname === "" ? "absent" : "present",
      fragment: url.hash === "" ? "absent" : "present",
    };
  },
});

const registered = (run: SignIn, id: string | null): OAuthRequest | undefined =>
  ofKind(run, "registration").find(({ answer }) => id !== null && stringMember(answer, "client_id") === id);

/** The port of a loopback address may be another each time (RFC 8252). */
const isSame = (one: string, other: string): boolean => {
  if (one === other) return true;
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const [left, right] = [new URL(one), new URL(other)];
  return (
    isLoopback(left) &&
    left.hostname === right.hostname &&
    left.pathname === right.pathname &&
    left.search === right.search
  );
};

const isLoopback = ({ hostname, protocol }: URL): boolean =>
  protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

export const redirectUrisUsed = oauthFact("redirect_uris_used", {
  doc: "Whether the redirect URI of an authorization request is one that the client registered.",
  type: "registered or other",
  scenarios: ["auth-sign-in"],
  words: { other: "a redirect URI that was not registered" },
  missing: "a client that registered sends an authorization request",
  among: (run) => ofKind(run, "authorization"),
  say: ({ params }, run) => {
    const known = registered(run, params.get("client_id"));
    const uri = params.get("redirect_uri");
    if (!known || uri === null) return undefined;
    const listed = listMember(known.posted, "redirect_uris").map(String);
    return listed.some((one) => isSame(one, uri)) ? "registered" : "other";
  },
});

export const redirectUris = oauthFact("redirect_uris", {
  doc: "What kind of address redirect URIs are, in registrations and in authorization requests.",
  type: "array of loopback, https, private-scheme or other",
  scenarios: ["auth-sign-in"],
  missing: AUTHORIZES,
  among: (run) => ofKind(run, "registration", "authorization"),
  say: ({ posted, params, kind }) => {
    const own = params.get("redirect_uri");
    const all = kind === "registration" ? listMember(posted, "redirect_uris").map(String) : own === null ? [] : [own];
    return all.length === 0 ? undefined : all.map(redirectKind);
  },
});

const redirectKind = (uri: string): string => {
  if (!URL.canParse(uri)) return "other";
  const url = new URL(uri);
  if (isLoopback(url)) return "loopback";
  if (url.protocol === "https:") return "https";
  return url.protocol === "http:" ? "other" : "private-scheme";
};

export const issuedClientIds = oauthFact("issued_client_ids", {
  doc: "Whether the first authorization request after a registration has the client id that was issued.",
  type: "issued or other",
  scenarios: ["auth-sign-in"],
  words: { other: "another client id than the one that was issued" },
  missing: "a registration is answered with a client id and the client goes on",
  among: (run) =>
    ofKind(run, "registration").flatMap((one) => {
      const id = stringMember(one.answer, "client_id");
      const next = ofKind(run, "authorization").find(
        ({ sentAt, url }) => sentAt > one.sentAt && url.origin === one.url.origin,
      );
      return id !== undefined && next ? [next] : [];
    }),
  // A client that registers twice may use either id.
  say: ({ params }, run) => (registered(run, params.get("client_id")) ? "issued" : "other"),
});

export const unofferedRegistrations = oauthRunFact("unoffered_registrations", {
  doc: "How many registrations are sent where the metadata names no endpoint for them.",
  type: "integer",
  in: ["auth-given-credentials", "auth-client-credentials", "auth-client-credentials-jwt"],
  missing: "the client reads metadata without a registration endpoint",
  say: (run) => (documentsOf(run).length === 0 ? undefined : ofKind(run, "registration").length),
});

export const registrations = oauthFact("registrations", {
  doc: "What a client says of itself when it registers.",
  type: "object: application_type, if it is there; fit (fits, misfit): whether that suits the redirect URIs",
  scenarios: ["auth-sign-in"],
  words: { misfit: "an application type that does not suit the redirect URIs" },
  missing: REGISTERS,
  among: (run) => ofKind(run, "registration"),
  say: ({ posted }) => {
    if (!posted) return undefined;
    const type = member(posted, "application_type");
    const kinds = listMember(posted, "redirect_uris").map((uri) => redirectKind(String(uri)));
    const isNative = kinds.length > 0 && kinds.every((kind) => kind === "loopback" || kind === "private-scheme");
    // An application on a device may have an https address of its own: only the other way round it cannot be.
    const misfits = type === "web" && isNative;
    return { ...(type === undefined ? {} : { application_type: type }), fit: misfits ? "misfit" : "fits" };
  },
});

export const afterRefusedRegistration = oauthFact("after_refused_registration", {
  doc: "What a client does after its registration was refused.",
  type: "object: attempts (how many registrations in all), authorizations (how many requests without a client id of this server)",
  in: ["auth-registration-refused", "auth-registration-forbidden"],
  missing: "a registration is refused",
  among: (run) =>
    ofKind(run, "registration")
      .filter(({ status }) => status >= 400)
      .slice(0, 1),
  say: ({ sentAt }, run) => ({
    attempts: ofKind(run, "registration").length,
    // One of its own, configured or the address of its metadata document, is a way out.
    authorizations: ofKind(run, "authorization").filter(
      (one) => one.sentAt > sentAt && NO_ID.has(one.params.get("client_id") ?? ""),
    ).length,
  }),
});

/** The texts that programs write into an address where a value is missing. */
const NO_ID: ReadonlySet<string> = new Set(["", "undefined", "null", "None", "nil", "[object Object]"]);

/** The id that a program can only have from its environment; src/features/client/authorization/ gives it. */
const GIVEN = "mcptest-given-client";

const idOf = ({ params }: OAuthRequest): string | null => params.get("client_id");

export const givenCredentials = oauthFact("given_credentials", {
  doc: "Which client id authorization requests have where one was given to the program.",
  type: "given or other",
  in: ["auth-given-credentials"],
  words: { other: "another client id than the one that was given" },
  missing: AUTHORIZES,
  among: (run) => ofKind(run, "authorization"),
  say: (one) => (idOf(one) === GIVEN ? "given" : "other"),
});

export const credentialsElsewhere = oauthRunFact("credentials_elsewhere", {
  doc: "How many requests have a client id that belongs to another authorization server than the one they go to.",
  type: "integer",
  in: ["auth-given-elsewhere"],
  missing: "the client reads the metadata of the authorization server",
  say: (run) =>
    documentsOf(run).length === 0
      ? undefined
      : ofKind(run, "authorization", "token").filter((one) => idOf(one) === GIVEN).length,
});

export const clientIdsByServer = oauthFact("client_ids_by_server", {
  doc: "Whether a client id is used at the authorization server that issued it, after the server was replaced.",
  type: "own or foreign",
  in: ["auth-moved-server"],
  words: { foreign: "a client id that another authorization server issued" },
  missing: "the authorization server is replaced, and the client signs in at the new one",
  among: (run) => ofKind(run, "authorization", "token"),
  say: (one, run) => {
    const home = registered(run, idOf(one));
    if (!home) return undefined;
    return home.url.origin === one.url.origin ? "own" : "foreign";
  },
});

export const movedRegistrations = oauthRunFact("moved_registrations", {
  doc: "What a client that registers does after another authorization server took the place of the first.",
  type: "registered, not-registered or stayed",
  in: ["auth-moved-server"],
  words: {
    "not-registered": "requests to the new authorization server without a registration there",
    stayed: "requests to the authorization server that is not listed any more",
  },
  missing: "the authorization server is replaced, and the client goes on",
  say: (run) => {
    const [first] = ofKind(run, "registration");
    const refused = run.atEndpoint.find(({ status, credential }) => status === 401 && credential !== undefined);
    if (!first || !refused) return undefined;
    const later = ofKind(run, "registration", "authorization", "token").filter(({ sentAt }) => sentAt > refused.sentAt);
    const moved = later.filter(({ url, params }) => url.origin !== first.url.origin && !isUrl(params.get("client_id")));
    // A refresh token may be tried where it is from.
    const stayed = later.some(({ kind, url }) => kind !== "token" && url.origin === first.url.origin);
    if (moved.length === 0) return stayed && listedIn(run).length > 0 ? "stayed" : undefined;
    return moved.some(({ kind }) => kind === "registration") ? "registered" : "not-registered";
  },
});
