import { isJsonObject, type Json, member, stringMember } from "../../../base/json.ts";
import type { Scenario } from "../../../probe/scenario/scenario.ts";
import type { HeardRequest, HttpReply } from "../../../wire/client/http-listener.ts";
import { headerValues } from "../../../wire/http/http-call.ts";
import type { Channel } from "./channel.ts";
import { cutInThree } from "./cut.ts";
import { plainEvent } from "./http-channel.ts";
import { ScenarioSession, type SessionSettings } from "./scenario-session.ts";

/**
 * The server of a scenario over HTTP+SSE, as revision 2024-11-05 has it: GET opens a stream, whose first event names the address
 * that messages are posted to; answers come on the stream.
 */
export class OldHttpFace {
  readonly #settings: SessionSettings;
  readonly #endpoint: string;
  readonly #old: NonNullable<NonNullable<Scenario["http"]>["old"]>;
  #open: { readonly session: ScenarioSession; readonly channel: StreamChannel } | undefined;

  constructor(settings: SessionSettings, endpoint: string, old: NonNullable<NonNullable<Scenario["http"]>["old"]>) {
    this.#settings = settings;
    this.#endpoint = endpoint;
    this.#old = old;
  }

  handle(request: HeardRequest, reply: HttpReply): void {
    const [path = ""] = request.path.split("?");
    const [host = ""] = headerValues(request.headers, "host");
    const announced = new URL(
      this.#old.endpoint.replace("$elsewhere", elsewhere(host)),
      `http://${host}${this.#endpoint}`,
    );
    if (path === this.#endpoint && request.method === "GET") this.#listen(reply, this.#old.endpoint, announced);
    else if (path === this.#endpoint) refuse(reply, this.#old.refusal ?? 405, [["Allow", "GET"]]);
    else if (request.path === `${announced.pathname}${announced.search}` && request.method === "POST")
      this.#post(request, reply);
    else refuse(reply, 404);
  }

  #listen(reply: HttpReply, text: string, announced: URL): void {
    reply.head(200, [
      ["Content-Type", "text/event-stream"],
      ["Cache-Control", "no-cache"],
    ]);
    const channel = new StreamChannel(reply);
    const session = new ScenarioSession(this.#settings);
    session.listen(channel);
    this.#open = { session, channel };
    reply.write(Buffer.from(`event: endpoint\ndata: ${text.startsWith("/") ? text : announced.href}\n\n`));
  }

  #post(request: HeardRequest, reply: HttpReply): void {
    const open = this.#open;
    const message = parse(request.body);
    if (!open || !isJsonObject(message)) {
      refuse(reply, 400);
      return;
    }
    const bytes = Buffer.from("Accepted");
    reply.head(202, [
      ["Content-Type", "text/plain"],
      ["Content-Length", String(bytes.length)],
    ]);
    reply.write(bytes);
    reply.end();
    const actions = open.session.actionsFor(message, request.headers);
    if (actions) void open.session.run(actions, message, open.channel);
    if (member(message, "id") === undefined || stringMember(message, "method") === undefined)
      open.session.take(message);
  }
}

/** The same machine under another name: to a client another origin. */
const elsewhere = (host: string): string => {
  const [name = "", port = ""] = host.split(":");
  return `${name === "localhost" ? "127.0.0.1" : "localhost"}:${port}`;
};

const refuse = (reply: HttpReply, status: number, headers: readonly (readonly [string, string])[] = []): void => {
  reply.head(status, [["Content-Length", "0"], ...headers]);
  reply.end();
};

const parse = (body: Buffer): Json | undefined => {
  try {
    return JSON.parse(body.toString("utf8")) as Json;
  } catch {
    return undefined;
  }
};

/** The one stream of a client; an answer does not end it. */
class StreamChannel implements Channel {
  readonly #reply: HttpReply;
  isOpen = true;

  constructor(reply: HttpReply) {
    this.#reply = reply;
    reply.onClose(() => {
      this.isOpen = false;
    });
  }

  say(message: Json): void {
    this.text(JSON.stringify(message));
  }

  text(text: string): void {
    if (this.isOpen) this.#reply.write(Buffer.from(plainEvent(text)));
  }

  stream(text: string): void {
    if (this.isOpen) this.#reply.write(Buffer.from(text));
  }

  sayAll(messages: readonly Json[]): void {
    for (const message of messages) this.say(message);
  }

  pieces(message: Json): readonly Uint8Array[] {
    return cutInThree(Buffer.from(plainEvent(JSON.stringify(message))));
  }

  raw(bytes: Uint8Array): void {
    if (this.isOpen) this.#reply.write(bytes);
  }

  end(): void {}

  break(): void {
    this.isOpen = false;
    this.#reply.break();
  }

  status(_status: number, _headers: Readonly<Record<string, string>>, body: Json | undefined): boolean {
    if (!isJsonObject(body)) return false;
    this.say(body);
    return true;
  }
}
