import type { JsonObject } from "../../../base/json.ts";
import { type HttpRecorder, openHttpRecorder } from "../../../probe/proxy/http-recorder.ts";
import type { Recording } from "../../../probe/proxy/recording.ts";
import type { Authorization, ServerName } from "../../../probe/scenario/authorization.ts";
import { type HeardRequest, type HttpReply, startListener } from "../../../wire/client/http-listener.ts";
import { DEFAULT_LIMITS } from "../../../wire/limits.ts";
import { AuthorizationServer } from "./authorization-server.ts";
import { type Given, makeGiven } from "./given.ts";
import { answerAsProvider } from "./identity-provider.ts";
import { IssuedCredentials } from "./issued.ts";
import { asked, type IssuerRequest, type IssuerResponse, NOT_FOUND, send } from "./reply.ts";
import { ResourceGuard } from "./resource-guard.ts";

export interface AuthorizationSettings {
  readonly authorization: Authorization;
  /** The MCP endpoint. */
  readonly endpoint: string;
  readonly recording: Recording;
  readonly maxBodyBytes: number;
  readonly pause: (ms: number) => Promise<void>;
  readonly onActivity: () => void;
}

/** Everybody who takes part in signing in, beside the MCP server itself. */
export interface HeldAuthorization {
  /** Sees every request to the MCP server first; `otherwise` is called where it is for that server. */
  handle(request: HeardRequest, reply: HttpReply, otherwise: () => void): void;
  /** What the program is given in its environment. */
  readonly context: JsonObject | undefined;
  stop(): Promise<void>;
}

/** Origins of our own beside the MCP server; every request to each of them is recorded. */
type OriginName = "authorization-1" | "authorization-2" | "identity-provider" | "canary";

export const holdAuthorization = async (settings: AuthorizationSettings): Promise<HeldAuthorization> => {
  const { authorization, endpoint, recording, pause } = settings;
  const issued = new IssuedCredentials();
  const servers: Partial<Record<ServerName, AuthorizationServer>> = {};
  const open: { readonly recorder: HttpRecorder; stop(): Promise<void> }[] = [];
  let given: Given | undefined;
  const listen = async (
    name: OriginName,
    answer: (one: IssuerRequest) => Promise<IssuerResponse | undefined>,
  ): Promise<string> => {
    let recorder: HttpRecorder | undefined;
    const listener = await startListener({
      host: "127.0.0.1",
      port: 0,
      maxBodyBytes: settings.maxBodyBytes,
      open: (request) => {
        if (!recorder) throw new Error("a request before the address was told to anybody");
        settings.onActivity();
        return {
          tap: recorder.tap(request),
          answer: (reply) => {
            answer(asked(request)).then(
              (found) => send(reply, found ?? NOT_FOUND),
              () => reply.break(),
            );
          },
        };
      },
    });
    recorder = openHttpRecorder(recording, DEFAULT_LIMITS, new URL(listener.origin), name);
    open.push({ recorder, stop: () => listener.stop() });
    return listener.origin;
  };
  const addServer = async (name: ServerName): Promise<void> => {
    const variant = authorization[name] ?? {};
    const isHere = variant.at === "mcp";
    const origin = isHere
      ? new URL(endpoint).origin
      : await listen(name === "one" ? "authorization-1" : "authorization-2", async (one) => servers[name]?.answer(one));
    servers[name] = new AuthorizationServer({ name, origin, variant, issued, given, pause });
  };
  await addServer("one");
  if (authorization.two) await addServer("two");
  const canary = await listen("canary", async () => NOT_FOUND);
  const provider: string =
    authorization.given === "identity"
      ? await listen(
          "identity-provider",
          async (one): Promise<IssuerResponse> =>
            answerAsProvider(one, { origin: provider, given, audience: servers.one?.issuer ?? "", resource: endpoint }),
        )
      : "";
  if (authorization.given) {
    given = await makeGiven(authorization.given, { issuer: servers.one?.issuer ?? "", provider });
    if (given.secret !== undefined) issued.clients.set(String(given.context["client_id"]), given.secret);
    for (const server of Object.values(servers)) server.given = given;
  }
  const guard = new ResourceGuard({
    authorization,
    issued,
    endpoint,
    issuerOf: (name) => servers[name]?.issuer ?? "",
    canary,
  });
  const decoy = (): AuthorizationServer =>
    new AuthorizationServer({
      ...{ name: "two", origin: new URL(endpoint).origin, issued: new IssuedCredentials(), given: undefined, pause },
      variant: { metadataAt: ["oauth", "openid"] },
    });
  const answerBeside = async (one: IssuerRequest): Promise<IssuerResponse | undefined> => {
    const guarded = await guard.answer(one);
    if (guarded || one.path === new URL(endpoint).pathname) return guarded;
    const isHere = authorization.one?.at === "mcp";
    return isHere ? servers.one?.answer(one) : authorization.decoy ? decoy().answer(one) : undefined;
  };
  return {
    handle: (request, reply, otherwise) => {
      answerBeside(asked(request)).then(
        (found) => (found ? send(reply, found) : otherwise()),
        () => reply.break(),
      );
    },
    context: given?.context,
    stop: async () => {
      for (const one of open) {
        await one.stop();
        one.recorder.close();
      }
    },
  };
};
