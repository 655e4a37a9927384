import type { Json } from "../../../base/json.ts";

/** Where messages of the server go: the answer to one POST, a stream, or stdout. */
export interface Channel {
  say(message: Json): void;
  /** Text in place of a message. */
  text(text: string): void;
  /** Bytes of an event stream as they are; nothing where there is none. */
  stream(text: string): void;
  /** Several messages in one write. */
  sayAll(messages: readonly Json[]): void;
  /** The bytes of a message as they go out, in three pieces; `raw` writes them. */
  pieces(message: Json): readonly Uint8Array[];
  raw(bytes: Uint8Array): void;
  end(): void;
  break(): void;
  /** Over HTTP an answer of its own; false where there is no such thing, or something was said already. */
  status(status: number, headers: Readonly<Record<string, string>>, body: Json | undefined): boolean;
  readonly isOpen: boolean;
}
