import { randomBytes } from "node:crypto";
import type { Header } from "../../../base/header.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { AuthHttp } from "../../../probe/oauth/auth-http.ts";
import { stepName } from "../../../protocol/question.ts";
import { listenWeb, type WebListener } from "../../../wire/listen-web.ts";

/** Documents that are wrong in one way each. */
export const BAD_DOCUMENTS = ["wrong-id", "other-redirect", "no-redirects", "not-json", "moved", "large"] as const;
export type BadDocument = (typeof BAD_DOCUMENTS)[number];

type DocumentName = BadDocument | "right" | "moved-target";

/** Far more than the 5 KB that the draft recommends as the most. */
const LARGE = 2_000_000;

export interface DocumentServer {
  /** The client id that is the address of a document. */
  idOf(name: DocumentName): string;
  /** Under which name a fetch is filed from now on. */
  expect(step: string): void;
  close(): Promise<void>;
}

export interface DocumentAddress {
  /** On this machine; 0 takes any that is free. */
  readonly port: number;
  /** Where the authorization server finds it; absent: here, which only one on this machine can reach. */
  readonly url?: string | undefined;
}

/**
 * Serves client metadata documents, right and wrong ones, and files every fetch as an exchange: there the authorization server
 * is the one that asks. The addresses differ from run to run, so that nothing is kept from an earlier one.
 */
export const serveDocuments = async (
  http: AuthHttp,
  { port, url }: DocumentAddress,
  callback: string,
): Promise<DocumentServer> => {
  const run = randomBytes(6).toString("hex");
  let step = stepName("client-document", "fetched-1");
  let base = url ?? "";
  const idOf = (name: DocumentName): string => `${base}/${run}/${name}.json`;
  const onRequest = async (request: Request): Promise<Response> => {
    const name = /\/([a-z-]+)\.json$/.exec(new URL(request.url).pathname)?.[1];
    const response = answerTo(name, idOf, callback);
    const filed = name === "moved-target" ? stepName("bad-client-document", "fetched-target") : step;
    file(http, filed, new URL(idOf(isName(name) ? name : "right")), request, response);
    return response;
  };
  const listener: WebListener = await listenWeb(onRequest, { port, host: "127.0.0.1", onBug: () => {} });
  base = (url ?? `http://127.0.0.1:${listener.port}`).replace(/\/$/, "");
  return {
    idOf,
    expect: (next) => {
      step = next;
    },
    close: () => listener.close(),
  };
};

const isName = (name: string | undefined): name is DocumentName =>
  name === "right" || name === "moved-target" || BAD_DOCUMENTS.some((bad) => bad === name);

const answerTo = (name: string | undefined, idOf: (name: DocumentName) => string, callback: string): Response => {
  if (!isName(name)) return new Response("not found\n", { status: 404 });
  const headers = { "Content-Type": "application/json", "Cache-Control": "max-age=3600" };
  const correct: JsonObject = {
    client_id: idOf(name),
    client_name: "mcptest",
    redirect_uris: [callback],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  switch (name) {
    case "right":
      return Response.json(correct, { headers });
    case "wrong-id":
      return Response.json({ ...correct, client_id: idOf("right") }, { headers });
    case "other-redirect":
      return Response.json({ ...correct, redirect_uris: ["https://mcptest.invalid/other"] }, { headers });
    case "no-redirects": {
      const { redirect_uris: _, ...rest } = correct;
      return Response.json(rest, { headers });
    }
    case "not-json":
      return new Response(`client_id=${idOf(name)}`, { headers });
    case "moved":
      return new Response(null, { status: 302, headers: { Location: idOf("moved-target") } });
    case "moved-target":
      return Response.json({ ...correct, client_id: idOf("moved") }, { headers });
    case "large":
      return Response.json({ ...correct, padding: "x".repeat(LARGE) }, { headers });
  }
};

/** Of a fetch, what was asked and with which status it was answered; our own documents are not repeated. */
const file = (http: AuthHttp, step: string, url: URL, request: Request, response: Response): void => {
  const draft = http.note(step, url);
  const headers: Header[] = [...request.headers].map(([name, value]) => [name, value]);
  draft.http = {
    method: request.method,
    url: url.href,
    request_headers: headers,
    status: response.status,
    response_headers: [...response.headers],
  };
  draft.endMs = http.context.now();
};
