// What the tests of `mcptest fleet` share: servers on addresses of their own, and what the fleet exports of them.

import { afterEach } from "vitest";
import { type Behaviour, startServer, type TestServer } from "../fleet/support/servers.ts";
import { mcptest } from "./cli.ts";

const servers: TestServer[] = [];

export const serve = async (behaviour: Behaviour, address: string): Promise<TestServer> => {
  const server = await startServer(behaviour, address);
  servers.push(server);
  return server;
};

/** To be called once in each file. */
export const closeServersAfterEach = (): void => {
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
};

export const QUICK = ["--allow-private", "--contact", "tests@example.com", "--gap", "50ms", "--quick"];

export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
};

interface Line {
  readonly url: string;
  readonly state: string | null;
  readonly run: number | null;
}

export const exported = async (...args: readonly string[]): Promise<Line[]> => {
  const { stdout } = await mcptest(["fleet", "export", ...args]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
};
