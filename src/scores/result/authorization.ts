import { FACTS } from "../../areas/all-facts.ts";
import { isJsonObject, type JsonObject, listMember, member } from "../../base/json.ts";
import type { View } from "../../judge/core/fact.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import type { Revision } from "../../protocol/revision.ts";
import type {
  AuthorizationBlock,
  AuthorizationExtension,
  AuthorizationOffers,
} from "../authorization/authorization.ts";
import type { AuthorizationServerSubject } from "./subject.ts";

/** What a session with an authorization server says about it beside the verdicts. */
export const describeAuthorization = async (
  { capture, profile }: AuthorizationServerSubject,
  revision: Revision,
): Promise<AuthorizationBlock> => {
  const { view } = await judgeContextFor(capture, revision, []);
  const { issuer, server = null, resource = null, client, token } = profile;
  return {
    issuer,
    server,
    resource,
    client: client ? { kind: client.kind, confidential: client.confidential } : null,
    token: token?.form ?? null,
    metadata: valuesOf(view, "authorization_server_places").filter((place) => typeof place === "string"),
    offers: offersIn(documentOf(view)),
  };
};

const valuesOf = (view: View, name: string) => {
  const fact = FACTS.get(name);
  const reading = fact && view.read(fact);
  return reading?.seen ? reading.items.map(({ value }) => value) : [];
};

const documentOf = (view: View): JsonObject => {
  const document = valuesOf(view, "authorization_server").flatMap((value) => member(value, "document") ?? [])[0];
  return isJsonObject(document) ? document : {};
};

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

const offersIn = (document: JsonObject): AuthorizationOffers => {
  const texts = (name: string): readonly string[] =>
    listMember(document, name).filter((entry) => typeof entry === "string");
  const grants = texts("grant_types_supported");
  const extensions: AuthorizationExtension[] = [
    ...(grants.includes("client_credentials") ? (["client-credentials"] as const) : []),
    ...(grants.includes(JWT_BEARER) ? (["enterprise-managed"] as const) : []),
  ];
  return {
    code_challenge_methods: Array.isArray(document["code_challenge_methods_supported"])
      ? texts("code_challenge_methods_supported")
      : null,
    registration: typeof document["registration_endpoint"] === "string",
    client_documents: document["client_id_metadata_document_supported"] === true,
    iss: document["authorization_response_iss_parameter_supported"] === true,
    grants,
    extensions,
  };
};
