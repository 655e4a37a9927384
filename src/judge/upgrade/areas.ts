import type { Capture } from "../../model/capture.ts";
import { type Json, type JsonObject, member, stringMember } from "../../model/json.ts";

/** What a rule is about, told by the first part of its id, in the words of somebody who has to build it. */
export interface Area {
  /** What is to be built. */
  readonly build: string;
  /** How, where the fix of the hardest rule is about a detail. */
  readonly how?: string;
  /** What goes, and what to do about it. */
  readonly goes: {
    readonly title: string;
    readonly fix: string;
    /** Where only part of the area goes: whether the server uses that part. */
    readonly inUse?: (signs: Signs) => boolean;
  };
  /** Whether the server offers or uses it today. Absent: every server has it. */
  readonly inUse?: (signs: Signs) => boolean;
}

/** What a capture shows of the choices the protocol leaves to a server. */
export interface Signs {
  readonly capabilities: JsonObject;
  /** Methods of the requests the server sent. */
  readonly asked: ReadonlySet<string>;
  readonly walled: boolean;
}

const OLD_CLIENTS = "keep it only for clients of the older revisions you still serve";

const offers =
  (...names: readonly string[]) =>
  ({ capabilities }: Signs): boolean =>
    names.some((name) => Object.hasOwn(capabilities, name));

const asks =
  (...methods: readonly string[]) =>
  ({ asked }: Signs): boolean =>
    methods.some((method) => asked.has(method));

const QUESTIONS = ["elicitation/create", "sampling/createMessage", "roots/list"] as const;

const AREAS: Readonly<Record<string, Area>> = {
  PROTO: {
    build: "The base protocol: results, error codes and versions as the target has them",
    goes: {
      title: "The initialize handshake and what was agreed in it",
      fix: `Take version, capabilities and client from every request; ${OLD_CLIENTS}.`,
    },
  },
  META: {
    build: "Metadata with every message",
    goes: { title: "Metadata of the older revision", fix: `Stop sending and expecting it; ${OLD_CLIENTS}.` },
  },
  DISC: {
    build: "server/discover, which tells what initialize told",
    goes: { title: "Discovery of the older revision", fix: `Stop answering it; ${OLD_CLIENTS}.` },
  },
  HTTP: {
    build: "The HTTP endpoint as the target has it",
    goes: {
      title: "Sessions, the GET stream and resumption over HTTP",
      fix: `Issue no Mcp-Session-Id, answer GET and DELETE with 405, send no event ids; ${OLD_CLIENTS}.`,
    },
  },
  HEADER: {
    build: "Request headers that repeat method, name and version",
    goes: { title: "Rules of the older version header", fix: `Check the header as the target says; ${OLD_CLIENTS}.` },
  },
  STDIO: {
    build: "The stdio channel as the target has it",
    goes: { title: "What stdio carried before", fix: `Send one message per line and nothing else; ${OLD_CLIENTS}.` },
  },
  AUTH: {
    build: "Authorization as the target has it",
    goes: {
      title: "Authorization endpoints of the MCP server's own",
      fix: "Name an authorization server in the protected resource metadata, and let it issue and check what was issued here.",
    },
    inUse: ({ walled }) => walled,
  },
  TOOL: {
    build: "Tools as the target has them",
    goes: {
      title: "execution.taskSupport, and list_changed outside of subscriptions",
      fix: `Take both out; ${OLD_CLIENTS}.`,
      inUse: offers("tasks"),
    },
    inUse: offers("tools"),
  },
  RES: {
    build: "Resources as the target has them",
    goes: {
      title: "resources/subscribe and resources/unsubscribe",
      fix: `Announce changes on subscriptions/listen streams; ${OLD_CLIENTS}.`,
      inUse: ({ capabilities }) => member(capabilities["resources"], "subscribe") === true,
    },
    inUse: offers("resources"),
  },
  RESTPL: {
    build: "Resource templates as the target has them",
    goes: { title: "Ways of resource templates that end", fix: `Take them out; ${OLD_CLIENTS}.` },
    inUse: offers("resources"),
  },
  PROMPT: {
    build: "Prompts as the target has them",
    goes: { title: "Ways of prompts that end", fix: `Take them out; ${OLD_CLIENTS}.` },
    inUse: offers("prompts"),
  },
  COMPL: {
    build: "Completion as the target has it",
    goes: { title: "Ways of completion that end", fix: `Take them out; ${OLD_CLIENTS}.` },
    inUse: offers("completions"),
  },
  LOG: {
    build: "Log messages for the requests that ask for them",
    goes: {
      title: "logging/setLevel",
      fix: `Read the level from the _meta of each request and log for that request only; ${OLD_CLIENTS}.`,
    },
    inUse: offers("logging"),
  },
  PAGE: {
    build: "Pagination as the target has it",
    goes: {
      title: "List requests without params",
      fix: `Every request brings its _meta now: refuse one that brings none; ${OLD_CLIENTS}.`,
    },
  },
  PROG: {
    build: "Progress on the stream of its request",
    goes: {
      title: "Progress tokens of server requests and of tasks",
      fix: `Report progress of the request at hand only; ${OLD_CLIENTS}.`,
    },
  },
  CANCEL: {
    build: "Cancellation by closing the stream, and on stdio by a notification",
    goes: {
      title: "Cancelling requests of the server's own",
      fix: `There are none to cancel any more; ${OLD_CLIENTS}.`,
    },
  },
  PING: {
    build: "No ping",
    goes: { title: "ping", fix: `Answer it with -32601 and send none; ${OLD_CLIENTS}.` },
  },
  SUBS: {
    build: "subscriptions/listen, on which changes are announced",
    how: "Answer subscriptions/listen with an acknowledgement of what you will announce, keep its stream open, and announce changes there and nowhere else.",
    goes: { title: "Subscriptions of the older revision", fix: `Take them out; ${OLD_CLIENTS}.` },
    inUse: ({ capabilities }) =>
      Object.values(capabilities).some(
        (capability) => member(capability, "listChanged") === true || member(capability, "subscribe") === true,
      ),
  },
  MRTR: {
    build: "input_required results instead of requests to the client",
    how: "Where a client is asked something now, answer with resultType input_required and the questions in inputRequests, and go on when the request comes again with inputResponses.",
    goes: { title: "Input rounds of the older revision", fix: `Take them out; ${OLD_CLIENTS}.` },
    inUse: asks(...QUESTIONS),
  },
  CACHE: {
    build: "ttlMs and cacheScope with results that clients may keep",
    goes: { title: "Cache hints of the older revision", fix: `Take them out; ${OLD_CLIENTS}.` },
  },
  SAMPLE: {
    build: "Sampling as the target has it",
    goes: {
      title: "sampling/createMessage as a request",
      fix: `Ask for it in an input_required result; ${OLD_CLIENTS}.`,
    },
    inUse: asks("sampling/createMessage"),
  },
  ROOTS: {
    build: "Roots as the target has them",
    goes: {
      title: "roots/list as a request, and its notification",
      fix: `Ask for it in an input_required result; ${OLD_CLIENTS}.`,
    },
    inUse: asks("roots/list"),
  },
  ELICIT: {
    build: "Elicitation as the target has it",
    goes: {
      title: "elicitation/create as a request, and its ids",
      fix: `Ask for it in an input_required result; ${OLD_CLIENTS}.`,
    },
    inUse: asks("elicitation/create"),
  },
  TASK: {
    build: "Tasks, an extension that is declared with each request",
    how: "Make a task only for a request whose clientCapabilities declare io.modelcontextprotocol/tasks, answer it with resultType task, and carry result, error or questions in tasks/get.",
    goes: {
      title: "Tasks of the core protocol: the capability, tasks/list and tasks/result",
      fix: `Offer the extension io.modelcontextprotocol/tasks instead; ${OLD_CLIENTS}.`,
    },
    inUse: offers("tasks"),
  },
  EXT: {
    build: "Extensions and how they are declared",
    goes: { title: "Extensions of the older revision", fix: `Take them out; ${OLD_CLIENTS}.` },
    inUse: offers("extensions"),
  },
  SCHEMA: {
    build: "Schemas in the dialect of the target",
    goes: { title: "Schema rules that end", fix: "Nothing has to be done: what was right stays right." },
  },
  SEC: {
    build: "Safety of what the server takes in",
    goes: { title: "Safety of sessions", fix: `Without sessions there is nothing to hijack; ${OLD_CLIENTS}.` },
  },
};

/** Arrays of messages, which one revision had. */
const BATCHES: ReadonlySet<string> = new Set(
  ["026", "027", "029", "030", "031", "032"].map((number) => `PROTO-${number}`).concat("STDIO-003"),
);
const TWO_ENDPOINTS: ReadonlySet<string> = new Set(["HTTP-001", "HTTP-002", "HTTP-003", "HTTP-004"]);

const EARLY_END: ReadonlySet<string> = new Set(["HTTP-018"]);

const GOES_BY_ID: readonly { readonly key: string; readonly ids: ReadonlySet<string>; readonly goes: Area["goes"] }[] =
  [
    {
      key: "open-streams",
      ids: EARLY_END,
      goes: {
        title: "Streams that stay open until the response",
        fix: "Nothing has to be done; a stream may now end early where the client can come back for the response.",
      },
    },
    {
      key: "batches",
      ids: BATCHES,
      goes: { title: "Arrays of messages", fix: `Send and take one message at a time; ${OLD_CLIENTS}.` },
    },
    {
      key: "http+sse",
      ids: TWO_ENDPOINTS,
      goes: {
        title: "The HTTP+SSE transport with its two endpoints",
        fix: `Serve one endpoint that takes POST and answers with JSON or a stream; ${OLD_CLIENTS}.`,
      },
    },
  ];

export const areaKeyOf = (id: string): string => id.slice(0, id.lastIndexOf("-"));

export const areaOf = (key: string): Area =>
  AREAS[key] ?? {
    build: `${key} rules of the target`,
    goes: { title: `${key} rules that end`, fix: "Nothing asks for this any more." },
  };

/** What a rule that ends takes with it. */
export const goneWith = (id: string): { readonly key: string; readonly goes: Area["goes"] } =>
  GOES_BY_ID.find(({ ids }) => ids.has(id)) ?? { key: areaKeyOf(id), goes: areaOf(areaKeyOf(id)).goes };

/** A rule may hold because the server leaves alone what it is about; then nothing goes. */
export const isInUse = (id: string, signs: Signs): boolean => {
  const { goes, key } = goneWith(id);
  const test = goes.inUse ?? areaOf(key).inUse;
  return test?.(signs) ?? true;
};

export const readSigns = ({ server_capabilities, exchanges, unsolicited = [], outcome }: Capture): Signs => {
  const messages = [...exchanges.flatMap(({ meanwhile = [] }) => meanwhile), ...unsolicited];
  return {
    capabilities: server_capabilities ?? {},
    asked: new Set(messages.flatMap(({ message }) => requestMethod(message))),
    walled: outcome === "auth-required" || exchanges.some(({ http }) => http?.status === 401),
  };
};

const requestMethod = (message: Json | undefined): readonly string[] => {
  const method = stringMember(message, "method");
  return method === undefined || member(message, "id") === undefined ? [] : [method];
};
