import { expect, test } from "vitest";
import type { Exchange } from "../../src/capture/capture.ts";
import { hideSecrets } from "../../src/features/auth/flow/hide-secrets.ts";

const raw = (data: string) => ({ encoding: "utf8" as const, data });

test("secrets are found by name in requests, answers and what is neither, and short ones are replaced at once", () => {
  const exchanges: Exchange[] = [
    {
      request_raw: raw("grant_type=authorization_code&code=abc&code_verifier=long%2Dverifier&client_id=me"),
      response: { access_token: "long-access", refresh_token: "abc", nested: [{ client_secret: "long-secret" }] },
    },
    { http: { method: "POST", request_headers: [], body: raw('oops {"id_token": "long-id-token","x":1}') } },
    { http: { method: "POST", request_headers: [], body: raw("access_token=long-form&x=1") } },
  ];
  const { exchanges: clean, secrets } = hideSecrets(exchanges);
  expect(secrets).toEqual(["long-verifier", "long-access", "long-secret", "long-id-token", "long-form"]);
  expect(clean[0]?.request_raw?.data).toBe(
    "grant_type=authorization_code&code=[redacted]&code_verifier=long%2Dverifier&client_id=me",
  );
  expect(clean[0]?.response).toMatchObject({ access_token: "long-access", refresh_token: "[redacted]" });
});

test("what is no secret stays as it was said", () => {
  const exchange: Exchange = { response: { token_type: "Bearer", scope: "code", token_endpoint: "https://a.example" } };
  expect(hideSecrets([exchange])).toEqual({ exchanges: [exchange], secrets: [] });
});
