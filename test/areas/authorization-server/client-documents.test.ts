// Clients whose id is the address of a document.

import type { Exchange } from "../../../src/model/capture.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { attemptCases, CONTROLS, metadata, requested, said, sentTo, session, showed, unasked } from "./sessions.ts";

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
  {
    shows: "each document that is wrong, in the order of the plan, and not what was fetched",
    capture: session([
      ...CONTROLS,
      GRANTED,
      ...["large", "moved", "not-json", "no-redirects", "other-redirect"].map((as) =>
        requested(`bad-client-document-${as}`, 400),
      ),
      showed(WRONG),
      said("bad-client-document-fetched-1", 200),
      said("bad-client-document-fetched-target", 200),
    ]),
    reads: {
      values: [
        { request: "wrong-id", outcome: "proceeds" },
        ...["other-redirect", "no-redirects", "not-json", "moved", "large"].map((request) => ({
          request,
          outcome: "refused",
        })),
      ],
      exchanges: ["main/9", "main/8", "main/7", "main/6", "main/5", "main/4"],
    },
  },
  {
    shows: "a server that reads documents and does not say so",
    capture: session([...CONTROLS, GRANTED, requested(WRONG, 400)]),
    reads: { values: [{ request: "wrong-id", outcome: "refused" }] },
  },
  {
    shows: "a server that says it reads documents and refuses a correct one too",
    capture: session([SUPPORTED, ...CONTROLS, REFUSED, requested(WRONG, 400)]),
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "a server that does not say it reads documents and refuses a correct one too",
    capture: session([...CONTROLS, REFUSED, requested(WRONG, 400)]),
    reads: { inapplicable: "precondition-absent" },
  },
]);

const used = (...numbers: number[]): readonly Exchange[] =>
  numbers.map((number) => showed(`client-document-right-${number}`));
const fetched = (...numbers: number[]): readonly Exchange[] =>
  numbers.map((number) => said(`client-document-fetched-${number}`, 200, { method: "GET" }));
const counts = (shows: string, exchanges: readonly Exchange[], requests: number): ReadingCase => ({
  shows,
  capture: session(exchanges),
  reads: { values: [{ requests }], at: ["/http"], parts: [{ requests: "/http" }] },
});

readingTable("client_document_fetches", [
  counts("fetched for every request", [SUPPORTED, ...used(1, 2, 3), ...fetched(1, 2, 3)], 3),
  counts("fetched for the first request alone", [SUPPORTED, ...used(1, 2, 3), ...fetched(1)], 1),
  counts("fetched twice for one request, and once for another", [SUPPORTED, ...used(1, 2, 3), ...fetched(1, 1, 3)], 2),
  counts("granted without a word in the metadata", [...CONTROLS, ...used(1, 2, 3), ...fetched(1, 2)], 2),
  {
    shows: "never fetched, which can be seen at the requests",
    capture: session([SUPPORTED, ...used(1, 2, 3)]),
    reads: { values: [{ requests: 0 }], exchanges: ["main/2"], lookedAt: ["/http", "/http", "/http"] },
  },
  {
    shows: "what stands where it was fetched",
    capture: session([SUPPORTED, ...used(1, 2, 3), ...fetched(1, 2)]),
    reads: { values: [{ requests: 2 }], exchanges: ["main/5"], lookedAt: ["/http", "/http"] },
  },
  {
    shows: "a document that was not used three times",
    capture: session([SUPPORTED, ...used(1, 2), ...fetched(1)]),
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "a server that does not say it reads documents, and refuses them",
    capture: session([...CONTROLS, ...[1, 2, 3].map((number) => requested(`client-document-right-${number}`, 400))]),
    reads: { inapplicable: "precondition-absent" },
  },
  ...unasked("client-document-right-1"),
]);
