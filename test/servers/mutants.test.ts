// Each sample mutant shows its vice on the wire, which proves the hook it uses.

import { afterEach, expect, test } from "vitest";
import { MUTANTS, mutantOptions } from "../areas/tables.ts";
import { type HttpServerOptions, type RunningHttpServer, startHttpServer } from "./http/http-server.ts";
import { stdioServerCommand } from "./spawn.ts";
import { errorOf, modernRequest, openSession, postModern, readEvents } from "./testing/raw-http.ts";
import { RawStdio } from "./testing/raw-stdio.ts";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

async function serve(mutant: string, options: Partial<HttpServerOptions> = {}): Promise<RunningHttpServer> {
  const server = await startHttpServer({ era: "dual", ...mutantOptions(mutant), ...options });
  cleanups.push(() => server.close());
  return server;
}

function spawn(mutant: string): RawStdio {
  const stdio = new RawStdio(stdioServerCommand({ era: "stateless", mutant }));
  cleanups.push(() => stdio.close());
  return stdio;
}

test("ids are unique and every mutant says what its vice is", () => {
  expect(new Set(MUTANTS.map((mutant) => mutant.id)).size).toBe(MUTANTS.length);
  for (const mutant of MUTANTS) expect(mutant.vice).toMatch(/\.$/);
});

test("stdout-banner", async () => {
  const stdio = spawn("stdout-banner");
  expect((await stdio.waitForLines(1))[0]).toBe("Example server 1.0 ready");
});

test("unknown-method-code", async () => {
  const { url } = await serve("unknown-method-code");
  expect(errorOf(await postModern(url, "no/such/method")).code).toBe(-32603);
  expect(errorOf(await (await openSession(url, "2025-06-18")).call("no/such/method")).code).toBe(-32603);
});

test("origin-ignored", async () => {
  const { url } = await serve("origin-ignored");
  expect((await postModern(url, "tools/list", {}, { Origin: "http://evil.example" })).status).toBe(200);
});

test("response-twice", async () => {
  const stdio = spawn("response-twice");
  stdio.send(modernRequest("tools/list", {}, 1));
  const [first, second] = await stdio.waitForLines(2);
  expect(first).toBe(second);
});

test("sse-without-data-field", async () => {
  const { url } = await serve("sse-without-data-field", { era: "stateless" });
  const answer = await postModern(url, "prompts/list");
  expect(answer.text).toMatch(/^\{"jsonrpc"/m);
  expect(readEvents(answer.text)[0]?.data).toBe("");
});
