#!/usr/bin/env node
// A small server of 2025-11-25 on stdio, without dependencies. It is right today; an upgrade to 2026-07-28 breaks it:
// it answers a missing resource with -32002 and knows neither server/discover nor resultType.
import { createInterface } from "node:readline";

const NOTE = { uri: "note:///welcome", name: "welcome", mimeType: "text/plain" };

const METHODS = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { resources: {} },
    serverInfo: { name: "migration-example", version: "1.0.0" },
  }),
  ping: () => ({}),
  "resources/list": () => ({ resources: [NOTE] }),
  "resources/templates/list": () => ({ resourceTemplates: [] }),
  "resources/read": ({ uri }) => {
    if (typeof uri !== "string") throw { code: -32602, message: "uri is missing or not a string" };
    if (uri !== NOTE.uri) throw { code: -32002, message: "Resource not found", data: { uri } };
    return { contents: [{ ...NOTE, text: "Welcome." }] };
  },
};

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

const answer = ({ id, method, params = {} }) => {
  const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!run) return send({ id, error: { code: -32601, message: "Method not found" } });
  try {
    if (params === null || typeof params !== "object" || Array.isArray(params))
      throw { code: -32602, message: "params is not an object" };
    send({ id, result: run(params) });
  } catch (error) {
    send({ id, error: { code: error.code ?? -32603, message: error.message ?? "Internal error", data: error.data } });
  }
};

createInterface({ input: process.stdin }).on("line", (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    send({ id: null, error: { code: -32700, message: "Parse error" } });
    return;
  }
  const isMessage = message !== null && typeof message === "object" && message.jsonrpc === "2.0" && message.id !== null;
  if (!isMessage) send({ id: message?.id ?? null, error: { code: -32600, message: "Invalid request" } });
  else if (typeof message.method === "string" && message.id !== undefined) answer(message);
});
