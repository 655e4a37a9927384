import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, member, stringMember, valueAt } from "../../base/json.ts";
import type { EraFinding } from "../../capture/capture.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import type { RecordedExchange } from "./recorded-exchange.ts";
import type { Recording } from "./recording.ts";

/** What the handshakes of the clients show about the server; written as soon as it is seen. */
export class ProxyFindings {
  readonly #recording: Recording;
  #stateful: string | undefined;
  #stateless: string | undefined;
  #listed: readonly string[] | undefined;
  readonly #asked: { revision: string; answered: string | null; exchange: string }[] = [];

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Returns the revision that is spoken from now on, if the answer tells. */
  read(exchange: RecordedExchange, response: Json): string | undefined {
    const result = member(response, "result");
    if (!isJsonObject(result)) return undefined;
    return member(exchange.handshake, "method") === "initialize"
      ? this.#readInitialize(exchange, result)
      : this.#readDiscover(exchange, result);
  }

  #readInitialize(exchange: RecordedExchange, result: Json): string | undefined {
    const revision = stringMember(member(exchange.handshake, "params"), "protocolVersion");
    const answered = stringMember(result, "protocolVersion");
    this.#stateful ??= exchange.id;
    const known = this.#asked.some((row) => row.revision === revision && row.answered === (answered ?? null));
    if (revision !== undefined && !known)
      this.#asked.push({ revision, answered: answered ?? null, exchange: exchange.id });
    this.#write(result, member(result, "serverInfo"), answered);
    return answered;
  }

  #readDiscover(exchange: RecordedExchange, result: Json): string | undefined {
    const listed = member(result, "supportedVersions");
    if (!Array.isArray(listed)) return undefined;
    this.#stateless ??= exchange.id;
    this.#listed = listed.filter((entry): entry is string => typeof entry === "string");
    const meta = valueAt(exchange.handshake, "params", "_meta");
    const asked = stringMember(meta, META_KEY.protocolVersion);
    const info = valueAt(result, "_meta", META_KEY.serverInfo) ?? member(result, "serverInfo");
    this.#write(result, info, asked);
    return asked;
  }

  #write(result: Json, info: Json | undefined, probed: string | undefined): void {
    const capabilities = member(result, "capabilities");
    this.#recording.session(
      defined({
        server_capabilities: isJsonObject(capabilities) ? capabilities : undefined,
        server_info: info,
        era: this.#era(),
        revisions: defined({ probed: probed ?? null, listed: this.#listed, asked: [...this.#asked] }),
      }),
    );
  }

  #era(): EraFinding {
    const shown_by = [this.#stateless, this.#stateful].filter((id) => id !== undefined);
    if (this.#stateless !== undefined && this.#stateful !== undefined) {
      return { verdict: "dual", reason: "both server/discover and initialize are answered with a result", shown_by };
    }
    return this.#stateless === undefined
      ? { verdict: "stateful", reason: "initialize is answered with a result", shown_by }
      : { verdict: "stateless", reason: "server/discover lists the revisions it speaks", shown_by };
  }
}
