import type { AuthorizationServerResult, ClientResult, Result, ServerResult } from "../../../scores/result/result.ts";
import { serverName } from "../../findings/server-name.ts";

type Row = readonly [label: string, value: string];

/** What a report calls those that it is about. */
export interface SubjectWords {
  readonly title: string;
  /** What the badge is about. */
  readonly badge: string;
  /** Who it is and how it was spoken to, a row each. */
  readonly rows: readonly Row[];
}

export const subjectWords = (result: Result): SubjectWords => {
  const badge = result.revision === null ? "MCP" : `MCP ${result.revision}`;
  switch (result.role) {
    case undefined:
      return { title: "mcptest check", badge, rows: serverRows(result) };
    case "client":
      return { title: "mcptest client", badge, rows: clientRows(result) };
    case "authorization-server":
      return { title: "mcptest auth", badge: "MCP authorization", rows: authorizationRows(result) };
  }
};

const serverRows = ({ server, revision, revisions }: ServerResult): readonly Row[] => {
  const name = serverName(server.info);
  const others = (revisions?.asked ?? []).flatMap(({ revision: asked, answered }) =>
    asked === answered && asked !== revision ? [asked] : [],
  );
  return [
    ...(name === "" ? [] : [["server", name] as const]),
    revision === null ? (["revision", "unknown"] as const) : (["judged by", revision] as const),
    ...(server.transport ? [["transport", server.transport] as const] : []),
    ...(others.length > 0 ? [["also speaks", others.join(", ")] as const] : []),
    ...(server.outcome && server.outcome !== "complete" ? [["outcome", server.outcome] as const] : []),
  ];
};

const clientRows = ({ revision, server, client }: ClientResult): readonly Row[] => {
  const others = client.revisions.filter((one) => one !== revision);
  return [
    ["client", client.label],
    revision === null ? (["revision", "unknown"] as const) : (["judged by", revision] as const),
    ...(client.transports.length > 0 ? [["transport", client.transports.join(", ")] as const] : []),
    ...(others.length > 0 ? [["also speaks", others.join(", ")] as const] : []),
    ["sessions", String(client.sessions)],
    ...(server.outcome && server.outcome !== "complete" ? [["outcome", server.outcome] as const] : []),
  ];
};

const PLACES: Readonly<Record<string, string>> = {
  rfc8414: "RFC 8414",
  openid: "OpenID Connect",
  "openid-appended": "OpenID Connect",
};

const authorizationRows = ({
  revision,
  server: { outcome },
  authorization: { issuer, server, metadata, offers, client, token },
}: AuthorizationServerResult): readonly Row[] => {
  const kinds = [...new Set(metadata.map((place) => PLACES[place] ?? place))];
  const offered = [
    ...(offers.code_challenge_methods ? [`PKCE ${offers.code_challenge_methods.join(", ")}`] : []),
    ...(offers.registration ? ["dynamic registration"] : []),
    ...(offers.client_documents ? ["client metadata documents"] : []),
    ...(offers.iss ? ["iss in responses"] : []),
    ...offers.extensions.map((name) => `extension ${name}`),
  ];
  return [
    ["issuer", issuer],
    ...(server === null ? [] : [["named by", server] as const]),
    ["judged by", revision ?? "unknown"],
    ...(kinds.length > 0 ? [["metadata", kinds.join(" and ")] as const] : []),
    ...(offered.length > 0 ? [["offers", offered.join(", ")] as const] : []),
    ["client", client ? `${client.kind}${client.confidential ? ", with a secret" : ""}` : "none"],
    ...(token === null ? [] : [["token", token] as const]),
    ...(outcome && outcome !== "complete" ? [["outcome", outcome] as const] : []),
  ];
};
