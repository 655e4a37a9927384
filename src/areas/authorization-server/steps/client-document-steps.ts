import { isLoopbackUrl } from "../../../base/loopback.ts";
import { type QuestionName, stepName } from "../../../protocol/question.ts";
import { type IssuerRun, leaveOut } from "./asking.ts";
import { authorizationAddress, makeProof } from "./authorization-address.ts";
import { BAD_DOCUMENTS, type DocumentAddress, type DocumentServer, serveDocuments } from "./client-documents.ts";
import { visit } from "./user-agent.ts";

const QUESTIONS: readonly QuestionName[] = ["client-document", "bad-client-document", "private-client-document"];

const TIMES = [1, 2, 3];

/** Clients whose id is the address of a document: a correct one, several times, and every wrong one. */
export const askClientDocuments = async (
  asking: IssuerRun,
  address: DocumentAddress | undefined,
  callback: string,
): Promise<void> => {
  const { metadata } = asking;
  if (!metadata.takesMetadataDocuments)
    return leaveOut(
      asking,
      QUESTIONS,
      "not-offered",
      "the metadata does not say client_id_metadata_document_supported",
    );
  if (!address)
    return leaveOut(
      asking,
      QUESTIONS,
      "prerequisite-missing",
      "it needs client documents that the authorization server can fetch; serve them with --serve-client-metadata",
    );
  const documents = await serveDocuments(asking.http, address, callback);
  try {
    await askRightDocument(asking, documents, callback);
    await askBadDocuments(asking, documents, callback);
  } finally {
    await documents.close();
  }
  await askPrivateDocument(asking, callback);
};

const visitAs = async (
  asking: IssuerRun,
  question: QuestionName,
  as: string,
  client_id: string,
  redirect_uri: string,
): Promise<void> => {
  const url = authorizationAddress(asking, makeProof(), { client_id, redirect_uri });
  if (url) await visit(asking, question, as, url);
};

const askRightDocument = async (asking: IssuerRun, documents: DocumentServer, callback: string): Promise<void> => {
  for (const time of TIMES) {
    documents.expect(stepName("client-document", `fetched-${time}`));
    await visitAs(asking, "client-document", `right-${time}`, documents.idOf("right"), callback);
  }
};

const askBadDocuments = async (asking: IssuerRun, documents: DocumentServer, callback: string): Promise<void> => {
  for (const [index, name] of BAD_DOCUMENTS.entries()) {
    documents.expect(stepName("bad-client-document", `fetched-${index + 1}`));
    await visitAs(asking, "bad-client-document", name, documents.idOf(name), callback);
  }
};

/** Nothing listens there for a client. An authorization server on this very machine may look at its own loopback address. */
const askPrivateDocument = async (asking: IssuerRun, callback: string): Promise<void> => {
  if (isLoopbackUrl(asking.metadata.issuer))
    return leaveOut(
      asking,
      ["private-client-document"],
      "not-offered",
      "the authorization server is at a loopback address, from which it may fetch too",
    );
  await visitAs(asking, "private-client-document", "", "https://127.0.0.1/mcptest/client.json", callback);
};
