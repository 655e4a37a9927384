// A correct server that knows its callers fails nothing: to tokens of an issuer it trusts, to a second user and to one with
// fewer rights. And none of their tokens is left anywhere.
//   AREA=<part of an id> prints the verdicts.

import { describe, expect, test } from "vitest";
import type { Verdict } from "../../src/judge/core/verdict.ts";
import type { Context } from "../areas/contexts.ts";
import { currentCaller } from "../servers/caller.ts";
import type { Hooks } from "../servers/hooks.ts";
import { type AuthOptions, TOKENS } from "../servers/http/authorization.ts";
import { isObject, RpcError } from "../servers/json-rpc.ts";
import { type Judged, judgeServer } from "./judge-server.ts";

const { AREA } = process.env;

const judge = async (context: Context, auth: AuthOptions): Promise<Judged> => {
  const judged = await judgeServer(context, undefined, { auth });
  for (const verdict of judged.verdicts)
    if (AREA !== undefined && verdict.id.includes(AREA)) console.log(context, JSON.stringify(verdict).slice(0, 400));
  return judged;
};

const wrong = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(({ state }) => state === "fail" || state === "error").map(({ id }) => id);

const statesOf = (verdicts: readonly Verdict[], ids: readonly string[]): Record<string, string | undefined> =>
  Object.fromEntries(ids.map((id) => [id, verdicts.find((verdict) => verdict.id === id)?.state]));

const passing = (ids: readonly string[]): Record<string, string> => Object.fromEntries(ids.map((id) => [id, "pass"]));

const IDENTITY: Readonly<Record<string, readonly string[]>> = {
  "http/2026-07-28": ["MRTR-015", "ELICIT-025", "TASK-040"],
  "http/2025-11-25": ["SEC-007", "ELICIT-025", "TASK-040"],
};

describe.each(Object.keys(IDENTITY) as Context[])("%s", (context) => {
  const identity = IDENTITY[context] ?? [];

  test("with tokens made for the test", async () => {
    const { capture, verdicts } = await judge(context, { caller: "issued" });
    expect(capture.outcome).toBe("complete");
    expect(wrong(verdicts)).toEqual([]);
    const newer = context === "http/2026-07-28" ? ["AUTH-018", "AUTH-019"] : [];
    const ids = [
      "AUTH-005",
      "AUTH-006",
      "AUTH-014",
      "AUTH-016",
      "AUTH-021",
      "AUTH-023",
      "AUTH-052",
      ...newer,
      ...identity,
    ];
    expect(statesOf(verdicts, ids)).toEqual(passing(ids));
    // A JWT, or a part of one that is more than its header.
    expect(JSON.stringify(capture)).not.toMatch(/eyJ[\w-]+\.eyJ[\w-]+/);
  });

  test("Tokens of others, and made ones: with tokens of three users", async () => {
    const { capture, verdicts } = await judge(context, { caller: "owner", beside: true });
    expect(wrong(verdicts)).toEqual([]);
    const ids = [...identity, "AUTH-006", "AUTH-016"];
    expect(statesOf(verdicts, ids)).toEqual(passing(ids));
    for (const token of Object.values(TOKENS)) expect(JSON.stringify(capture)).not.toContain(token);
  });
});

test("an issuer that the server does not trust proves nothing", async () => {
  const { verdicts } = await judgeServer("http/2026-07-28", undefined, {
    auth: { caller: "issued" },
    hooks: {
      httpRequest: ({ request }) => {
        // As if no token of this issuer were good.
        if (request.headers.authorization?.startsWith("Bearer eyJ")) request.headers.authorization = "Bearer nothing";
        return false;
      },
    },
  });
  expect(wrong(verdicts)).toEqual([]);
  expect(statesOf(verdicts, ["AUTH-014", "AUTH-018", "SEC-002"])).toEqual({
    "AUTH-014": "inconclusive",
    "AUTH-018": "inconclusive",
    "SEC-002": "inconclusive",
  });
});

/** Every user is shown something of their own, and what is not shown is not served either. */
const ownView = (): Hooks => {
  let hidden: unknown;
  const isHidden = (item: unknown): boolean => isObject(item) && item.uri === hidden;
  return {
    result: (result, { request }) => {
      if (request?.method === "resources/list" && Array.isArray(result.resources)) {
        const [first] = result.resources;
        hidden ??= isObject(first) ? first.uri : undefined;
        const resources =
          currentCaller() === "second" ? result.resources.filter((item) => !isHidden(item)) : result.resources;
        return { ...result, resources, cacheScope: "private" };
      }
      if (request?.method === "resources/read" && currentCaller() === "second" && isHidden(request.params))
        throw new RpcError(4_030, "This is not yours");
      // Somebody who may call nothing is shown nothing to call.
      if (request?.method === "tools/list" && currentCaller() === "reader") return { ...result, tools: [] };
      return undefined;
    },
  };
};

test("to each user their own: what is hidden is refused, and lists that differ are private", async () => {
  const { verdicts } = await judgeServer("http/2026-07-28", undefined, {
    auth: { caller: "owner", beside: true },
    hooks: ownView(),
  });
  expect(wrong(verdicts)).toEqual([]);
  const ids = ["CACHE-014", "RES-014", "SEC-002"];
  expect(statesOf(verdicts, ids)).toEqual(passing(ids));
});
