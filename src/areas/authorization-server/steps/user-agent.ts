import type { AuthAnswer } from "../../../probe/oauth/auth-http.ts";
import type { QuestionName } from "../../../protocol/question.ts";
import { headerValues } from "../../../wire/http/http-call.ts";
import { ask, type IssuerRun } from "./asking.ts";

/** So many redirects lead from a request to its page; more are a loop. */
const MAX_REDIRECTS = 5;

/**
 * Visits an address as a browser without cookies would, and follows where it is sent as long as that is the same origin. The
 * redirect to the client is looked at and not followed: what listens there is none of the authorization server's.
 */
export const visit = async (
  asking: Pick<IssuerRun, "http">,
  question: QuestionName,
  as: string,
  address: URL,
): Promise<AuthAnswer> => {
  const cookies = new Map<string, string>();
  const client = address.searchParams.get("redirect_uri");
  const headersNow = () => [
    ["Accept", "text/html,application/xhtml+xml"] as const,
    ...(cookies.size > 0
      ? [["Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")] as const]
      : []),
  ];
  let answer = await ask(asking, question, as, { url: address, headers: headersNow(), deliberate: true });
  for (let redirects = 1; redirects <= MAX_REDIRECTS; redirects += 1) {
    keepCookies(answer, cookies);
    const next = nextAddress(answer, address.origin, client);
    if (!next) return answer;
    const then = as === "" ? `then-${redirects}` : `${as}-then-${redirects}`;
    answer = await ask(asking, question, then, { url: next, headers: headersNow(), deliberate: true });
  }
  return answer;
};

const keepCookies = ({ headers }: AuthAnswer, cookies: Map<string, string>): void => {
  for (const cookie of headerValues(headers, "set-cookie").slice(0, 50)) {
    const [pair = ""] = cookie.split(";");
    const at = pair.indexOf("=");
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
};

/** Where a redirect leads to, if it stays within the origin and does not go back to the client. */
const nextAddress = (answer: AuthAnswer, origin: string, client: string | null): URL | undefined => {
  const to = redirectTarget(answer);
  if (!to || to.origin !== origin) return undefined;
  if (client !== null && URL.canParse(client)) {
    const { host, pathname } = new URL(client);
    if (to.host === host && to.pathname === pathname) return undefined;
  }
  return to;
};

/** The address that a redirect names. */
export const redirectTarget = ({ status = 0, headers, url }: AuthAnswer): URL | undefined => {
  const [location] = headerValues(headers, "location");
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, url.href)) return undefined;
  return new URL(location, url);
};
