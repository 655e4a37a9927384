// The official clients start mcptest as their server; it must be the server to them, and tell everything afterwards.

import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { stdioServerCommand } from "../servers/spawn.ts";
import { BIN, byMethod, methodOf, readBack, temporaryFolder, unanswered, until } from "./helpers.ts";
import { connectStateful, connectStateless, talkStateful, talkStateless } from "./sdk-clients.ts";

const CANARY = "canary-0123456789abcdef";

const folder = temporaryFolder();
afterAll(() => folder.remove());

function proxied(era: "stateful" | "stateless" | "dual", name: string): { command: string; args: string[] } {
  const { command, args } = stdioServerCommand({ era });
  const own = ["record", "--proxy", "-o", folder.file(name), "--env", `API_TOKEN=${CANARY}`];
  return { command: process.execPath, args: [BIN, ...own, "--", command, ...args] };
}

test.each(["stateful", "dual"] as const)("a stateful session with a %s server", async (era) => {
  const client = await connectStateful(new StdioClientTransport(proxied(era, `${era}.jsonl`)));
  await talkStateful(client);
  await client.close();
  await until(() => folder.read(`${era}.jsonl`).includes('"type":"footer"'), "the footer");

  const text = folder.read(`${era}.jsonl`);
  const capture = readBack(text);
  expect(capture).toMatchObject({ closed: true, outcome: "complete", transport: "stdio" });
  expect(capture.conversations).toMatchObject([
    { id: "stdio", revision: "2025-11-25", process: { exit_code: 0, ended_by: "stdin-close" } },
  ]);
  expect(Object.keys(capture.server_capabilities ?? {})).toContain("tools");
  expect(unanswered(capture)).toEqual([]);
  const [counting] = byMethod(capture, "tools/call");
  expect(counting?.meanwhile?.map(({ message }) => methodOf(message))).toEqual(
    Array.from({ length: 3 }, () => "notifications/progress"),
  );
  const loose = (capture.unsolicited ?? []).map(({ message }) => methodOf(message));
  expect(loose).toContain("elicitation/create");
  expect(loose).toContain("notifications/tools/list_changed");
  expect(loose).toContain("notifications/resources/updated");
  expect(capture.exchanges.some(({ request }) => JSON.stringify(request)?.includes('"action":"accept"'))).toBe(true);
  expect(capture.target).toMatchObject({ env_names: ["API_TOKEN"] });
  expect(text).not.toContain(CANARY);
});

test("a stateless session", async () => {
  const client = await connectStateless(new ModernTransport(proxied("stateless", "stateless.jsonl")));
  await talkStateless(client);
  await client.close();
  // This client starts its server twice, first only to ask for the era; each start has a recording of its own.
  const recordings = (): string[] => ["stateless.jsonl", "stateless-2.jsonl"].map(folder.read);
  await until(() => recordings().every((text) => text.includes('"type":"footer"')), "the footers");

  const [first, capture] = recordings().map(readBack) as [Capture, Capture];
  expect(byMethod(first, "server/discover")).toHaveLength(1);
  expect(capture).toMatchObject({ closed: true, era: { verdict: "stateless" }, revisions: { probed: "2026-07-28" } });
  const [listen] = byMethod(capture, "subscriptions/listen");
  expect(listen?.meanwhile?.map(({ message }) => methodOf(message))).toContain("notifications/tools/list_changed");
  // The client has taken back the subscription, and so its request has no answer.
  expect(unanswered(capture)).toEqual([listen]);
  expect(listen?.trouble).toEqual({ kind: "closed", detail: "the client cancelled the request" });
});
