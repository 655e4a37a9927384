import { expect, test } from "vitest";
import type { LoginFlags } from "../../../src/cli/flags/server-flags.ts";
import { readLoginFlags, readRedirect } from "../../../src/cli/login/login-choices.ts";
import { UsageError } from "../../../src/cli/usage-error.ts";

const ENV = { SECRET: "the-secret", EMPTY: " " };

const MISTAKES: readonly (readonly [LoginFlags, string])[] = [
  [{ headless: true }, "add --client-id"],
  [{ headless: true, clientId: "x" }, "--client-secret-env ENV or --client-key"],
  [{ headless: true, clientId: "x", clientSecretEnv: "SECRET", wait: "1m" }, "--wait is about a browser"],
  [{ refreshTokenEnv: "SECRET", clientId: "x" }, "add --headless"],
  [{ clientId: "x", clientSecretEnv: "s3cr3t-v4lue" }, "give the name of a variable"],
  [{ clientId: "x", clientSecretEnv: "EMPTY" }, "not set or empty"],
  [{ clientId: "x", clientSecretEnv: "constructor" }, "not set or empty"],
  [{ clientSecretEnv: "SECRET" }, "belongs to a client"],
  [{ clientId: "x", clientMetadataUrl: "https://a.example/c" }, "keep one"],
  [{ clientId: "x", clientSecretEnv: "SECRET", clientKey: "key.pem" }, "keep one"],
  [{ clientId: "x", clientKey: "-----BEGIN PRIVATE KEY-----" }, "never the key itself"],
  [{ clientId: "" }, "--client-id is empty"],
  [{ clientMetadataUrl: "http://a.example/c.json" }, "has to be https"],
  [{ clientMetadataUrl: "https://a.example/" }, "has to be https and have a path"],
  [{ redirectUri: "https://a.example/cb" }, "does not lead to this machine"],
  [{ redirectUri: "http://[::1]/cb" }, "does not lead to this machine"],
  [{ authorizationServer: "a.example" }, "is no issuer"],
  [{ scope: 'a "b"' }, "characters that no scope has"],
  [{ wait: "soon" }, "--wait"],
];

test.each(MISTAKES)("%o is refused in one line that holds no secret", async (flags, message) => {
  const error = await readLoginFlags(flags, ENV).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as UsageError).message).toContain(message);
  expect((error as UsageError).message).not.toMatch(/s3cr3t-v4lue|the-secret|BEGIN/);
});

test("the ways to sign in", async () => {
  expect(await readLoginFlags({}, ENV)).toEqual({ way: "browser", client: {}, waitMs: 120_000 });
  const machine = { headless: true, clientId: "x", clientSecretEnv: "SECRET" };
  expect(await readLoginFlags(machine, ENV)).toMatchObject({ way: "client", client: { secret: "the-secret" } });
  const refresh = { headless: true, clientId: "x", refreshTokenEnv: "SECRET" };
  expect(await readLoginFlags(refresh, ENV)).toMatchObject({ way: "refresh-token", refreshToken: "the-secret" });
  expect(await readLoginFlags({ wait: "90s", scope: "a b" }, ENV)).toMatchObject({ waitMs: 90_000, scope: "a b" });
});

test("a redirect without a port takes any free one", () => {
  expect(readRedirect("http://localhost/cb")).toEqual({ host: "localhost", port: 0, path: "/cb" });
  expect(readRedirect("http://127.0.0.1:8976/callback")).toEqual({ host: "127.0.0.1", port: 8976, path: "/callback" });
});
