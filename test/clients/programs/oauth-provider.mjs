// What a program without a browser keeps for the OAuth side of the official SDKs: it opens the authorization URL itself.
import { randomBytes } from "node:crypto";

const given = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");

export const createProvider = (clientMetadataUrl = "https://client.mcptest.invalid/metadata.json") => {
  const kept = { code: undefined, state: undefined };
  return {
    redirectUrl: "http://127.0.0.1:33419/callback",
    clientMetadataUrl,
    clientMetadata: {
      client_name: "sdk-program",
      redirect_uris: ["http://127.0.0.1:33419/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: "native",
    },
    state: () => {
      kept.state = randomBytes(16).toString("hex");
      return kept.state;
    },
    clientInformation: () => kept.client ?? (given.client_id ? given : undefined),
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
    invalidateCredentials: (what) => {
      if (what === "all" || what === "tokens") kept.tokens = undefined;
      if (what === "all" || what === "client") kept.client = undefined;
    },
    redirectToAuthorization: async (url) => {
      const { headers } = await fetch(url, { redirect: "manual" });
      const back = new URL(headers.get("location")).searchParams;
      if (back.get("state") !== kept.state) throw new Error("another state");
      kept.back = back;
    },
    /** The parameters of the redirect, once. */
    takeRedirect: () => {
      const { back } = kept;
      kept.back = undefined;
      return back;
    },
  };
};

/** Does something and, where that asks for a sign-in, finishes it and tries again; not without end. */
export const signingIn = async (work, finish) => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 2 || !(await finish(error))) throw error;
    }
  }
};
