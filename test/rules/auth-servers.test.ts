// A correct server behind a wall fails nothing: to a stranger, to its owner, and to somebody with too few rights.
//   ONLY=<part of a name> picks; AREA=<AUTH> prints every verdict of an area.

import { describe, expect, test } from "vitest";
import type { Verdict } from "../../src/judge/core/verdict.ts";
import { judgeRules } from "../../src/library/judge.ts";
import type { Context } from "../areas/contexts.ts";
import type { Hooks } from "../servers/hooks.ts";
import type { AuthOptions } from "../servers/http/authorization.ts";
import { judgeServer } from "./judge-server.ts";

const { ONLY, AREA } = process.env;

const OVER_HTTP: readonly Context[] = ["http/2026-07-28", "http/2025-11-25", "http/2025-06-18", "http/2025-03-26"];

const judge = async (context: Context, auth: AuthOptions): Promise<Awaited<ReturnType<typeof judgeServer>>> => {
  const judged = await judgeServer(context, undefined, { auth });
  if (AREA !== undefined)
    for (const verdict of judged.verdicts)
      if (verdict.id.startsWith(`${AREA}-`)) console.log(line(context, auth, verdict));
  return judged;
};

const line = (context: Context, { caller = "nobody" }: AuthOptions, verdict: Verdict): string =>
  `${context} ${caller} ${verdict.id} ${verdict.state} ${"detail" in verdict ? `${verdict.reason}: ${verdict.detail}` : ""}`;

const wrong = (verdicts: readonly Verdict[]): readonly Verdict[] =>
  verdicts.filter(({ state }) => state === "fail" || state === "error");

const stateOf = (verdicts: readonly Verdict[], id: string): string | undefined =>
  verdicts.find((verdict) => verdict.id === id)?.state;

const picked = OVER_HTTP.filter((context) => ONLY === undefined || context.includes(ONLY));

describe.each(picked)("%s", (context) => {
  test("to a stranger the wall is all there is, and it is right", async () => {
    const { capture, verdicts } = await judge(context, {});
    expect(capture.outcome).toBe("auth-required");
    expect(wrong(verdicts)).toEqual([]);
    for (const id of ["AUTH-004", "AUTH-005", "AUTH-007", "AUTH-027", "AUTH-031"])
      expect(stateOf(verdicts, id), id).toBe("pass");
    const others = verdicts.filter(({ id }) => !id.startsWith("AUTH-") && !id.startsWith("SEC-"));
    expect(others.filter(({ state }) => state === "pass")).toEqual([]);
    const reasons = others.flatMap((verdict) => (verdict.state === "inconclusive" ? [verdict.reason] : []));
    expect(new Set(reasons)).toEqual(new Set(["auth-required"]));
  });

  test("to its owner it is as open as any, and still asks everybody else", async () => {
    const { capture, verdicts } = await judge(context, { caller: "owner" });
    expect(capture.outcome).toBe("complete");
    expect(wrong(verdicts)).toEqual([]);
    for (const id of ["AUTH-004", "AUTH-005", "AUTH-022", "AUTH-023"]) expect(stateOf(verdicts, id), id).toBe("pass");
    expect(JSON.stringify(capture)).not.toContain("owner-token");
  });

  test("to a reader it says which scope is missing", async () => {
    const { verdicts } = await judge(context, { caller: "reader" });
    expect(wrong(verdicts)).toEqual([]);
    expect(stateOf(verdicts, "AUTH-006")).toBe("pass");
  });

  test("with a token that has expired it is a wall again", async () => {
    const { capture, verdicts } = await judge(context, { caller: "expired" });
    expect(capture.outcome).toBe("auth-required");
    expect(wrong(verdicts)).toEqual([]);
  });

  test("with an issuer below the origin its metadata is found", async () => {
    const { verdicts } = await judge(context, { issuerPath: "/tenant" });
    const missing = context === "http/2025-03-26" ? ["AUTH-027", "AUTH-028", "AUTH-029"] : [];
    expect(wrong(verdicts).filter(({ id }) => !missing.includes(id))).toEqual([]);
  });
});

test("a server of 2025-03-26 may have default endpoints in place of metadata", async () => {
  const { verdicts } = await judge("http/2025-03-26", { discovery: "default-endpoints" });
  expect(wrong(verdicts)).toEqual([]);
  expect(stateOf(verdicts, "AUTH-027")).toBe("pass");
  expect(stateOf(verdicts, "AUTH-029")).toBe("pass");
});

describe("a wall of another kind", () => {
  const bent = async (httpAnswer: NonNullable<Hooks["httpAnswer"]>): Promise<readonly Verdict[]> => {
    const judged = await judgeServer("http/2026-07-28", undefined, { auth: {}, hooks: { httpAnswer } });
    return judged.verdicts.filter(({ id }) => id.startsWith("AUTH-"));
  };
  const reasons = (verdicts: readonly Verdict[]): ReadonlySet<string> =>
    new Set(verdicts.map((verdict) => ("reason" in verdict ? verdict.reason : verdict.state)));

  test("a scheme of the server's own is allowed", async () => {
    const verdicts = await bent((_answer, { request }) =>
      request.url === "/mcp"
        ? { status: 401, headers: { "WWW-Authenticate": "ApiKey" }, body: "" }
        : { status: 404, headers: {}, body: "" },
    );
    expect(stateOf(verdicts, "AUTH-002")).toBe("pass");
    // That every request is checked holds for any scheme, and shows only to somebody with credentials.
    const others = verdicts.filter(({ id }) => id !== "AUTH-022" && id !== "AUTH-002");
    expect(reasons(others)).toEqual(new Set(["precondition-absent", "other-transport"]));
  });

  test("a bare Bearer challenge is no proof of OAuth: one piece of advice", async () => {
    const verdicts = await bent((_answer, { request }) =>
      request.url === "/mcp"
        ? { status: 401, headers: { "WWW-Authenticate": 'Bearer realm="notes"' }, body: "" }
        : { status: 404, headers: {}, body: "" },
    );
    expect(wrong(verdicts)).toMatchObject([{ id: "AUTH-002", advisory: true }]);
  });

  test("a 403 that names no reason says nothing about authorization", async () => {
    const verdicts = await bent((_answer, { request }) => ({
      status: request.url === "/mcp" ? 403 : 404,
      headers: { "Content-Type": "text/html" },
      body: "<h1>Forbidden</h1>",
    }));
    expect(reasons(verdicts)).toEqual(new Set(["auth-required", "other-transport"]));
  });

  test("an authorization server on another origin is not visited", async () => {
    const verdicts = await bent((answer, { request }) =>
      request.url?.startsWith("/.well-known/oauth-protected-resource")
        ? {
            ...answer,
            body: String(answer.body).replace(
              /"authorization_servers":\[[^\]]*\]/,
              '"authorization_servers":["https://login.example.com"]',
            ),
          }
        : undefined,
    );
    expect(wrong(verdicts)).toEqual([]);
    expect(verdicts.find(({ id }) => id === "AUTH-027")).toMatchObject({ state: "inconclusive", reason: "not-probed" });
  });
});

test("what a wall shows can be judged by any revision", async () => {
  const { capture } = await judgeServer("http/2026-07-28", undefined, { auth: {} });
  // Nobody has said behind it which one is spoken.
  expect((await judgeRules(capture)).revision).toBeNull();
  const { verdicts } = await judgeRules(capture, "2025-06-18");
  expect(wrong(verdicts)).toEqual([]);
  expect(stateOf(verdicts, "AUTH-009")).toBe("pass");
});
