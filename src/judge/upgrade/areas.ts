import { defined } from "../../base/defined.ts";
import { type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import { ERROR_CODE } from "../../protocol/error-codes.ts";
import { TASKS_EXTENSION } from "../../protocol/meta-keys.ts";
import type { ServerMethod } from "../../protocol/methods.ts";
import type { Revision } from "../../protocol/revision.ts";

/** What a rule is about, by the first part of its id, in the words of someone who has to build it. */
export interface Area {
  /** What has to be built. */
  readonly build: string;
  /** How, where the fix of the most severe rule covers only a detail. */
  readonly how?: string;
  readonly goes: EndingPart;
  /** Whether the server offers or uses it today. Absent: every server has it. */
  readonly inUse?: InUse;
}

/** What ends, and what to do about it. */
export interface EndingPart {
  readonly title: string;
  readonly fix: string;
  /** Where only part of the area ends: whether the server uses that part. */
  readonly inUse?: InUse;
}

type InUse = (usage: ServerUsage) => boolean;

/** Which optional parts of the protocol a server uses. */
export interface ServerUsage {
  readonly capabilities: JsonObject;
  /** Methods of the requests the server sent. */
  readonly asked: ReadonlySet<string>;
  readonly authRequired: boolean;
}

const forOldClients = (fix: string): string =>
  `${fix}; keep it only for clients of the older revisions you still serve.`;

const offers =
  (name: string): InUse =>
  ({ capabilities }) =>
    Object.hasOwn(capabilities, name);

const asks =
  (...methods: readonly ServerMethod[]): InUse =>
  ({ asked }) =>
    methods.some((method) => asked.has(method));

const announcesChanges: InUse = ({ capabilities }) =>
  Object.values(capabilities).some(
    (capability) => member(capability, "listChanged") === true || member(capability, "subscribe") === true,
  );

const subscribes: InUse = ({ capabilities }) => member(capabilities["resources"], "subscribe") === true;

const REMOVE = forOldClients("Take them out");
const INPUT_REQUIRED = forOldClients("Ask for it in an input_required result");

/** `build`, what `ends`, and the `fix` for that. */
const area = (
  build: string,
  ends: string,
  fix = REMOVE,
  { endsInUse, ...more }: Pick<Area, "inUse" | "how"> & { readonly endsInUse?: InUse } = {},
): Area => ({ build, goes: defined({ title: ends, fix, inUse: endsInUse }), ...more });

const AREAS: Readonly<Record<string, Area>> = {
  PROTO: area(
    "The base protocol: results, error codes and versions as the target has them",
    "The initialize handshake and what was agreed in it",
    forOldClients("Take version, capabilities and client from every request"),
  ),
  META: area(
    "Metadata with every message",
    "Metadata of the older revision",
    forOldClients("Stop sending and expecting it"),
  ),
  DISC: area(
    "server/discover, which replaces initialize",
    "Discovery of the older revision",
    forOldClients("Stop answering it"),
  ),
  HTTP: area(
    "The HTTP endpoint as the target has it",
    "Sessions, the GET stream and resumption over HTTP",
    forOldClients("Issue no Mcp-Session-Id, answer GET and DELETE with 405, send no event ids"),
  ),
  HEADER: area(
    "Request headers that repeat method, name and version",
    "Rules of the older version header",
    forOldClients("Check the header as the target says"),
  ),
  STDIO: area(
    "The stdio channel as the target has it",
    "What stdio carried before",
    forOldClients("Send one message per line and nothing else"),
  ),
  AUTH: area(
    "Authorization as the target has it",
    "Authorization endpoints of the MCP server's own",
    "Name an authorization server in the protected resource metadata, and let it issue and check what was issued here.",
    { inUse: ({ authRequired }) => authRequired },
  ),
  TOOL: area(
    "Tools as the target has them",
    "execution.taskSupport, and list_changed outside of subscriptions",
    forOldClients("Take both out"),
    { inUse: offers("tools"), endsInUse: offers("tasks") },
  ),
  RES: area(
    "Resources as the target has them",
    "resources/subscribe and resources/unsubscribe",
    forOldClients("Announce changes on subscriptions/listen streams"),
    { inUse: offers("resources"), endsInUse: subscribes },
  ),
  RESTPL: area("Resource templates as the target has them", "Resource template behaviour that ends", REMOVE, {
    inUse: offers("resources"),
  }),
  PROMPT: area("Prompts as the target has them", "Prompt behaviour that ends", REMOVE, { inUse: offers("prompts") }),
  COMPL: area("Completion as the target has it", "Completion behaviour that ends", REMOVE, {
    inUse: offers("completions"),
  }),
  LOG: area(
    "Log messages for the requests that ask for them",
    "logging/setLevel",
    forOldClients("Read the level from the _meta of each request and log for that request only"),
    { inUse: offers("logging") },
  ),
  PAGE: area(
    "Pagination as the target has it",
    "List requests without params",
    forOldClients("Every request brings its _meta now: refuse one that brings none"),
  ),
  PROG: area(
    "Progress on the stream of its request",
    "Progress tokens of server requests and of tasks",
    forOldClients("Report progress of the request at hand only"),
  ),
  CANCEL: area(
    "Cancellation by closing the stream, and on stdio by a notification",
    "Cancelling requests of the server's own",
    forOldClients("There are none to cancel any more"),
  ),
  PING: area("No ping", "ping", forOldClients(`Answer it with ${ERROR_CODE.methodNotFound} and send none`)),
  SUBS: area("subscriptions/listen, on which changes are announced", "Subscriptions of the older revision", REMOVE, {
    inUse: announcesChanges,
    how: "Answer subscriptions/listen with an acknowledgement of what you will announce, keep its stream open, and announce changes there and nowhere else.",
  }),
  MRTR: area("input_required results instead of requests to the client", "Input rounds of the older revision", REMOVE, {
    inUse: asks("elicitation/create", "sampling/createMessage", "roots/list"),
    how: "Where a client is asked something now, answer with resultType input_required and the questions in inputRequests, and go on when the request comes again with inputResponses.",
  }),
  CACHE: area("ttlMs and cacheScope with results that clients may keep", "Cache hints of the older revision"),
  SAMPLE: area("Sampling as the target has it", "sampling/createMessage as a request", INPUT_REQUIRED, {
    inUse: asks("sampling/createMessage"),
  }),
  ROOTS: area("Roots as the target has them", "roots/list as a request, and its notification", INPUT_REQUIRED, {
    inUse: asks("roots/list"),
  }),
  ELICIT: area("Elicitation as the target has it", "elicitation/create as a request, and its ids", INPUT_REQUIRED, {
    inUse: asks("elicitation/create"),
  }),
  TASK: area(
    "Tasks, an extension that is declared with each request",
    "Tasks of the core protocol: the capability, tasks/list and tasks/result",
    forOldClients(`Offer the extension ${TASKS_EXTENSION} instead`),
    {
      inUse: offers("tasks"),
      how: `Make a task only for a request whose clientCapabilities declare ${TASKS_EXTENSION}, answer it with resultType task, and carry result, error or questions in tasks/get.`,
    },
  ),
  EXT: area("Extensions and how they are declared", "Extensions of the older revision", REMOVE, {
    inUse: offers("extensions"),
  }),
  SCHEMA: area(
    "Schemas in the dialect of the target",
    "Schema rules that end",
    "Nothing has to be done: what was right stays right.",
  ),
  SEC: area(
    "Safety of what the server takes in",
    "Safety of sessions",
    forOldClients("Without sessions there is nothing to hijack"),
  ),
};

/** Features that ended with one revision; their rules are spread over several areas, or are only part of one. */
const ENDED_FEATURES: readonly {
  readonly key: string;
  readonly areas: readonly string[];
  /** The last revision that had it. */
  readonly until: Revision;
  readonly goes: EndingPart;
}[] = [
  {
    key: "open-streams",
    areas: ["HTTP"],
    until: "2025-06-18",
    goes: {
      title: "Streams that stay open until the response",
      fix: "Nothing has to be done; a stream may now end early where the client can come back for the response.",
    },
  },
  {
    key: "batches",
    areas: ["PROTO", "STDIO"],
    until: "2025-03-26",
    goes: { title: "Arrays of messages", fix: forOldClients("Send and take one message at a time") },
  },
  {
    key: "http+sse",
    areas: ["HTTP"],
    until: "2024-11-05",
    goes: {
      title: "The HTTP+SSE transport with its two endpoints",
      fix: forOldClients("Serve one endpoint that takes POST and answers with JSON or a stream"),
    },
  },
];

export const areaKeyOf = (id: string): string => id.slice(0, id.lastIndexOf("-"));

export const areaOf = (key: string): Area =>
  AREAS[key] ?? {
    build: `${key} rules of the target`,
    goes: { title: `${key} rules that end`, fix: "Nothing asks for this any more." },
  };

/** What ends together with a rule. `until` is the last revision that has it. */
export const goneWith = (
  id: string,
  until: Revision | undefined,
): { readonly key: string; readonly goes: EndingPart } => {
  const key = areaKeyOf(id);
  return (
    ENDED_FEATURES.find((one) => one.until === until && one.areas.includes(key)) ?? { key, goes: areaOf(key).goes }
  );
};

/** A rule may pass because the server does not use what it is about; then nothing ends. */
export const isInUse = ({ key, goes }: ReturnType<typeof goneWith>, usage: ServerUsage): boolean =>
  (goes.inUse ?? areaOf(key).inUse)?.(usage) ?? true;

export const readUsage = ({ server_capabilities, exchanges, unsolicited = [], outcome }: Capture): ServerUsage => {
  const messages = [...exchanges.flatMap(({ meanwhile = [] }) => meanwhile), ...unsolicited];
  return {
    capabilities: server_capabilities ?? {},
    asked: new Set(messages.flatMap(({ message }) => requestMethod(message))),
    authRequired: outcome === "auth-required" || exchanges.some(({ http }) => http?.status === 401),
  };
};

const requestMethod = (message: Json | undefined): readonly string[] => {
  const method = stringMember(message, "method");
  return method === undefined || member(message, "id") === undefined ? [] : [method];
};
