import type { Readable, Writable } from "node:stream";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import type { StdioTap } from "../../../wire/proxy/stdio-relay.ts";
import type { Channel } from "./channel.ts";
import { cutInThree } from "./cut.ts";
import { ScenarioSession, type SessionSettings } from "./scenario-session.ts";

export interface StdioFaceSettings extends SessionSettings {
  /** What the client writes, and what it reads. */
  readonly input: Readable;
  readonly output: Writable;
  readonly tap: StdioTap;
  /** Where somebody listens beside the server. */
  readonly beside?: string;
  /** Called with every piece the client wrote. */
  readonly onActivity: () => void;
}

const LF = 0x0a;

/** The server of a scenario on stdio. Resolves when the client has closed its end, or said too much. */
export const serveStdioFace = async (settings: StdioFaceSettings): Promise<void> => {
  const { input, output, tap, limits, onActivity } = settings;
  const session = new ScenarioSession(settings);
  session.canary = settings.beside;
  const channel = new LineChannel(output, tap);
  session.standing = channel;
  let rest = Buffer.alloc(0);
  let messages = 0;
  output.on("error", () => channel.close());
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      onActivity();
      tap.fromClient(chunk);
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(LF); end >= 0; end = rest.indexOf(LF)) {
        const line = rest.subarray(0, end).toString("utf8");
        rest = rest.subarray(end + 1);
        messages += 1;
        hearLine(line, session, channel);
      }
      if (rest.length > limits.messageBytes || messages > limits.requests) break;
    }
  } catch {
    // The client went away in the middle.
  }
  tap.clientEnded();
  channel.close();
  tap.serverEnded();
  output.end();
};

const hearLine = (line: string, session: ScenarioSession, channel: Channel): void => {
  const message = parse(line);
  const all = Array.isArray(message) ? message.filter(isJsonObject) : isJsonObject(message) ? [message] : [];
  for (const one of all) hear(one, session, channel);
};

const hear = (message: JsonObject, session: ScenarioSession, channel: Channel): void => {
  if (member(message, "id") === undefined || stringMember(message, "method") === undefined) {
    session.take(message);
    return;
  }
  const actions = session.actionsFor(message);
  if (actions) void session.run(actions, message, channel);
};

const parse = (line: string): Json | undefined => {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
};

class LineChannel implements Channel {
  readonly #output: Writable;
  readonly #tap: StdioTap;
  isOpen = true;

  constructor(output: Writable, tap: StdioTap) {
    this.#output = output;
    this.#tap = tap;
  }

  say(message: Json): void {
    this.text(JSON.stringify(message));
  }

  text(text: string): void {
    if (!this.isOpen) return;
    this.raw(Buffer.from(`${text}\n`));
  }

  sayAll(messages: readonly Json[]): void {
    this.raw(Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join("")));
  }

  pieces(message: Json): readonly Uint8Array[] {
    return cutInThree(Buffer.from(`${JSON.stringify(message)}\n`));
  }

  raw(bytes: Uint8Array): void {
    if (!this.isOpen) return;
    this.#tap.fromServer(Buffer.from(bytes));
    this.#output.write(bytes);
  }

  stream(): void {}

  /** There is one stream for everything, and it is not ended by an answer. */
  end(): void {}

  break(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#output.end();
  }

  /** A status says nothing here; the message in it does. */
  status(_status: number, _headers: Readonly<Record<string, string>>, body: Json | undefined): boolean {
    if (!isJsonObject(body) && !Array.isArray(body)) return false;
    this.say(body);
    return true;
  }

  close(): void {
    this.isOpen = false;
  }
}
