import type { Json } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { given, NOTHING, readingTable } from "../reading-table.ts";
import { answered, heard, hearing } from "../small-captures.ts";

const failed = (message: Json, data?: Json): Exchange => ({
  step: "ping",
  request: { jsonrpc: "2.0", id: 1, method: "ping" },
  response: { jsonrpc: "2.0", id: 1, error: { code: 1, message, ...(data === undefined ? {} : { data }) } },
});

const WORDS = ["see WWW-Authenticate", 'Bearer resource_metadata="x"', "/.well-known/oauth-protected-resource"];
const NAMES = [
  "www-authenticate",
  "WWW_Authenticate",
  "resourceMetadata",
  "authorization_servers",
  "authorizationEndpoint",
];

readingTable("oauth_challenges", [
  given("words of the flow in the message, or names of it in the data", [
    ...WORDS.map((text) => failed(text)),
    ...NAMES.map((name) => failed("no", { other: 0, [name]: 1 })),
    hearing(answered("ping", "ping", {}), [heard({ id: 1, error: { message: "WWW-Authenticate: Bearer" } })]),
  ]).partly(
    [
      ...WORDS.map((message) => ({ message })),
      ...NAMES.map((name) => ({ data: { [name]: 1 } })),
      { message: "WWW-Authenticate: Bearer" },
    ],
    { at: [...[...WORDS, ...NAMES].map(() => "/response/error"), "/meanwhile/0/message/error"] },
  ),
  given("errors about credentials that are no challenge, and results", [
    failed("unauthorized: no API key"),
    failed("resource_metadata is missing"),
    failed(7, "WWW-Authenticate"),
    failed("no", { authorization: 1, my_resource_metadata: 2 }),
    answered("ping", "ping", { message: "WWW-Authenticate" }),
  ]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);
