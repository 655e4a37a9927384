import { META } from "../../dialect/stateless.ts";
import { names, unlessOffered } from "../known.ts";
import { LISTS, type ListKind } from "../lists.ts";
import type { Step } from "../step.ts";
import { withoutMetaKey } from "./edit-meta.ts";

/** Everything a client of the revision can declare. */
export const ALL_CAPABILITIES = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: {},
} as const;

export const extraParam: Step = {
  name: "extra-param",
  asks: "server/discover with a param that no revision defines",
  serves: ["DISC-008"],
  run: (io) => io.ask("server/discover", { mcptestUnknown: true }),
};

export const noClientInfo: Step = {
  name: "no-client-info",
  asks: "server/discover without clientInfo",
  serves: ["META-005"],
  run: (io) =>
    io.ask("server/discover", undefined, {
      editMessage: (message) => withoutMetaKey(message, META.clientInfo),
    }),
};

/** What the server offers must not depend on who asks. */
export const clientNames: Step = {
  name: "client-name",
  asks: "server/discover and tools/list under the names of other clients",
  serves: ["META-014"],
  run: (io) =>
    Promise.all(
      ["claude-ai", "cursor"].flatMap((name) => {
        const meta = { [META.clientInfo]: { name, version: "1.0.0" } };
        return [
          io.ask("server/discover", undefined, { as: name, meta }),
          ...(unlessOffered("tools")(io.known) ? [] : [io.ask("tools/list", undefined, { as: `${name}-tools`, meta })]),
        ];
      }),
    ),
};

export const unknownCapability: Step = {
  name: "unknown-capability",
  asks: "server/discover with a client capability that no revision defines",
  serves: ["PROTO-040"],
  run: (io) =>
    io.ask("server/discover", undefined, {
      clientCapabilities: { mcptestUnknown: { x: 1 }, experimental: { mcptest: {} } },
    }),
};

/** Only calls, gets and reads may ask for input; lists and discovery must not, whatever the client declares. */
export const allCapabilities: readonly Step[] = [
  {
    name: "discover-all-capabilities",
    asks: "server/discover with every client capability declared",
    serves: ["MRTR-003", "EXT-005"],
    run: (io) => io.ask("server/discover", undefined, { clientCapabilities: ALL_CAPABILITIES }),
  },
  ...(Object.keys(LISTS) as ListKind[]).map(
    (kind): Step => ({
      name: `${LISTS[kind].method}-all-capabilities`,
      asks: `${LISTS[kind].method} with every client capability declared`,
      serves: ["MRTR-003", "META-007", "EXT-006"],
      skip: unlessOffered(LISTS[kind].capability),
      run: (io) => io.ask(LISTS[kind].method, undefined, { clientCapabilities: ALL_CAPABILITIES }),
    }),
  ),
];

/** A state the server never issued must do no harm. */
export const garbageState: Step = {
  name: "garbage-state",
  asks: "resources/read and prompts/get with a requestState the server never issued",
  serves: ["MRTR-013"],
  deliberate: true,
  skip: (known) =>
    known.resources.length + known.prompts.length > 0
      ? undefined
      : { reason: "not-offered", detail: "the server lists no resources and no prompts" },
  run: async (io) => {
    const made = { requestState: "mcptest-garbage", inputResponses: {} };
    const [uri] = names(io.known.resources, "uri");
    const [name] = names(io.known.prompts);
    await Promise.all([
      ...(uri === undefined ? [] : [io.ask("resources/read", { uri, ...made }, { as: "read" })]),
      ...(name === undefined ? [] : [io.ask("prompts/get", { name, ...made }, { as: "get" })]),
    ]);
  },
};
