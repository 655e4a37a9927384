import type { EraFinding, RevisionFindings } from "../../model/capture.ts";
import { isJsonObject, type Json, member, stringMember } from "../../model/json.ts";
import { META } from "../dialect/stateless.ts";
import type { Filed } from "./filing.ts";
import type { Recording } from "./recording.ts";

/** What the handshakes of the clients show about the server; written as soon as it is seen. */
export class ServerFindings {
  readonly #recording: Recording;
  #stateful: string | undefined;
  #stateless: string | undefined;
  #listed: readonly string[] | undefined;
  readonly #asked: { revision: string; answered: string | null; exchange: string }[] = [];

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Returns the revision that is spoken from now on, if the answer tells. */
  read(filed: Filed, response: Json): string | undefined {
    const result = member(response, "result");
    if (!isJsonObject(result)) return undefined;
    return member(filed.handshake, "method") === "initialize"
      ? this.#readInitialize(filed, result)
      : this.#readDiscover(filed, result);
  }

  #readInitialize(filed: Filed, result: Json): string | undefined {
    const revision = stringMember(member(filed.handshake, "params"), "protocolVersion");
    const answered = stringMember(result, "protocolVersion");
    this.#stateful ??= filed.id;
    const known = this.#asked.some((row) => row.revision === revision && row.answered === (answered ?? null));
    if (revision !== undefined && !known)
      this.#asked.push({ revision, answered: answered ?? null, exchange: filed.id });
    this.#write(result, member(result, "serverInfo"), answered);
    return answered;
  }

  #readDiscover(filed: Filed, result: Json): string | undefined {
    const listed = member(result, "supportedVersions");
    if (!Array.isArray(listed)) return undefined;
    this.#stateless ??= filed.id;
    this.#listed = listed.filter((entry): entry is string => typeof entry === "string");
    const meta = member(member(filed.handshake, "params"), "_meta");
    const asked = stringMember(meta, META.protocolVersion);
    const info = member(member(result, "_meta"), META.serverInfo) ?? member(result, "serverInfo");
    this.#write(result, info, asked);
    return asked;
  }

  #write(result: Json, info: Json | undefined, probed: string | undefined): void {
    const capabilities = member(result, "capabilities");
    const revisions: RevisionFindings = {
      probed: probed ?? null,
      ...(this.#listed ? { listed: this.#listed } : {}),
      asked: [...this.#asked],
    };
    this.#recording.session({
      ...(isJsonObject(capabilities) ? { server_capabilities: capabilities } : {}),
      ...(info === undefined ? {} : { server_info: info }),
      era: this.#era(),
      revisions,
    });
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
