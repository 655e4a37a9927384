// An authorization server at another origin than the server it protects: visited only if the user allows it.

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { type RecordOptions, record } from "../../src/library/index.ts";
import { judgeRules } from "../../src/library/judge.ts";
import { type RunningHttpServer, startHttpServer } from "../servers/http/http-server.ts";

let issuer: RunningHttpServer;
let guarded: RunningHttpServer;

beforeAll(async () => {
  issuer = await startHttpServer({ era: "stateless", auth: {} });
  const named = JSON.stringify([new URL(issuer.url).origin]);
  guarded = await startHttpServer({
    era: "stateless",
    auth: {},
    hooks: {
      httpAnswer: (answer, { request }) =>
        request.url?.startsWith("/.well-known/oauth-protected-resource")
          ? { ...answer, body: String(answer.body).replace(/(?<="authorization_servers":)\[[^\]]*\]/, named) }
          : undefined,
    },
  });
});

afterAll(async () => {
  await guarded.close();
  await issuer.close();
});

const probe = (options: RecordOptions): Promise<Capture> =>
  record({ kind: "http", url: guarded.url, headers: [["Authorization", "Bearer mine"]], origin: "user" }, options);

const visits = ({ exchanges }: Capture) =>
  exchanges.filter(({ http }) => http?.url?.startsWith(new URL(issuer.url).origin));

const verdict = async (capture: Capture, id: string) =>
  (await judgeRules(capture)).verdicts.find((entry) => entry.id === id);

test("nothing is fetched from it unless asked for, and the verdict says how", async () => {
  const capture = await probe({});
  expect(visits(capture)).toEqual([]);
  expect(await verdict(capture, "AUTH-027")).toMatchObject({
    state: "inconclusive",
    reason: "not-probed",
    detail: expect.stringContaining("--allow-metadata-fetch"),
  });
});

test("allowed, it is asked without the user's credentials, and judged", async () => {
  const capture = await probe({ metadata: { private: true } });
  const asked = visits(capture);
  expect(asked.map(({ http }) => http?.status)).toContain(200);
  for (const { http } of asked)
    expect(http?.request_headers?.map(([name]) => name.toLowerCase())).not.toContain("authorization");
  expect((await verdict(capture, "AUTH-027"))?.state).toBe("pass");
});

test("an address that the server names is not dialled when it is private", async () => {
  const capture = await probe({ metadata: { private: false } });
  const asked = visits(capture);
  expect(asked.length).toBeGreaterThan(0);
  for (const { http, trouble } of asked) {
    expect(http?.status).toBeUndefined();
    expect(trouble?.detail).toMatch(/reserved|private|forbidden|not allowed/i);
  }
});
