// The official clients, set up to take part in everything a server may ask of them.

import { Client as ModernClient } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { member } from "../../src/base/json.ts";

export async function connectStateful(transport: Transport): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { capabilities: { sampling: {}, elicitation: {} } });
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: "assistant",
    model: "test",
    content: { type: "text", text: "Tea is good." },
  }));
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { name: "Ada", colour: "blue" } }));
  await client.connect(transport);
  return client;
}

/** Progress, a question to the client, a changed list and a subscription; `old` leaves out what 2024-11-05 has not. */
export async function talkStateful(client: Client, old = false): Promise<void> {
  const updated = new Promise<void>((resolve) =>
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, () => resolve()),
  );
  const changed = new Promise<void>((resolve) =>
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
  );
  await client.listTools();
  const progress = progressArriving(client);
  await client.callTool({ name: "count_slowly", arguments: { steps: 3 } }, undefined, { onprogress: ignore });
  if (progress.join() !== "1,2,3") throw new Error(`progress ${progress.join()}`);
  await client.callTool(old ? { name: "ask_model" } : { name: "ask_user", arguments: {} });
  await client.subscribeResource({ uri: "memo://counter" });
  await client.callTool({ name: "publish_change", arguments: { what: "counter" } });
  await client.callTool({ name: "publish_change", arguments: { what: "tools" } });
  await Promise.all([updated, changed]);
}

type ModernTransport = Parameters<ModernClient["connect"]>[0];

export async function connectStateless(transport: ModernTransport): Promise<ModernClient> {
  const client = new ModernClient(
    { name: "test", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Ada" } }));
  await client.connect(transport);
  return client;
}

export async function talkStateless(client: ModernClient): Promise<void> {
  await client.discover();
  const changed = new Promise<void>((resolve) =>
    client.setNotificationHandler("notifications/tools/list_changed", () => resolve()),
  );
  const subscription = await client.listen({ toolsListChanged: true });
  const progress = progressArriving(client);
  await client.callTool({ name: "count_slowly", arguments: { steps: 2 } }, { onprogress: ignore });
  if (progress.join() !== "1,2") throw new Error(`progress ${progress.join()}`);
  await client.callTool({ name: "ask_user", arguments: {} });
  await client.callTool({ name: "publish_change", arguments: { what: "tools" } });
  await changed;
  await subscription.close();
}

const ignore = (): void => undefined;

/**
 * The progress that reaches a client from now on. Its own callback will not do: the client forgets a token as soon as it
 * reads the response, also for progress that came before it in the same chunk.
 */
function progressArriving({ transport }: { readonly transport?: Receiving | undefined }): number[] {
  const progress: number[] = [];
  if (!transport) throw new Error("the client is not connected");
  const { onmessage } = transport;
  transport.onmessage = (message: never, extra: never) => {
    if (member(message, "method") === "notifications/progress")
      progress.push(Number(member(member(message, "params"), "progress")));
    onmessage?.(message, extra);
  };
  return progress;
}

interface Receiving {
  onmessage?: ((message: never, extra: never) => void) | undefined;
}
