import type { Traits } from "./traits.ts";

export interface Client {
  readonly id: string;
  readonly redirects: readonly string[];
}

export interface Clients {
  readonly clients: Map<string, Client>;
  /** Documents that may be used again. */
  readonly kept: Map<string, Client>;
}

/** A registered client, or one whose id is the address of its document. */
export const findClient = async (
  id: string,
  { clients, kept }: Clients,
  traits: Traits,
): Promise<Client | undefined> => {
  const known = clients.get(id) ?? kept.get(id);
  if (known || !/^https?:/.test(id)) return known;
  if (traits.documents === "never-fetched") return { id, redirects: ["http://127.0.0.1:8976/callback"] };
  const found = await fetchClient(id, traits);
  if (found && traits.documents !== "never-kept") kept.set(id, found);
  return found;
};

const LARGEST = 10_000;

const fetchClient = async (id: string, { takes }: Traits): Promise<Client | undefined> => {
  const response = await fetch(id, { redirect: takes?.has("document-moved") ? "follow" : "manual" });
  if (response.status !== 200) return undefined;
  const text = await response.text();
  if (text.length > LARGEST && !takes?.has("document-large")) return undefined;
  const document = parse(text);
  if (!document) return undefined;
  if (document["client_id"] !== id && !takes?.has("document-wrong-id")) return undefined;
  const listed = document["redirect_uris"];
  if (!Array.isArray(listed) && takes?.has("document-without-redirects"))
    return { id, redirects: ["http://127.0.0.1:8976/callback"] };
  if (!Array.isArray(listed)) return undefined;
  const redirects = listed.filter((uri) => typeof uri === "string");
  return {
    id,
    redirects: takes?.has("document-redirect") ? [...redirects, "http://127.0.0.1:8976/callback"] : redirects,
  };
};

const parse = (text: string): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
};

/** What a registration asks for, or undefined where it is refused. */
export const readRegistration = (
  body: string,
  { registration }: Traits,
  takesPlainHttp: boolean,
): ({ readonly redirect_uris: readonly string[] } & Record<string, unknown>) | undefined => {
  const asked = parse(body);
  const uris = asked?.["redirect_uris"];
  if (!asked || registration === "refused" || !Array.isArray(uris)) return undefined;
  const redirect_uris = uris.filter((uri) => typeof uri === "string");
  const isLocal = (uri: string): boolean => uri.startsWith("http://127.0.0.1");
  if (registration === "loopback-only" && !redirect_uris.every(isLocal)) return undefined;
  if (!takesPlainHttp && redirect_uris.some((uri) => uri.startsWith("http:") && !isLocal(uri))) return undefined;
  return { ...asked, redirect_uris };
};
