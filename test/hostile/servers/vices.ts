// The building blocks of the raw vices.

import type { Socket } from "node:net";
import { type HttpVice, jsonResponse, onRequest, type SeenRequest, streamHead } from "./http.ts";
import { politeMessage, politeResponse, resultText } from "./polite.ts";

type Bytes = string | Uint8Array;

/** Answers every request with the same bytes, then closes. */
export const answersAll = (bytes: Bytes | ((request: SeenRequest) => Bytes)): HttpVice =>
  onRequest((request, socket) => void socket.end(typeof bytes === "function" ? bytes(request) : bytes));

/** Answers every request with these bytes and keeps the connection. */
export const keepsAll = (bytes: (request: SeenRequest) => Bytes): HttpVice =>
  onRequest((request, socket) => void socket.write(bytes(request)));

/** Polite, except for one method. */
export const politeExcept = (method: string, bytes: (request: SeenRequest, turn: number) => Bytes): HttpVice => {
  let turn = 0;
  return onRequest((request, socket) => {
    const own = request.message?.method === method;
    socket.write(own ? bytes(request, ++turn) : politeResponse(request));
  });
};

/** The answer to every request as a JSON body of these bytes. */
export const jsonBody = (bytes: (request: SeenRequest) => Bytes): HttpVice =>
  answersAll((request) => (request.method === "POST" ? jsonResponse(bytes(request)) : politeResponse(request)));

/** The answer to every POST as an event stream of these bytes, which then ends. */
export const streamOf = (body: (request: SeenRequest) => Bytes): HttpVice =>
  answersAll((request) => {
    if (request.method !== "POST" || politeMessage(request) === undefined) return politeResponse(request);
    return Buffer.concat([Buffer.from(streamHead()), Buffer.from(body(request))]);
  });

/** One event with the right answer. */
export const answerEvent = (request: SeenRequest): string => `data: ${resultText(request)}\n\n`;

/** Writes as fast as the other side reads, for ever. */
export const pour = (socket: Socket, first: Bytes, next: () => Bytes): void => {
  socket.write(first);
  const more = (): void => {
    while (!socket.destroyed) if (!socket.write(next())) return;
  };
  socket.on("drain", more);
  more();
};

/** Writes pieces one after the other with a pause between them, until the other side has had enough. */
export const drip = (socket: Socket, pieces: Iterable<Bytes>, ms: number): void => {
  const iterator = pieces[Symbol.iterator]();
  const timer = setInterval(() => {
    const { done, value } = iterator.next();
    if (done || socket.destroyed) clearInterval(timer);
    else socket.write(value);
  }, ms);
  socket.on("close", () => clearInterval(timer));
};

export function* forEver(piece: string): Generator<string> {
  for (;;) yield piece;
}

export const chunk = (data: Bytes): Buffer => {
  const bytes = Buffer.from(data);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
};
