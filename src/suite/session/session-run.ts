import { randomBytes } from "node:crypto";
import type { Json } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import { redactCapture } from "../../capture/redact.ts";
import { secretsOf } from "../../capture/secrets.ts";
import type { Target } from "../../capture/target.ts";
import { describeSession, findListening, sessionOf } from "../../probe/describe-session.ts";
import { type Detection, detectEra, pickMain } from "../../probe/detect/detect.ts";
import { type OpenRun, openRun, type RunRequest } from "../../probe/open-run.ts";
import { type AskedKind, capabilitiesOf } from "../../probe/talk/client-answers.ts";
import { StatefulTalk } from "../../probe/talk/stateful-talk.ts";
import { StatelessTalk } from "../../probe/talk/stateless-talk.ts";
import { openProbe } from "../../probe/talk/talk.ts";
import { isRevision, type Revision } from "../../protocol/revision.ts";
import { ScriptedSession } from "./session.ts";

export type SessionRequest = Pick<
  RunRequest,
  "client" | "limits" | "baseEnv" | "signal" | "onWait" | "followRedirects" | "resolve"
> & {
  readonly revision?: Revision;
  /** Further values that the capture must not hold. */
  readonly secrets?: readonly string[];
};

/** The server could not be spoken to; the capture shows why. */
export class NoSessionError extends Error {
  override readonly name = "NoSessionError";
}

/**
 * Sessions with one target that are captured together. How the server is spoken to is found out once, as a check does, and the
 * first session goes on from there; the others begin in the words that were found.
 */
export class SessionRun {
  readonly #run: OpenRun;
  readonly #target: Target;
  readonly #request: SessionRequest;
  readonly #startedAt = new Date().toISOString();
  readonly #sessions = new Set<ScriptedSession>();
  #detecting: Promise<Detection> | undefined;
  #listening: Promise<readonly string[] | undefined> | undefined;
  #main: StatefulTalk | StatelessTalk | undefined;
  /** The talk of the detection has become a session, which closes it. */
  #isTaken = false;
  #idle: Promise<unknown> | undefined;

  constructor(target: Target, request: SessionRequest) {
    this.#target = target;
    this.#request = request;
    // Only a revision that was named is a wish of the plan; everything else is about the run.
    const { revision: _, secrets: __, ...rest } = request;
    this.#run = openRun(target, { ...rest, waitsForTools: true });
  }

  get isAborted(): boolean {
    return this.#run.context.signal.aborted;
  }

  /** Opens a session. Throws NoSessionError when the server cannot be spoken to. */
  async open(id: string, purpose: string, kinds: readonly AskedKind[] = []): Promise<ScriptedSession> {
    const isFirst = this.#detecting === undefined;
    this.#detecting ??= this.#detect(kinds);
    const detection = await this.#detecting;
    const main = this.#main;
    if (!main) throw new NoSessionError(detection.era.reason);
    if (isFirst) this.#isTaken = true;
    const talk = isFirst ? main : await this.#openAgain(main, detection, id, purpose, kinds);
    const session = new ScriptedSession(this.#run.context, talk, spokenBy(talk), kinds);
    this.#sessions.add(session);
    return session;
  }

  async #detect(kinds: readonly AskedKind[]): Promise<Detection> {
    const { context } = this.#run;
    const wanted = this.#request.revision;
    const detection = await detectEra(context, wanted, 1, capabilitiesOf(kinds));
    this.#listening = findListening(context);
    this.#main = pickMain(detection, wanted);
    const { stateless, stateful, idle } = detection;
    // The talk that is not used is closed during the first request of the other.
    this.#idle = Promise.all([
      stateful === this.#main ? undefined : stateful?.close(),
      stateless === this.#main ? undefined : stateless?.close(),
      idle?.shutdown(),
    ]);
    return detection;
  }

  async #openAgain(
    main: StatefulTalk | StatelessTalk,
    { transport }: Detection,
    id: string,
    purpose: string,
    kinds: readonly AskedKind[],
  ): Promise<StatefulTalk | StatelessTalk> {
    const { context } = this.#run;
    const { revision } = main.dialect;
    const opened = openProbe(context, transport, id, purpose, revision);
    if (main instanceof StatelessTalk) {
      const talk = new StatelessTalk(context, opened, revision);
      const spoken = context.recorder.conversation(main.conversation.id)?.revision;
      if (spoken !== undefined) talk.speak(spoken);
      return talk;
    }
    const talk = new StatefulTalk(context, opened, { revision, capabilities: capabilitiesOf(kinds) });
    const draft = await talk.initialize();
    if (talk.initializeResult === undefined)
      throw new NoSessionError(`initialize was not answered with a result (${draft.trouble?.detail ?? draft.id})`);
    return talk;
  }

  async leave(session: ScriptedSession): Promise<void> {
    this.#sessions.delete(session);
    await session.close();
  }

  /** Everything that was said so far, secrets replaced. It is part of what a check asks, and says so. */
  async capture(): Promise<Capture> {
    const { context } = this.#run;
    await Promise.all([...this.#sessions].map((session) => session.settle()));
    const detection = await (this.#detecting ?? this.#detect([]));
    const said: Omit<Capture, "redaction"> = {
      ...(await sessionOf(context, detection, { main: this.#main, asked: [], listening: await this.#listening })),
      started_at: this.#startedAt,
      asked: { quick: true },
    };
    const known = secretsOf(this.#target, this.#request.baseEnv ?? {});
    const secrets = { ...known, values: [...known.values, ...(this.#request.secrets ?? [])] };
    return redactCapture(said, secrets, randomBytes(32));
  }

  /** What the server says of itself. */
  async describe(): Promise<{ readonly info: Json | undefined; readonly capabilities: Json | null }> {
    const detection = await (this.#detecting ?? this.#detect([]));
    const { server_info, server_capabilities } = describeSession(
      this.#run.context,
      detection,
      this.#main,
      [],
      undefined,
    );
    return { info: server_info, capabilities: server_capabilities };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions].map((session) => session.close()));
    this.#sessions.clear();
    if (!this.#isTaken) await this.#main?.close();
    await this.#idle;
    this.#run.end();
  }
}

const spokenBy = (talk: StatefulTalk | StatelessTalk): Revision => {
  if (talk instanceof StatelessTalk) return talk.dialect.revision;
  const { negotiated } = talk.session;
  return isRevision(negotiated) ? negotiated : talk.dialect.revision;
};
