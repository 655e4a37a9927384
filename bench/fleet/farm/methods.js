// The methods of a simulated server, from what its catalogue holds; a fault bends one of them.
import { INVALID_PARAMS, isObject, RpcError } from "./rpc.js";

const STATELESS = "2026-07-28";

/** Definitions are written in their newest form; older revisions get only the members they know. */
const shape = ({ run, title, outputSchema, ...known }, revision) => ({
  ...known,
  ...(revision >= "2025-06-18" ? { title, ...(outputSchema ? { outputSchema } : {}) } : {}),
});

const findProblem = ({ properties = {}, required = [] }, args) => {
  const missing = required.find((name) => args[name] === undefined);
  if (missing !== undefined) return `The argument ${missing} is missing.`;
  for (const [name, value] of Object.entries(args)) {
    if (!Object.hasOwn(properties, name)) return `The argument ${name} is not known.`;
    const { maxLength } = properties[name];
    if (typeof value !== "string" || value.length === 0 || value.length > maxLength)
      return `The argument ${name} is not a string of 1 to ${maxLength} characters.`;
  }
  return undefined;
};

const callTool = (tools, fault) => {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return ({ name, arguments: args = {} }, revision) => {
    const tool = byName.get(name);
    if (tool === undefined) {
      const words = `Unknown tool: ${name}`;
      if (fault === "result-for-unknown-tool") return { content: [{ type: "text", text: words }], isError: true };
      throw new RpcError(INVALID_PARAMS, words);
    }
    if (!isObject(args)) throw new RpcError(INVALID_PARAMS, "The arguments are not an object");
    const problem = findProblem(tool.inputSchema, args);
    if (problem !== undefined && revision < "2025-11-25") throw new RpcError(INVALID_PARAMS, problem);
    if (problem !== undefined) return { content: [{ type: "text", text: problem }], isError: true };
    if (fault === "broken-tool" && tool === tools[1]) throw new RpcError(-32603, "upstream responded with 502");
    const { structuredContent, ...result } = tool.run(args);
    if (structuredContent === undefined || revision < "2025-06-18") return result;
    return {
      ...result,
      structuredContent: fault === "other-structure" ? { ...structuredContent, id: 7 } : structuredContent,
    };
  };
};

const makeResources = ({ record, records, template }) => {
  const { mimeType } = template;
  const find = (uri) => records.find(({ id }) => uri === `${record}://${id}`);
  return {
    "resources/list": (_params, revision) => ({
      resources: records.map((one) =>
        shape({ uri: `${record}://${one.id}`, name: one.id, title: one.id, mimeType }, revision),
      ),
    }),
    "resources/templates/list": (_params, revision) => ({ resourceTemplates: [shape(template, revision)] }),
    "resources/read"({ uri }, revision) {
      if (typeof uri !== "string") throw new RpcError(INVALID_PARAMS, "The uri is missing");
      const found = find(uri);
      if (found !== undefined) return { contents: [{ uri, mimeType, text: JSON.stringify(found) }] };
      throw new RpcError(revision < STATELESS ? -32002 : INVALID_PARAMS, "Resource not found", { uri });
    },
  };
};

const makePrompts = ({ prompt, records }) => ({
  "prompts/list": (_params, revision) => ({
    prompts: [{ ...shape(prompt, revision), arguments: prompt.arguments.map((one) => shape(one, revision)) }],
  }),
  "prompts/get"({ name, arguments: args = {} }) {
    if (name !== prompt.name) throw new RpcError(INVALID_PARAMS, `Unknown prompt: ${name}`);
    const found = isObject(args) ? records.find(({ id }) => id === args.id) : undefined;
    if (found === undefined) throw new RpcError(INVALID_PARAMS, "The argument id is missing or names no record");
    const content = { type: "text", text: `Describe this in one sentence:\n\n${JSON.stringify(found)}` };
    return { description: prompt.description, messages: [{ role: "user", content }] };
  },
});

export const makeMethods = (catalogue, fault) => {
  const { prompt, template } = catalogue;
  const tools = fault === "no-descriptions" ? catalogue.tools.map(({ description, ...tool }) => tool) : catalogue.tools;
  const methods = {
    "tools/list": (_params, revision) => ({ tools: tools.map((tool) => shape(tool, revision)) }),
    "tools/call": callTool(tools, fault),
    ...(template ? makeResources(catalogue) : {}),
    ...(prompt ? makePrompts(catalogue) : {}),
  };
  return {
    capabilities: { tools: {}, ...(template ? { resources: {} } : {}), ...(prompt ? { prompts: {} } : {}) },
    serve: (method, params, revision) => {
      if (!Object.hasOwn(methods, method))
        throw fault === "internal-error-for-unknown-method"
          ? new RpcError(-32603, `cannot handle ${method}`)
          : new RpcError(-32601, "Method not found");
      // Each list fits on one page, so no cursor was ever handed out.
      if (method.endsWith("/list") && params.cursor !== undefined && fault !== "any-cursor")
        throw new RpcError(INVALID_PARAMS, "Invalid cursor");
      return methods[method](params, revision);
    },
  };
};
