// Who else a run asks as: what the flags may say, and what is refused in one line.

import { describe, expect, test } from "vitest";
import type { Target } from "../../src/capture/target.ts";
import type { IdentityFlags } from "../../src/cli/flags/identity-flags.ts";
import { withIdentities } from "../../src/cli/target/with-identities.ts";
import type { Console } from "../../src/cli/terminal/console.ts";
import type { Identities } from "../../src/probe/identities.ts";

const env = { FIRST: "first-token-123", OTHER: "other-token-456", LITTLE: "little-token-789", EMPTY: "" };
const silent = { out: () => {}, err: () => {} } as unknown as Console;
const keyed: Target = {
  kind: "http",
  url: "http://localhost:1/mcp",
  headers: [["Authorization", `Bearer ${env.FIRST}`]],
  origin: "user",
};
const bare: Target = { ...keyed, headers: [] };
const command: Target = { kind: "stdio", command: "node", args: [], env: {} };

const identitiesOf = (target: Target, flags: IdentityFlags): Promise<Identities | undefined> =>
  withIdentities(target, { flags, system: { env }, console: silent }, (_target, identities) =>
    Promise.resolve(identities),
  );

test("without flags nobody else is asked as", async () => {
  expect(await identitiesOf(keyed, {})).toBeUndefined();
});

test("tokens come from the environment", async () => {
  const flags = { secondBearerEnv: "OTHER", weakerBearerEnv: "LITTLE" };
  expect(await identitiesOf(keyed, flags)).toEqual({ second: env.OTHER, weaker: env.LITTLE });
});

describe("is refused in one line", () => {
  test.each<[string, Target, IdentityFlags, RegExp]>([
    ["a variable that is not set", keyed, { secondBearerEnv: "NOBODY" }, /--second-bearer-env: .*NOBODY.* is not set/],
    ["an empty one", keyed, { weakerBearerEnv: "EMPTY" }, /--weaker-bearer-env: .*EMPTY is empty/],
    ["the same user twice", keyed, { secondBearerEnv: "FIRST" }, /holds the same token/],
    ["a second user without a first", bare, { secondBearerEnv: "OTHER" }, /name that one's token with --bearer-env/],
    ["users of a command", command, { secondBearerEnv: "OTHER" }, /only with a server at a URL/],
    ["a port without an issuer", keyed, { issuerPort: "9400" }, /--issuer-port is about .*--issue-tokens/],
    ["a port that is none", bare, { issueTokens: true, issuerPort: "99999" }, /not a port from 1 to 65535/],
    ["an issuer beside a token", keyed, { issueTokens: true }, /makes the token of the first user itself/],
    [
      "an issuer beside users",
      bare,
      { issueTokens: true, secondBearerEnv: "OTHER" },
      /brings a second and a weaker user/,
    ],
  ])("%s", async (_what, target, flags, message) => {
    const refused = identitiesOf(target, flags);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.not.toThrow(/\n|-token-\d/);
  });
});
