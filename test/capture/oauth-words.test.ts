// What is kept of forms and documents of OAuth: what was asked for, and nothing that gives access.

import { expect, test } from "vitest";
import { openDocument, openForm } from "../../src/capture/oauth-words.ts";

const tag = (value: string): string => `[tag:${value.length}]`;

const SECRETS = {
  code: "canary-code",
  code_verifier: "canary-verifier-canary-verifier-canary-verifier-0",
  client_secret: "canary-secret",
  refresh_token: "canary-refresh",
  client_assertion: "canary-assertion",
  assertion: "canary-bearer-assertion",
  subject_token: "canary-subject",
  password: "canary-password",
  state: "canary-state",
  made_up: "canary-made-up",
};

test("Testing a client: a form keeps what is asked for, and tags everything else, also what nobody has heard of", () => {
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    resource: "http://127.0.0.1/mcp",
    client_id: "c1",
    ...SECRETS,
  });
  const kept = openForm(form.toString(), tag) ?? "";
  expect(kept).not.toContain("canary");
  const read = Object.fromEntries(new URLSearchParams(kept));
  expect(Object.keys(read)).toEqual([...form.keys()]);
  expect(read).toMatchObject({ grant_type: "authorization_code", resource: "http://127.0.0.1/mcp", client_id: "c1" });
  expect(read["client_secret"]).toBe(tag(SECRETS.client_secret));
  expect(read["code_verifier"]).toMatch(/^\[s256:[\w-]{43}:49:unreserved\]$/);
});

test("a form that is not one of OAuth is not kept", () => {
  expect(openForm("user=a&password=canary", tag)).toBeUndefined();
});

test("Testing a client: a token answer keeps its kind and lifetime; tokens are tags, and unknown members are left out", () => {
  const answer = {
    token_type: "Bearer",
    expires_in: 60,
    access_token: "canary-access",
    refresh_token: "canary-refresh",
    id_token: { canary: "an object where a text belongs" },
    canary: "canary-member",
  };
  expect(openDocument(answer, tag)).toEqual({
    token_type: "Bearer",
    expires_in: 60,
    access_token: tag(answer.access_token),
    refresh_token: tag(answer.refresh_token),
    id_token: null,
  });
});

test("a registration keeps no secret, and a document of somebody else is not kept", () => {
  const registered = { client_id: "c1", redirect_uris: ["http://127.0.0.1/cb"], client_secret: "canary-secret" };
  expect(JSON.stringify(openDocument(registered, tag))).not.toContain("canary");
  expect(openDocument({ balance: 12, owner: "canary" }, tag)).toBeUndefined();
  expect(openDocument(["canary"], tag)).toBeUndefined();
});
