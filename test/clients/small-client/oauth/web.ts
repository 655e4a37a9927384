// Requests that are no messages of the protocol. Redirects are answers.

import { request } from "node:http";
import { isJsonObject, type Json, type JsonObject } from "../../../../src/base/json.ts";

export interface WebAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly header: (name: string) => string | undefined;
  readonly body: JsonObject | undefined;
}

export const ask = (
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<WebAnswer> =>
  new Promise((resolve) => {
    const none: WebAnswer = { status: 0, location: undefined, header: () => undefined, body: undefined };
    const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => {
        text += chunk;
      });
      incoming.once("close", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          location: incoming.headers.location,
          header: (name) => {
            const value = incoming.headers[name.toLowerCase()];
            return Array.isArray(value) ? value.join(", ") : value;
          },
          body: parse(text),
        }),
      );
      incoming.on("error", () => resolve(none));
    });
    outgoing.on("error", () => resolve(none));
    outgoing.end(body);
  });

const parse = (text: string): JsonObject | undefined => {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
