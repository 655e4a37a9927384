import { isJsonObject, type Json, member, stringMember } from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import { type Untrusted, untrusted } from "../../../base/untrusted.ts";
import type { Capture, Exchange } from "../../../capture/capture.ts";
import type { SchemaPlace, SchemaRole } from "../../core/schema-findings.ts";
import { readRevisions } from "./conversation-revisions.ts";

/** A schema and where it stands; the key of its finding is not known yet. */
export interface FoundSchema extends Omit<SchemaPlace, "schema"> {
  readonly value: Json;
  readonly conversation: string | null;
  /** Its exchange's place in the list; null outside of any exchange. */
  readonly index: number | null;
}

type Path = readonly (string | number)[];

/** Every place where a message of the server carries a JSON Schema, in the order of the capture. */
export const collectSchemas = (capture: Capture): FoundSchema[] => {
  const found: FoundSchema[] = [];
  const revisionOf = readRevisions(capture);
  for (const [index, exchange] of capture.exchanges.entries()) {
    const { id = index, conversation = null } = exchange;
    if (exchange.response === undefined && exchange.meanwhile === undefined) continue;
    const add = collector(found, { exchange: id, index, conversation, revision: revisionOf(exchange) });
    for (const [at, { message }] of (exchange.meanwhile ?? []).entries())
      fromRequest(message, ["meanwhile", at, "message"], add);
    fromResponses(exchange, add);
  }
  for (const [at, { conversation, message }] of (capture.unsolicited ?? []).entries()) {
    const add = collector(found, { exchange: null, index: null, conversation, revision: revisionOf({ conversation }) });
    fromRequest(message, ["unsolicited", at, "message"], add);
  }
  return found;
};

type Add = (value: Json | undefined, path: Path, role: SchemaRole, tool: Untrusted | null) => void;

type Where = Pick<FoundSchema, "exchange" | "index" | "conversation" | "revision">;

const collector =
  (found: FoundSchema[], { exchange, index, conversation, revision }: Where): Add =>
  (value, path, role, tool) => {
    if (value !== undefined)
      found.push({ exchange, index, conversation, revision, pointer: toPointer(path), role, tool, value });
  };

/** A batch is answered with an array; which answer belongs to which request does not matter for what it carries. */
const fromResponses = ({ request, response }: Exchange, add: Add): void => {
  const answers: [Json | undefined, Path][] = Array.isArray(response)
    ? response.map((one, index) => [one, ["response", index]])
    : [[response, ["response"]]];
  const method = stringMember(request, "method");
  for (const [answer, path] of answers) {
    const result = member(answer, "result");
    if (method === "tools/list" || method === undefined)
      fromTools(member(result, "tools"), [...path, "result", "tools"], ["tool-input", "tool-output"], add);
    const asked = member(result, "inputRequests");
    if (stringMember(result, "resultType") !== "input_required" || !isJsonObject(asked)) continue;
    for (const key of Object.keys(asked)) fromRequest(asked[key], [...path, "result", "inputRequests", key], add);
  }
};

/** What a server asks of its client: a form to fill in, or a model that may use tools. */
const fromRequest = (message: Json | undefined, path: Path, add: Add): void => {
  if (Array.isArray(message)) {
    for (const [index, one] of message.entries()) if (!Array.isArray(one)) fromRequest(one, [...path, index], add);
    return;
  }
  const params = member(message, "params");
  const inside = [...path, "params"];
  switch (stringMember(message, "method")) {
    case "elicitation/create":
      add(member(params, "requestedSchema"), [...inside, "requestedSchema"], "elicitation", null);
      break;
    case "sampling/createMessage":
      fromTools(member(params, "tools"), [...inside, "tools"], ["sampling-tool-input", "sampling-tool-output"], add);
      break;
  }
};

const fromTools = (tools: Json | undefined, path: Path, roles: readonly [SchemaRole, SchemaRole], add: Add): void => {
  if (!Array.isArray(tools)) return;
  for (const [index, tool] of tools.entries()) {
    const name = stringMember(tool, "name");
    const shown = name === undefined ? null : untrusted(name);
    add(member(tool, "inputSchema"), [...path, index, "inputSchema"], roles[0], shown);
    add(member(tool, "outputSchema"), [...path, index, "outputSchema"], roles[1], shown);
  }
};
