import { createHmac } from "node:crypto";
import { defined } from "../base/defined.ts";
import type { Header } from "../base/header.ts";
import { secretsInAddresses, secretsInArguments, secretsInCommand } from "./address-secrets.ts";
import type { Capture } from "./capture.ts";
import { createFinder, replaceSpans, type Span } from "./find-secrets.ts";
import { isPublicWord } from "./public-words.ts";
import { isSecretHeader } from "./secret-names.ts";
import { type Secrets, searchable, secretsOfServer, splitCredential } from "./secrets.ts";
import { returnedSecrets } from "./secrets-in-results.ts";
import { textOf, withEntries, withMembers } from "./unchanged.ts";

/** Members of the format with a meaning of its own: never text that anybody said. */
const KEPT = new Set(["format", "transport", "kind", "verdict", "scheme", "encoding", "ended_by", "started_at"]);
/** Members that hold an address of ours, or one we are sent to. */
const ADDRESSES = new Set(["url", "location"]);
/** Members that hold a message or a part of one: inside, no member name has a meaning of ours. */
const SAID = new Set(["request", "response", "message", "server_capabilities", "server_info"]);

/**
 * Replaces secrets by tagged digests. The key is random for each run: equal secrets look equal within a capture,
 * and nobody can try guesses against it. This is done when a capture is written, never later.
 *
 * docs/capture-format.md says what is found and what is not. What a server said stays as said unless a secret is in it.
 */
export const redactCapture = (capture: Omit<Capture, "redaction">, secrets: Secrets, key: Uint8Array): Capture => {
  const fromServer = secretsOfServer(capture);
  const redactor = new Redactor(secrets, fromServer, key);
  // Where nothing of the server's has to be hidden, nothing has to be looked for again.
  const returned = fromServer.length > 0 ? returnedSecrets(capture) : [];
  const { exchanges, conversations, unsolicited, outcome, closed, ...head } = capture;
  const clean = redactor.record({ ...head, exchanges, conversations, unsolicited }) as Omit<Capture, "redaction">;
  const { exchanges: asked, conversations: held, unsolicited: heard, ...start } = clean;
  return defined({
    ...start,
    redaction: {
      scheme: "hmac-sha256/12" as const,
      replaced: redactor.replaced,
      ...(returned.length > 0 ? { returned } : {}),
    },
    conversations: held,
    exchanges: asked,
    unsolicited: heard,
    outcome,
    closed,
  });
};

const LEARNED_LIMIT = 1_000;

type RawObject = { readonly encoding: unknown; readonly data: string; readonly cut_from?: unknown };

/** Replaces secrets in one record after another, with one key: for a capture as a whole, or line by line as it is written. */
export class Redactor {
  replaced = 0;
  readonly #values: Set<string>;
  #finder: ReturnType<typeof createFinder>;
  readonly #headers: readonly Header[];
  readonly #secretHeaders = new Map<string, boolean>();
  readonly #knownHeaders = new Map<string, CleanHeader>();
  readonly #tags = new Map<string, string>();
  readonly #key: Uint8Array;

  constructor(secrets: Secrets, fromServer: readonly string[], key: Uint8Array) {
    this.#values = new Set([...secrets.values, ...fromServer]);
    this.#finder = createFinder([...this.#values]);
    this.#headers = secrets.headers;
    this.#key = key;
  }

  /** Hides more values from now on. Beyond a thousand, which no honest session reaches, later ones are ignored. */
  learn(values: readonly string[]): void {
    const room = Math.max(0, LEARNED_LIMIT - this.#values.size);
    const fresh = values.filter((value) => !this.#values.has(value)).slice(0, room);
    if (fresh.length === 0) return;
    for (const value of fresh) this.#values.add(value);
    this.#finder = createFinder([...this.#values]);
    this.#knownHeaders.clear();
  }

  /** The tag of a value that must not be kept. It is hidden from now on wherever else it stands. */
  readonly tag = (value: string): string => {
    this.learn(searchable([value]));
    return this.#hide(value);
  };

  /** An object of the format: its member names stay, whatever the secrets are. What holds no secret is handed back as it is. */
  record(value: object): object {
    if (isRaw(value)) return { ...value, data: this.#raw(value, { end: value.cut_from !== undefined }) };
    return withMembers(value, (name, entry) => this.#member(name, entry, value as Record<string, unknown>));
  }

  #member(name: string, value: unknown, around: Readonly<Record<string, unknown>>): unknown {
    if (KEPT.has(name)) return value;
    if (SAID.has(name)) return this.#said(value);
    if (name === "server_label" && typeof value === "string") return this.#text(value, secretsInCommand(value));
    if (name === "command" && isTexts(value)) return this.#command(value);
    if ((name === "request_headers" || name === "response_headers") && Array.isArray(value)) {
      return withEntries(value, (pair) => (isPair(pair) ? this.#header(pair, name) : this.#any(pair)));
    }
    // Where stderr was cut between its two kept ends, half a secret may be left.
    if (name === "stderr" && isRaw(value) && around["stderr_tail"] !== undefined) {
      return { ...value, data: this.#raw(value, { end: true }) };
    }
    if (name === "stderr_tail" && isRaw(value)) {
      return { ...value, data: this.#raw(value, { start: true, end: value.cut_from !== undefined }) };
    }
    if (ADDRESSES.has(name) && typeof value === "string") return this.#text(value, secretsInAddresses(value));
    return this.#any(value);
  }

  #any(value: unknown): unknown {
    if (typeof value === "string") return this.#text(value);
    if (Array.isArray(value)) return withEntries(value, (entry) => this.#any(entry));
    return typeof value === "object" && value !== null ? this.record(value) : value;
  }

  /** Hardly any message holds a secret, and to look through all of its texts at once is many times cheaper than one by one. */
  #said(value: unknown): unknown {
    return this.#finder.idle || !this.#finder.mayBeIn(textOf(value)) ? value : this.#cleaned(value);
  }

  #cleaned(value: unknown): unknown {
    if (typeof value === "string") return this.#text(value);
    if (Array.isArray(value)) return value.map((entry) => this.#cleaned(entry));
    if (typeof value !== "object" || value === null) return value;
    const names = new Set<string>();
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [unusedName(this.#text(name), names), this.#cleaned(entry)]),
    );
  }

  #text(text: string, more: readonly Span[] = []): string {
    if (more.length === 0 && !this.#finder.mayBeIn(text)) return text;
    return replaceSpans(text, [...more, ...this.#finder.inText(text)], this.#hide);
  }

  #command(command: readonly string[]): string[] {
    const placed = secretsInArguments(command);
    return command.map((argument, index) => this.#text(argument, placed[index] ?? []));
  }

  /** The same headers stand in every exchange, so each is looked at once. */
  #header(pair: Header, list: string): Header {
    const key = `${list} ${pair[0].length} ${pair[0]}${pair[1]}`;
    const known = this.#knownHeaders.get(key);
    if (known !== undefined) {
      this.replaced += known.replaced;
      return known.pair;
    }
    const before = this.replaced;
    const clean = this.#cleanHeader(pair, list);
    if (this.#knownHeaders.size >= KNOWN_HEADERS) this.#knownHeaders.clear();
    this.#knownHeaders.set(key, { pair: clean, replaced: this.replaced - before });
    return clean;
  }

  #cleanHeader(pair: Header, list: string): Header {
    const [name, value] = pair;
    const lower = name.toLowerCase();
    if (lower === "location") return [name, this.#text(value, secretsInAddresses(value))];
    const configured = this.#headers.some(([own, sent]) => own.toLowerCase() === lower && sent === value);
    // A server that answers application/json reveals nothing, even if that value was also configured.
    const echoed = configured && (list === "request_headers" || !isPublicWord(value));
    if (!echoed && !this.#isSecret(name)) return this.#finder.idle ? pair : [this.#text(name), this.#text(value)];
    const { scheme, credential } = splitCredential(value);
    return [name, credential === "" ? value : `${scheme}${this.#hide(credential)}`];
  }

  /** Cached: the same few names come with every exchange. */
  #isSecret(header: string): boolean {
    const known = this.#secretHeaders.get(header) ?? isSecretHeader(header);
    this.#secretHeaders.set(header, known);
    return known;
  }

  #raw(raw: RawObject, cut: { readonly start?: boolean; readonly end?: boolean }): string {
    const isText = raw.encoding !== "base64";
    const text = isText ? raw.data : Buffer.from(raw.data, "base64").toString("latin1");
    const spans = [
      ...(isText ? this.#finder.inText(text) : this.#finder.inBytes(text)),
      ...(cut.start ? this.#finder.atCutStart(text) : []),
      ...(cut.end ? this.#finder.atCutEnd(text) : []),
    ];
    if (spans.length === 0) return raw.data;
    const clean = replaceSpans(text, spans, this.#hide);
    return isText ? clean : Buffer.from(clean, "latin1").toString("base64");
  }

  readonly #hide = (secret: string): string => {
    this.replaced += 1;
    const known = this.#tags.get(secret);
    if (known !== undefined) return known;
    const tag = `[redacted:${createHmac("sha256", this.#key).update(secret, "utf8").digest("hex").slice(0, 12)}]`;
    if (this.#tags.size < LEARNED_LIMIT) this.#tags.set(secret, tag);
    return tag;
  };
}

/** A recording may go on for days, with a value that is new in every answer. */
const KNOWN_HEADERS = 500;

interface CleanHeader {
  readonly pair: Header;
  /** How many secrets were in it. */
  readonly replaced: number;
}

/** Two names may become the same tag; keep both members. */
const unusedName = (name: string, used: Set<string>): string => {
  let free = name;
  for (let count = 2; used.has(free); count += 1) free = `${name}#${count}`;
  used.add(free);
  return free;
};

const isPair = (value: unknown): value is Header =>
  Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string";

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");

const isRaw = (value: unknown): value is RawObject =>
  typeof value === "object" &&
  value !== null &&
  "encoding" in value &&
  "data" in value &&
  typeof value.data === "string";
