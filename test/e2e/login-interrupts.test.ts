// Every flow, interrupted at each of its requests in turn: the exit code says so, nobody listens any more, no token file is begun,
// and what was stored before is still whole.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { metadataOf, type Script, startScriptedIssuer } from "../auth/support/scripted-issuer.ts";
import { BIN, ensureBuilt, ROOT, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

type Signal = "SIGINT" | "SIGTERM" | "SIGKILL";

const CODES: Readonly<Record<Signal, number | null>> = { SIGINT: 130, SIGTERM: 143, SIGKILL: null };

const SECRETS = { CLIENT_SECRET: "secret-canary-51c0", REFRESH_TOKEN: "refresh-canary-88d1" };

/** The server and its issuer are one; it registers clients and renews tokens. */
const script: Script = (origin) => ({
  "/.well-known/oauth-authorization-server": {
    body: { ...metadataOf(origin), registration_endpoint: `${origin}/register` },
  },
  "/register": {
    status: 201,
    body: {
      client_id: "registered",
      redirect_uris: ["http://127.0.0.1/callback"],
      token_endpoint_auth_method: "none",
      registration_client_uri: `${origin}/register/registered`,
      registration_access_token: "registration-canary-3fe2",
    },
  },
  "/register/registered": { status: 204 },
  "/token": {
    body: {
      access_token: "access-canary-9a7b",
      refresh_token: "refresh-canary-77aa",
      token_type: "Bearer",
      expires_in: 1,
    },
  },
});

interface Run {
  readonly code: number | null;
  readonly stderr: string;
  readonly config: string;
  readonly requests: number;
  /** Where it waited for the browser, if it did. */
  readonly port: number | undefined;
}

interface Flow {
  readonly name: string;
  readonly args: (url: string) => readonly string[];
  /** A token that is stored before. */
  readonly stored?: true;
  /** Whether a token is stored in the end. */
  readonly stores: boolean;
}

const FLOWS: readonly Flow[] = [
  {
    name: "login with a browser and a registration",
    args: (url) => ["login", url, "--register", "--no-browser"],
    stores: true,
  },
  {
    name: "login --headless with a secret",
    args: (url) => ["login", url, "--headless", "--client-id", "ci", "--client-secret-env", "CLIENT_SECRET"],
    stores: true,
  },
  {
    name: "login --headless with a refresh token",
    args: (url) => ["login", url, "--headless", "--client-id", "me", "--refresh-token-env", "REFRESH_TOKEN"],
    stores: true,
  },
  {
    name: "check --login that renews a token",
    args: (url) => ["check", url, "--login", "--quick", "--fail-on", "never", "--quiet"],
    stored: true,
    stores: true,
  },
  {
    name: "auth --register",
    args: (url) => ["auth", url, "--register", "--fail-on", "never", "--quiet"],
    stores: false,
  },
];

const tokensIn = (config: string): string => join(config, "mcptest", "tokens");
const filesIn = (config: string): readonly string[] =>
  existsSync(tokensIn(config)) ? readdirSync(tokensIn(config)) : [];

/** Comes back from the browser as the authorization server would send it. */
const comeBack = (address: URL, origin: string): void => {
  const back = new URL(address.searchParams.get("redirect_uri") ?? "");
  for (const [name, value] of [
    ["code", "code-canary-1234"],
    ["state", address.searchParams.get("state") ?? ""],
    ["iss", origin],
  ] as const)
    back.searchParams.set(name, value);
  fetch(back).catch(() => {});
};

/** `at`: the request, counted from 1, that is never answered because the signal comes instead. */
const run = async (flow: Flow, at: number | undefined, signal: Signal): Promise<Run> => {
  let child: ChildProcess | undefined;
  let requests = 0;
  const issuer = await startScriptedIssuer(script, () => {
    // What stored a token beforehand is none of the flow.
    if (child === undefined) return false;
    requests += 1;
    if (requests !== at) return false;
    child.kill(signal);
    return true;
  });
  const config = temporaryFolder();
  const env = { PATH: process.env["PATH"] ?? "", HOME: config, XDG_CONFIG_HOME: config, ...SECRETS };
  if (flow.stored) await storeToken(issuer.url, env);
  let [stderr, port]: [string, number | undefined] = ["", undefined];
  const code = await new Promise<number | null>((resolve, reject) => {
    const started = spawn(process.execPath, [BIN, ...flow.args(issuer.url)], {
      env,
      cwd: ROOT,
      stdio: ["ignore", "ignore", "pipe"],
    });
    child = started;
    onTestFinished(() => void started.kill("SIGKILL"));
    started.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const shown = /^ {2}(http\S+)\n/m.exec(stderr)?.[1];
      if (shown === undefined || port !== undefined) return;
      port = Number(new URL(new URL(shown).searchParams.get("redirect_uri") ?? "").port);
      comeBack(new URL(shown), issuer.origin);
    });
    started.once("error", reject);
    started.once("close", (ended) => resolve(ended));
  });
  // Renewed or not, what is there is whole.
  for (const name of filesIn(config)) {
    const record: unknown = JSON.parse(readFileSync(join(tokensIn(config), name), "utf8"));
    expect(record).toMatchObject({ format: "mcptest-token/1", access_token: "access-canary-9a7b" });
  }
  return { code, stderr, config, requests, port };
};

/** Signs in once, and lets the token that is stored be due. */
const storeToken = async (url: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const args = ["login", url, "--headless", "--client-id", "me", "--refresh-token-env", "REFRESH_TOKEN", "--quiet"];
  const code = await new Promise((resolve) => {
    spawn(process.execPath, [BIN, ...args], { env, cwd: ROOT, stdio: "ignore" }).once("close", resolve);
  });
  expect(code).toBe(0);
  const folder = tokensIn(env["XDG_CONFIG_HOME"] ?? "");
  for (const name of readdirSync(folder)) {
    const record = JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, unknown>;
    writeFileSync(join(folder, name), JSON.stringify({ ...record, expires_at: "2020-01-01T00:00:00.000Z" }));
  }
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/** No more than this many at once: each is a process. */
const AT_ONCE = 4;

const inTurn = async (points: readonly number[], action: (point: number) => Promise<void>): Promise<void> => {
  const rest = [...points];
  const worker = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await action(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

describe.each(FLOWS)("Tokens stay: $name", (flow) => {
  test("interrupted at each of its requests", async () => {
    const whole = await run(flow, undefined, "SIGINT");
    expect(whole.requests).toBeGreaterThan(1);
    expect(filesIn(whole.config)).toHaveLength(flow.stores ? 1 : 0);
    const points = Array.from({ length: whole.requests }, (_, index) => index + 1);
    const reached: number[] = [];
    await inTurn(points, async (point) => {
      const signal = point % 2 === 0 ? "SIGINT" : "SIGTERM";
      const { code, stderr, config, requests, port } = await run(flow, point, signal);
      // Where requests run side by side, there may be fewer of them the next time.
      if (requests < point) return;
      reached.push(point);
      expect([point, signal, code, stderr.includes("at Object")]).toEqual([point, signal, CODES[signal], false]);
      expect(filesIn(config)).toHaveLength(flow.stored ? 1 : 0);
      if (port !== undefined) expect(await isListening(port)).toBe(false);
      for (const canary of ["canary", ...Object.values(SECRETS)]) expect(stderr).not.toContain(canary);
    });
    expect(reached.length).toBeGreaterThan(points.length / 2);
  });
});

test("Tokens stay: killed at each request of a sign-in, nothing is half written", async () => {
  const [flow] = FLOWS;
  if (!flow) throw new Error("there are flows");
  const { requests } = await run(flow, undefined, "SIGKILL");
  await inTurn(
    Array.from({ length: requests }, (_, index) => index + 1),
    async (point) => {
      const { code, config, port } = await run(flow, point, "SIGKILL");
      expect([point, code]).toEqual([point, null]);
      expect(filesIn(config)).toEqual([]);
      if (port !== undefined) expect(await isListening(port)).toBe(false);
    },
  );
});
