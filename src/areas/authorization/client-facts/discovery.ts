import { listMember, stringMember } from "../../../base/json.ts";
import {
  documentNaming,
  documentsOf,
  listedIn,
  metadataUrlIn,
  type OAuthRequest,
  oauthFact,
  oauthRunFact,
  ofKind,
  resourceOf,
  type SignIn,
  sameAddress,
} from "./sign-ins.ts";

const METADATA = "the client asks for metadata after 401";

const tokensOf = (run: SignIn): readonly OAuthRequest[] =>
  ofKind(run, "token").filter(({ status, answer }) => status === 200 && answer?.["access_token"] !== undefined);

/** A client without a token cannot repeat anything, and with a token any request may follow the one that was refused. */
export const challengeReplies = oauthFact("challenge_replies", {
  doc: "What became of the first request that was answered with 401, once the client had a token.",
  type: "repeated, without-token or not-repeated",
  in: ["auth-sign-in", "auth-late"],
  words: {
    "without-token": "the request again without the token",
    "not-repeated": "a token, and never the request it was for",
  },
  missing: "the client gets a token after 401",
  among: (run) => run.atEndpoint.filter(({ status }) => status === 401).slice(0, 1),
  say: (refused, run) => {
    const [token] = tokensOf(run);
    if (!token || token.sentAt < refused.sentAt) return undefined;
    const later = run.atEndpoint.filter(({ sentAt }) => sentAt > token.sentAt);
    if (later.length === 0) return run.isOver ? "not-repeated" : undefined;
    return later.some(({ credential }) => credential) ? "repeated" : "without-token";
  },
});

/** The first lookup after each challenge that names an address, until the next one. */
export const namedMetadataLookups = oauthFact("named_metadata_lookups", {
  doc: "Where a client looks first for resource metadata after a challenge that says where it is.",
  type: "given or well-known",
  scenarios: ["auth-metadata-url", "auth-sign-in"],
  words: { "well-known": "a well-known address, although the challenge names another" },
  missing: "a challenge names the address of the resource metadata and the client looks for it",
  // How a challenge is read is another matter.
  among: (run) =>
    run.scenario?.startsWith("auth-challenge") ? [] : lookupsAfter(run).filter(({ named }) => named !== undefined),
  say: ({ lookup, named }) => (lookup.url.href === named ? "given" : "well-known"),
});

const lookupsAfter = (run: SignIn) =>
  run.atEndpoint
    .filter(({ status }) => status === 401)
    .flatMap(({ sentAt, challenges }, index, all) => {
      const until = all[index + 1]?.sentAt ?? Number.POSITIVE_INFINITY;
      const lookup = ofKind(run, "resource-metadata").find((one) => one.sentAt > sentAt && one.sentAt < until);
      const named = challenges.flatMap((line) => metadataUrlIn(line) ?? [])[0];
      return lookup ? [{ exchange: lookup.exchange, pointer: lookup.pointer, name: lookup.name, lookup, named }] : [];
    });

export const challengeReadings = oauthFact("challenge_readings", {
  doc: "Whether a client finds the address of the resource metadata in challenges that are written in unusual ways.",
  type: "found or not-found",
  in: [
    "auth-challenge-lower-case",
    "auth-challenge-second-scheme",
    "auth-challenge-two-lines",
    "auth-challenge-quoted",
  ],
  words: { "not-found": "another address than the one in the challenge" },
  missing: METADATA,
  among: (run) => lookupsAfter(run).slice(0, 1),
  say: ({ lookup, named }) => (lookup.url.href === named ? "found" : "not-found"),
});

const formOf = ({ url }: OAuthRequest): "path" | "root" | "other" => {
  const rest = url.pathname.split("/.well-known/oauth-protected-resource")[1];
  return rest === undefined ? "other" : rest === "" || rest === "/" ? "root" : "path";
};

export const wellKnownLookups = oauthRunFact("well_known_lookups", {
  doc: "The order in which a client tries the well-known addresses of resource metadata where the challenge names none.",
  type: "in-order, root-first or never-root",
  in: ["auth-metadata-path", "auth-metadata-root"],
  words: {
    "root-first": "the address without the path before the one with it, or alone",
    "never-root": "the address with the path alone, although nothing is there",
  },
  missing: METADATA,
  say: (run) => {
    const forms = ofKind(run, "resource-metadata").map(formOf);
    if (forms.length === 0) return undefined;
    if (forms[0] !== "path") return "root-first";
    if (resourceOf(run) !== undefined || forms.includes("root")) return "in-order";
    return run.isOver ? "never-root" : undefined;
  },
});

const FLOW = ["registration", "authorization", "token"] as const;

export const serverChoices = oauthFact("server_choices", {
  doc: "Whether registrations, authorization and token requests go to an authorization server that the resource metadata lists.",
  type: "listed or unlisted",
  scenarios: ["auth-sign-in"],
  words: { unlisted: "a server that the resource metadata does not list" },
  missing: "the client signs in at an authorization server that the resource metadata lists",
  among: (run) => ofKind(run, ...FLOW),
  say: (one, run) => {
    const listed = listedIn(run, one.sentAt);
    if (listed.length === 0 || one.params.get("grant_type")?.includes("token-exchange")) return undefined;
    const origins = listed.flatMap((issuer) => (URL.canParse(issuer) ? [new URL(issuer).origin] : []));
    const document = documentNaming(run, one);
    return origins.includes(one.url.origin) || (document && origins.includes(document.url.origin))
      ? "listed"
      : "unlisted";
  },
});

export const repeatedLookups = oauthRunFact("repeated_lookups", {
  doc: "How often a client asks for the same metadata where there is none.",
  type: "integer: the most requests for one address",
  in: ["auth-no-metadata"],
  missing: METADATA,
  say: (run) => {
    const all = ofKind(run, "resource-metadata", "server-metadata").map(({ url }) => url.href);
    const most = Math.max(0, ...all.map((href) => all.filter((other) => other === href).length));
    return most === 0 ? undefined : most;
  },
});

export const afterForeignResource = oauthFact("after_foreign_resource", {
  doc: "What a client does after it read resource metadata of another resource.",
  type: "array: the kinds of requests to authorization servers beside metadata",
  in: ["auth-foreign-resource", "auth-other-port-resource"],
  missing: "the client reads the resource metadata",
  among: (run) =>
    ofKind(run, "resource-metadata")
      .filter(({ status }) => status === 200)
      .slice(0, 1),
  say: ({ sentAt }, run) => [
    ...new Set(ofKind(run, ...FLOW).flatMap((one) => (one.sentAt > sentAt ? [one.kind] : []))),
  ],
});

/** The order that the text fixes, for an issuer with a path and for one without. */
const ORDERS = {
  path: ["oauth-inserted", "openid-inserted", "openid-appended"],
  plain: ["oauth-inserted", "openid-inserted"],
} as const;

const formAt = ({ url }: OAuthRequest, path: string): string => {
  if (url.pathname === `/.well-known/oauth-authorization-server${path}`) return "oauth-inserted";
  if (url.pathname === `/.well-known/openid-configuration${path}`) return "openid-inserted";
  return url.pathname === `${path}/.well-known/openid-configuration` ? "openid-appended" : "other";
};

const issuerLookups = (name: string, kind: keyof typeof ORDERS) =>
  oauthFact(name, {
    doc: `The order in which a client tries the metadata addresses of an issuer ${kind === "path" ? "with" : "without"} a path.`,
    type: "in-order, other-order or stopped-early",
    scenarios:
      kind === "path"
        ? ["auth-issuer-path", "auth-issuer-path-openid", "auth-issuer-path-appended"]
        : ["auth-sign-in", "auth-issuer-openid"],
    words: {
      "other-order": "another order, or an address that is none of those",
      "stopped-early": "no attempt at an address that is left",
    },
    missing: "the client asks an authorization server for its metadata",
    among: (run) => firstLookups(run, kind),
    say: ({ forms, found }, { isOver }) => {
      const expected: readonly string[] = ORDERS[kind];
      const wrong = forms.slice(0, expected.length).some((form, index) => form !== expected[index]);
      if (wrong) return "other-order";
      if (found || forms.length >= expected.length) return "in-order";
      return isOver ? "stopped-early" : undefined;
    },
  });

const firstLookups = (run: SignIn, kind: keyof typeof ORDERS) =>
  [...new Set(ofKind(run, "resource-metadata").flatMap(({ answer }) => listMember(answer, "authorization_servers")))]
    .flatMap((issuer) => (typeof issuer === "string" && URL.canParse(issuer) ? [new URL(issuer)] : []))
    .filter(({ pathname }) => (pathname === "/" ? "plain" : "path") === kind)
    .flatMap(({ origin, pathname }) => {
      const path = pathname === "/" ? "" : pathname;
      const lookups = ofKind(run, "server-metadata").filter(({ url }) => url.origin === origin);
      const until = lookups.findIndex(({ status }) => status === 200);
      const found = until >= 0;
      // To ask once more for the same does not change the order.
      const forms = [...new Set(lookups.slice(0, found ? until + 1 : undefined).map((one) => formAt(one, path)))];
      const [first] = lookups;
      return first ? [{ exchange: first.exchange, pointer: first.pointer, name: first.name, forms, found }] : [];
    });

export const pathIssuerLookups = issuerLookups("path_issuer_lookups", "path");
export const plainIssuerLookups = issuerLookups("plain_issuer_lookups", "plain");

export const endpointsUsed = oauthFact("endpoints_used", {
  doc: "Whether registrations, authorization and token requests go to the endpoints of the metadata that was read before.",
  type: "named or guessed",
  scenarios: ["auth-sign-in", "auth-root-metadata"],
  words: { guessed: "an address that the metadata does not name" },
  missing: "the client reads the metadata of its authorization server and goes on",
  among: (run) => ofKind(run, ...FLOW),
  say: (one, run) => {
    const before = documentsOf(run).filter(({ sentAt }) => sentAt < one.sentAt);
    if (before.length === 0 || one.params.get("grant_type")?.includes("token-exchange")) return undefined;
    return documentNaming(run, one) ? "named" : "guessed";
  },
});

/** Metadata documents whose `issuer` differs from the issuer that the client looked up. */
export const afterWrongIssuer = oauthFact("after_wrong_issuer", {
  doc: "What a client does with metadata whose issuer is another than the listed one.",
  type: "array: the kinds of requests to the endpoints it names",
  in: ["auth-wrong-issuer", "auth-wrong-issuer-openid"],
  missing: "the client reads metadata of another issuer",
  among: (run) =>
    documentsOf(run).filter(({ answer }) => {
      const issuer = stringMember(answer, "issuer");
      const listed = listedIn(run);
      return issuer !== undefined && listed.length > 0 && !listed.includes(issuer);
    }),
  say: ({ answer }, run) => {
    const named = ["registration_endpoint", "authorization_endpoint", "token_endpoint"].flatMap((name) => {
      const url = stringMember(answer, name);
      return url !== undefined && URL.canParse(url) ? [new URL(url)] : [];
    });
    const used = ofKind(run, ...FLOW).filter(({ url }) => named.some((one) => sameAddress(one, url)));
    return [...new Set(used.map(({ kind }) => kind))];
  },
});

const atOrigin = (run: SignIn, ...kinds: Parameters<typeof ofKind>[1][]): readonly OAuthRequest[] =>
  ofKind(run, ...kinds).filter(({ url }) => url.origin === new URL(run.endpoint).origin);

const ROOT = "/.well-known/oauth-authorization-server";

export const rootMetadataLookups = oauthRunFact("root_metadata_lookups", {
  doc: "Whether a client that looks for metadata of 2025-03-26 looks at the root of the server.",
  type: "asked or not-asked",
  in: ["auth-root-metadata"],
  words: { "not-asked": "other addresses, and never the root" },
  missing: METADATA,
  say: (run) => {
    const all = atOrigin(run, "server-metadata");
    if (all.length === 0) return undefined;
    return all.some(({ url }) => url.pathname === ROOT) ? "asked" : run.isOver ? "not-asked" : undefined;
  },
});

export const defaultEndpoints = oauthRunFact("default_endpoints", {
  doc: "What a client does where a server of 2025-03-26 has no metadata.",
  type: "defaults, gave-up, elsewhere or without-asking",
  in: ["auth-default-endpoints"],
  words: {
    "gave-up": "no attempt at the default addresses",
    elsewhere: "other addresses than the defaults",
    "without-asking": "the default addresses, without asking for metadata first",
  },
  missing: METADATA,
  say: (run) => {
    const lookups = atOrigin(run, "server-metadata");
    const used = atOrigin(run, ...FLOW);
    if (lookups.length === 0 && used.length === 0) return undefined;
    if (used.length === 0) return run.isOver ? "gave-up" : undefined;
    if (lookups.length === 0) return "without-asking";
    return used.every(({ url }) => ["/register", "/authorize", "/token"].includes(url.pathname))
      ? "defaults"
      : "elsewhere";
  },
});

export const metadataVersionHeaders = oauthFact("metadata_version_headers", {
  doc: "Whether requests for the metadata of an authorization server name the revision.",
  type: "named or missing",
  words: { missing: "no MCP-Protocol-Version" },
  scenarios: ["auth-root-metadata"],
  missing: METADATA,
  among: (run) => ofKind(run, "server-metadata"),
  say: ({ sent }) =>
    (sent.http?.request_headers ?? []).some(([name]) => name.toLowerCase() === "mcp-protocol-version")
      ? "named"
      : "missing",
});

export const serversOfFlows = oauthFact("servers_of_flows", {
  doc: "Whether a client id or a code that one authorization server issued is used at another, where several are listed.",
  type: "same or other",
  in: ["auth-two-servers"],
  words: { other: "what one authorization server issued, sent to another" },
  missing: "the client signs in where two authorization servers are listed",
  among: (run) => ofKind(run, "authorization", "token"),
  say: (one, run) => {
    const id = one.params.get("client_id");
    const home = ofKind(run, "registration").find(({ answer }) => stringMember(answer, "client_id") === id);
    if (!home) return undefined;
    return home.url.origin === one.url.origin ? "same" : "other";
  },
});
