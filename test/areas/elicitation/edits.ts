import type { Hooks } from "../../servers/hooks.ts";
import { type JsonValue, RpcError } from "../../servers/json-rpc.ts";

/** Refuses the call that shows the rules until the user has read them elsewhere. */
export const readFirst = (data: JsonValue): Hooks => ({
  result: (_result, { request }) => {
    if (request?.method !== "tools/call" || request.params.name !== "show_rules") return undefined;
    throw new RpcError(-32042, "The rules have to be read first", data);
  },
});
