// Clients whose id is the address of a document.

import type { Exchange } from "../../../src/model/capture.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import {
  attemptCases,
  CONTROLS,
  givenSession,
  metadata,
  requested,
  said,
  sentTo,
  showed,
  unasked,
} from "./sessions.ts";

const SUPPORTED = metadata({ client_id_metadata_document_supported: true });
const GRANTED = showed("client-document-right-1");
const REFUSED = requested("client-document-right-1", 400);
const WRONG = "bad-client-document-wrong-id";

/** The same sessions with a correct document that is granted, at the end, where it moves nothing. */
const besideGranted = ({ capture, ...rest }: ReadingCase): ReadingCase => ({
  ...rest,
  capture: { ...capture, exchanges: [...capture.exchanges, sentTo("client-document-right-1", CODE)] },
});
const CODE = "http://127.0.0.1:8976/callback?code=c";

readingTable("bad_client_documents", [
  ...attemptCases(WRONG, "wrong-id")
    .filter(({ shows }) => shows !== "a page, and no correct request to hold against it")
    .map(besideGranted),
  givenSession("each document that is wrong, in the order of the plan, and not what was fetched", [
    ...CONTROLS,
    GRANTED,
    ...["large", "moved", "not-json", "no-redirects", "other-redirect"].map((as) =>
      requested(`bad-client-document-${as}`, 400),
    ),
    showed(WRONG),
    said("bad-client-document-fetched-1", 200),
    said("bad-client-document-fetched-target", 200),
  ]).values(
    [
      { request: "wrong-id", outcome: "proceeds" },
      ...["other-redirect", "no-redirects", "not-json", "moved", "large"].map((request) => ({
        request,
        outcome: "refused",
      })),
    ],
    { exchanges: ["main/9", "main/8", "main/7", "main/6", "main/5", "main/4"] },
  ),
  givenSession("a server that reads documents and does not say so", [
    ...CONTROLS,
    GRANTED,
    requested(WRONG, 400),
  ]).values([{ request: "wrong-id", outcome: "refused" }]),
  givenSession("a server that says it reads documents and refuses a correct one too", [
    SUPPORTED,
    ...CONTROLS,
    REFUSED,
    requested(WRONG, 400),
  ]).unseen("prerequisite-missing"),
  givenSession("a server that does not say it reads documents and refuses a correct one too", [
    ...CONTROLS,
    REFUSED,
    requested(WRONG, 400),
  ]).inapplicable("precondition-absent"),
]);

const used = (...numbers: number[]): readonly Exchange[] =>
  numbers.map((number) => showed(`client-document-right-${number}`));
const fetched = (...numbers: number[]): readonly Exchange[] =>
  numbers.map((number) => said(`client-document-fetched-${number}`, 200, { method: "GET" }));
const counts = (shows: string, exchanges: readonly Exchange[], requests: number): ReadingCase =>
  givenSession(shows, exchanges).values([{ requests }], { at: ["/http"], parts: [{ requests: "/http" }] });

readingTable("client_document_fetches", [
  counts("fetched for every request", [SUPPORTED, ...used(1, 2, 3), ...fetched(1, 2, 3)], 3),
  counts("fetched for the first request alone", [SUPPORTED, ...used(1, 2, 3), ...fetched(1)], 1),
  counts("fetched twice for one request, and once for another", [SUPPORTED, ...used(1, 2, 3), ...fetched(1, 1, 3)], 2),
  counts("granted without a word in the metadata", [...CONTROLS, ...used(1, 2, 3), ...fetched(1, 2)], 2),
  givenSession("never fetched, which can be seen at the requests", [SUPPORTED, ...used(1, 2, 3)]).values(
    [{ requests: 0 }],
    { exchanges: ["main/2"], lookedAt: ["/http", "/http", "/http"] },
  ),
  givenSession("what stands where it was fetched", [SUPPORTED, ...used(1, 2, 3), ...fetched(1, 2)]).values(
    [{ requests: 2 }],
    { exchanges: ["main/5"], lookedAt: ["/http", "/http"] },
  ),
  givenSession("a document that was not used three times", [SUPPORTED, ...used(1, 2), ...fetched(1)]).unseen(
    "prerequisite-missing",
  ),
  givenSession("a server that does not say it reads documents, and refuses them", [
    ...CONTROLS,
    ...[1, 2, 3].map((number) => requested(`client-document-right-${number}`, 400)),
  ]).inapplicable("precondition-absent"),
  ...unasked("client-document-right-1"),
]);
