import type { Header } from "../../../base/header.ts";
import { member } from "../../../base/json.ts";
import type { ExchangeDraft } from "../../../probe/exchange-draft.ts";
import { skipUnless } from "../../../probe/plan/known.ts";
import type { Skip } from "../../../probe/plan/skip.ts";
import type { StepIO } from "../../../probe/plan/step.ts";
import { StatefulTalk, sessionIdIn } from "../../../probe/talk/stateful-talk.ts";
import { HEADER, HEADER_KEY } from "../../../protocol/headers.ts";

/** What the steps of one authorization conversation have found out for those that follow. */
export interface AccessFindings {
  /** A request without credentials was served. */
  open: boolean;
  /** Documents that the server names may be fetched from other origins. */
  readonly elsewhere: boolean;
  /** The resource_metadata address of the first challenge. */
  named?: string | undefined;
  /** The first authorization server of the resource metadata. */
  issuer?: string | undefined;
  /** Metadata of an authorization server at the root of the origin. */
  rootMetadata: boolean;
}

export const unlessOpen = (access: AccessFindings) => (): Skip | undefined =>
  skipUnless(!access.open, "the server answers without credentials");

export const served = ({ response, http }: ExchangeDraft): boolean =>
  member(response, "result") !== undefined && (http?.status ?? 0) < 300;

interface AccessRequest {
  readonly as: string;
  /** The Authorization header, in place of the user's credentials. */
  readonly authorization?: string;
  /** All headers that are sent in place of the user's; with them no `authorization`. */
  readonly headers?: readonly Header[];
  /** Keep the user's credentials. */
  readonly withCredentials?: true;
  readonly url?: URL;
}

const SESSION_HEADERS: readonly string[] = [HEADER_KEY.sessionId, HEADER_KEY.protocolVersion];

/**
 * A request that needs a token wherever one is needed: the handshake if there is one, because what comes before it is
 * refused for other reasons too; else a list. A session that was opened by it is ended.
 */
export const requestAccess = async (
  io: StepIO,
  { as, authorization, headers: given, withCredentials, url }: AccessRequest,
): Promise<ExchangeDraft> => {
  const own: readonly Header[] = given ?? (authorization === undefined ? [] : [["Authorization", authorization]]);
  const http = { ...(withCredentials ? {} : { credentials: "none" as const }), ...(url ? { url } : {}) };
  const { talk } = io;
  if (!(talk instanceof StatefulTalk))
    return io.ask("tools/list", undefined, { as, http, editHeaders: (headers) => [...headers, ...own] });
  const draft = await io.ask("initialize", talk.initializeParams(), {
    as,
    http,
    editHeaders: (headers) => [...headers.filter(([name]) => !SESSION_HEADERS.includes(name.toLowerCase())), ...own],
  });
  const session = sessionIdIn(draft);
  if (session !== undefined) {
    const headers: Header[] = [[HEADER.sessionId, session], ...own];
    await io.send({ as: `${as}-end`, expect: "nothing", http: { ...http, method: "DELETE", headers } }).done;
  }
  return draft;
};
