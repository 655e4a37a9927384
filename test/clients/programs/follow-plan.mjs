// Follows MCPTEST_PLAN with any client that has the methods of the official ones.

const LISTS = {
  tools: ["listTools"],
  resources: ["listResources"],
  templates: ["listResourceTemplates"],
  prompts: ["listPrompts"],
};

const listAll = async (client, what) => {
  const [method] = LISTS[what];
  let cursor;
  do {
    const page = await client[method](cursor === undefined ? undefined : { cursor });
    if (page.nextCursor === cursor) return;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
};

const call = async (client, { name, arguments: given = {}, progress, report }) => {
  const values = [];
  const options = progress ? { onprogress: (one) => values.push(one.progress) } : undefined;
  let told;
  try {
    const result = await client.call(name, given, options);
    told = { text: result.content?.[0]?.text };
  } catch (error) {
    if (report === undefined) throw error;
    told = { failed: true };
  }
  if (report === undefined) return;
  await client.call("report", { of: report, ...told, ...(progress ? { progress: values } : {}) });
};

/** `open` connects and returns a client; `call` of it calls a tool. */
export const followPlan = async (open) => {
  let client;
  const perform = async (operation) => {
    switch (operation.op) {
      case "connect":
        client = await open();
        return;
      case "list":
        return listAll(client.own, operation.what);
      case "call":
        return call(client, operation);
      case "read":
        return client.own.readResource({ uri: operation.uri });
      case "get":
        return client.own.getPrompt({ name: operation.name, arguments: operation.arguments });
      case "set-level":
        return client.own.setLoggingLevel(operation.level);
      case "ping":
        return client.own.ping();
      case "wait":
        return new Promise((resolve) => setTimeout(resolve, operation.ms));
      case "parallel":
        return Promise.all(operation.operations.map(perform));
      case "close":
        // To close is not to end the session: that is a call of its own in both.
        await client.own.transport?.terminateSession?.().catch(() => {});
        return client.own.close();
      default:
    }
  };
  for (const operation of JSON.parse(process.env.MCPTEST_PLAN)) await perform(operation);
};
