// A program written for the official suite: what is to be done is the name in MCP_CONFORMANCE_SCENARIO, whoever serves it.
import { createProvider, signingIn } from "./oauth-provider.mjs";

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "initialize";
const given = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");

/**
 * `open(options)` connects a client of one SDK. What the SDK cannot do ends the program with status 3, which the suite takes for a
 * failure and mcptest for a scenario that was not reached.
 */
export const runContract = async (sdk) => {
  const run = SCENARIOS[scenario] ?? (scenario.startsWith("auth/") ? signIn : undefined);
  if (!run) process.exit(3);
  await run(sdk);
};

const unsupported = () => process.exit(3);

const using = async (sdk, options, work) => {
  const { client, close } = await sdk.open(options);
  await work(client);
  await close();
};

const callAdd = (sdk) =>
  using(sdk, {}, async (client) => {
    const { tools } = await client.listTools();
    const adding = tools.find(({ name }) => name === "add_numbers" || name === "add");
    if (adding) await client.callTool({ name: adding.name, arguments: { a: 5, b: 3 } });
  });

const fillIn = (sdk) =>
  using(
    sdk,
    {
      capabilities: { elicitation: { form: { applyDefaults: true } } },
      elicit: () => ({ action: "accept", content: {} }),
    },
    async (client) => {
      await client.listTools();
      await client.callTool({ name: "test_client_elicitation_defaults", arguments: {} });
    },
  );

const resume = (sdk) =>
  using(sdk, {}, async (client) => {
    const { tools } = await client.listTools();
    if (tools.some(({ name }) => name === "test_reconnection"))
      await client.callTool({ name: "test_reconnection", arguments: {} });
  });

const introduceItself = (sdk) =>
  using(
    sdk,
    {
      capabilities: { roots: {}, sampling: {}, elicitation: {} },
      elicit: () => ({ action: "decline" }),
    },
    (client) => client.listTools(),
  );

const answerRounds = (sdk) =>
  using(
    sdk,
    {
      capabilities: { elicitation: {} },
      elicit: () => ({ action: "accept", content: { confirmed: true } }),
    },
    async (client) => {
      await client.listTools();
      const call = (name) => client.callTool({ name, arguments: {} });
      await Promise.all([call("test_mrtr_echo_state"), call("test_mrtr_unrelated")]);
      await call("test_mrtr_no_state");
      await call("test_mrtr_no_result_type").catch(() => {});
    },
  );

const useEverything = (sdk) =>
  using(sdk, {}, async (client) => {
    for (const { name } of (await client.listTools()).tools)
      await client.callTool({ name, arguments: {} }).catch(() => {});
    for (const { uri } of (await client.listResources()).resources) await client.readResource({ uri });
    for (const { name } of (await client.listPrompts()).prompts) await client.getPrompt({ name });
  });

const useTools = (sdk) =>
  using(sdk, {}, async (client) => {
    for (const { name } of (await client.listTools()).tools)
      await client.callTool({ name, arguments: given.arguments?.[name] ?? { region: "eu" } }).catch(() => {});
  });

const callAsTold = (sdk) =>
  using(sdk, {}, async (client) => {
    await client.listTools();
    for (const { name, arguments: values } of given.toolCalls ?? []) await client.callTool({ name, arguments: values });
  });

const onlyList = (sdk) => using(sdk, {}, (client) => client.listTools());

const echoSchema = (sdk) =>
  using(sdk, {}, async (client) => {
    const { tools } = await client.listTools();
    const seen = tools.find(({ name }) => name === "json_schema_2020_12_tool");
    await client.callTool({ name: "json_schema_echo", arguments: { schema: seen?.inputSchema } });
  });

/** The suite looks for exactly this URL. */
const METADATA_URL = "https://conformance-test.local/client-metadata.json";

const signIn = async (sdk) => {
  const authProvider = createProvider(METADATA_URL);
  let session;
  const finish = async () => {
    const back = authProvider.takeRedirect();
    if (!back?.get("code")) return false;
    await session.finishAuth(back);
    return true;
  };
  await signingIn(async () => {
    session = sdk.prepare({ authProvider });
    await session.connect();
  }, finish);
  await signingIn(() => session.client.listTools(), finish);
  await signingIn(() => session.client.callTool({ name: "test-tool", arguments: {} }), finish);
  await session.close();
};

const withProvider = (make) => async (sdk) => {
  const authProvider = make(sdk);
  if (!authProvider) unsupported();
  await using(sdk, { authProvider }, (client) => client.listTools());
};

const SCENARIOS = {
  initialize: (sdk) => using(sdk, {}, () => undefined),
  tools_call: callAdd,
  "elicitation-sep1034-client-defaults": fillIn,
  "sse-retry": resume,
  "request-metadata": introduceItself,
  "sep-2322-client-request-state": answerRounds,
  "http-standard-headers": useEverything,
  "http-custom-headers": callAsTold,
  "http-invalid-tool-headers": useTools,
  "json-schema-ref-no-deref": onlyList,
  "json-schema-2020-12-preservation": echoSchema,
  "auth/client-credentials-jwt": withProvider(({ withKey }) =>
    withKey({
      clientId: given.client_id,
      privateKey: given.private_key_pem,
      algorithm: given.signing_algorithm ?? "ES256",
    }),
  ),
  "auth/client-credentials-basic": withProvider(({ withSecret }) =>
    withSecret({ clientId: given.client_id, clientSecret: given.client_secret }),
  ),
  "auth/enterprise-managed-authorization": withProvider(({ withGrant }) => withGrant?.(given)),
  // No SDK has these ready-made.
  "auth/dpop": unsupported,
  "auth/dpop-nonce": unsupported,
  "auth/wif-jwt-bearer": unsupported,
};
