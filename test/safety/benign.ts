// Texts that look alarming and are not: what real servers say, and what a careless rule would accuse.

import { type Offered, toolSaying } from "./surfaces.ts";

export interface Benign {
  readonly shows: string;
  readonly offered: Offered;
}

const said = (shows: string, ...texts: readonly string[]): readonly Benign[] =>
  texts.map((text) => ({ shows, offered: { tools: [toolSaying(text)] } }));

const parameter = (shows: string, tool: string, description: string, name: string, text = ""): Benign => ({
  shows,
  offered: {
    tools: [
      {
        name: tool,
        description,
        inputSchema: {
          type: "object",
          properties: { [name]: { type: "string", ...(text ? { description: text } : {}) } },
        },
      },
    ],
  },
});

const named = (shows: string, name: string, more = {}): Benign => ({
  shows,
  offered: { tools: [{ ...toolSaying("Works."), name, ...more }] },
});

export const BENIGN: readonly Benign[] = [
  ...said(
    "shouted words",
    "IMPORTANT: You MUST pass an absolute path. CRITICAL: relative paths are ALWAYS refused. NEVER guess.",
    "CRITICAL WARNING!!! THIS ACTION IS IRREVERSIBLE. DO NOT USE IT WITHOUT CONFIRMATION FROM THE USER.",
    "<IMPORTANT>Dates are in UTC. Convert them before you show them.</IMPORTANT>",
    "URGENT issues come first. Override the default with `order`.",
  ),
  ...said(
    "order of the server's own tools",
    "Before using this tool, you must first call 'lookup' to get the id.",
    "You MUST call this tool first, before any other tool of this server, unless the user gives an id.",
    "ALWAYS call this at the start of every conversation to load the project's rules.",
    "Use this tool instead of other tools when the user asks about the weather.",
    "Before using any other tool, call lookup once so that the session has a project.",
  ),
  ...said(
    "advice on what to show",
    "Do not tell the user that a booking went through when it did not.",
    "Do not show raw JSON to the user; summarise it.",
    "Never reveal internal ids to the user. Use names instead.",
    "Don't mention the tool's name to users; say what you found.",
    "If the search fails, do not tell the user there are no results; try again with fewer words.",
    "Avoid showing the user more than five results at once.",
    "Do not disclose the names of other customers to the user.",
    "Do not say that it is done before the tool has answered. Include the link in your response.",
    "Returns sensitive data; make sure to redact it in your answer.",
  ),
  ...said(
    "files of keys that a tool works with",
    "Connects over SSH. The key is read from ~/.ssh/id_rsa unless privateKeyPath names another.",
    "Loads environment variables from a .env file and passes them to the container as arguments.",
    "You must provide the path of your private key, such as ~/.ssh/id_ed25519, in the `keyPath` parameter.",
    "Reads /etc/passwd to list the accounts of the machine.",
    "Validates claude_desktop_config.json and reports mistakes in it.",
    "Make sure that your credentials are configured: the tool looks in ~/.aws/credentials.",
    "Installs a server by adding it to ~/.cursor/mcp.json.",
    "Checks a repository for API keys, passwords and access tokens that were committed by mistake.",
    "Rotates the access token. You should pass the old token in the `token` parameter.",
  ),
  ...said(
    "tools about such attacks",
    "Detects prompt injection such as 'ignore all previous instructions' in a text.",
    'Scans descriptions for phrases like "do not tell the user about these instructions".',
    "Classifies texts as jailbreak attempts, for example: please disregard your system prompt instructions.",
    "Counts tokens, with special tokens such as <|im_start|> and <|im_end|>.",
  ),
  ...said(
    "ignore, forget and override of ordinary things",
    "Set force to ignore the previous result and fetch again.",
    "Overrides the existing rules of the firewall with those given.",
    "Forget a memory: removes all previous entries with that key.",
    "Bypass the cache and ignore existing rules in .gitignore.",
    "Ignore white space and previous formatting when you compare.",
    "Disregard earlier versions of the file.",
  ),
  ...said(
    "addresses",
    "Report bugs to https://github.com/acme/notes/issues or mail support@acme.example.",
    "Fetches https://api.acme.example/users/{id}/posts?page={page}.",
    "Sends a message to the given address, e.g. forward all emails to boss@acme.example.",
    "Uploads the file to https://files.acme.example and returns a link.",
    "Makes a QR code with https://qr.acme.example/?data={data}.",
    "The endpoint is https://mcp.acme.example/?api_key={api_key}.",
    "Posts user data that you pass to the webhook; set its url to https://hooks.acme.example/in.",
    "Displays ![logo](https://acme.example/logo.png) at the top.",
  ),
  ...said(
    "consent and authority as they should be",
    "Only call this after the user has explicitly approved the purchase.",
    "If the user has already confirmed, set confirmed to true.",
    "Check whether the user has previously authorized the app.",
    "Creates an official notice for the security team of the tenant.",
    "Lists policies that the administrator requires for all devices.",
    "Asks the user for permission before it continues; no confirmation is needed for reading.",
    "Lists models of Anthropic, OpenAI and Google with their prices.",
  ),
  ...said(
    "other tools in passing",
    "Like `grep -r`, but faster. When using git-flow, pass the branch.",
    "After calling get_file_contents of GitHub you can pass the sha here.",
    "Use in place of web_search if the site is known.",
    "When the user uses read-only mode, changes are refused.",
    "Prefer this over other search tools when working with code.",
  ),
  ...said(
    "characters with an honest use",
    "Family 👨‍👩‍👧 and flag 🏴󠁧󠁢󠁳󠁣󠁴󠁿 and heart ❤️ in titles.",
    "می‌خواهم فایل‌ها را ببینم",
    "हिन्दी में क्‍या है",
    "קורא קובץ \u2067README.md\u2069 ומציג אותו",
    "\ufeffLists files.",
    "Soft\u00adhyphens and non-breaking\u00a0spaces.",
    "葛\u{e0100}城市の天気を返します。",
    "ไทย\u200bไม่มี\u200bช่องว่าง",
  ),
  ...said(
    "other languages that shout or forbid",
    "WICHTIG: Sie müssen zuerst das Projekt wählen. Niemals ohne Bestätigung löschen!",
    "IMPORTANT : vous devez toujours fournir l'identifiant. Ne montrez pas plus de dix résultats à l'utilisateur.",
    "重要：必须先调用 lookup 获取编号。不要向用户展示内部编号。",
    "重要: 必ず最初に lookup を呼び出してください。ユーザーには結果のみを伝えてください。",
    "ВАЖНО: сначала вызовите lookup. Не показывайте пользователю внутренние идентификаторы.",
    "IMPORTANTE: debes llamar primero a lookup. No muestres al usuario los datos internos.",
  ),
  ...said(
    "wide layout",
    `Columns:${" ".repeat(120)}name, size`,
    "First paragraph.\n\n\n\n\nSecond paragraph after a few empty lines.",
    "Text <!-- generated, do not edit by hand --> text.",
  ),
  ...said(
    "runs that are no text",
    `Example image: ${Buffer.from(Array.from({ length: 90 }, (_, index) => (index * 37) % 256)).toString("base64")}`,
    `Token for tests: ${Buffer.from("hello world, this is only an example of plain text").toString("base64")}`,
    "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ),
  parameter("a model is asked", "ask_model", "Asks a language model.", "system_prompt", "The system prompt to use."),
  parameter("a chat is kept", "save_chat", "Saves a chat.", "conversation_history"),
  parameter(
    "a summary is made",
    "summarize",
    "Summarises a text.",
    "fullContext",
    "The entire conversation to summarise.",
  ),
  parameter("an api key is needed", "connect", "Connects to the service.", "apiKey", "Your API key."),
  parameter("a password is set", "set_password", "Sets the password of an account.", "password"),
  named("a name in Cyrillic", "погода"),
  named("a name in two scripts, each word in one", "get_погода"),
  named("a Greek letter that no Latin one looks like", "π_digits"),
  named("reads by declaration and by name", "list_deletions", { annotations: { readOnlyHint: true } }),
  named("works on its arguments alone", "remove_background", { annotations: { readOnlyHint: true } }),
  named("says which hint it lacks", "update_view", { annotations: { readOnlyHint: false, destructiveHint: true } }),
  {
    shows: "results that quote, explain or fail politely",
    offered: {
      tools: [toolSaying("Searches the documentation.")],
      results: {
        lookup:
          "Error: the id is not known. You must call lookup with a name first. Set AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE in .env.",
      },
      got: { review: "Please review this code. Always explain to the user what you changed, and never skip tests." },
      read: { "file:///readme": "# Setup\nCopy .env.example to .env and add your API keys. Do not commit it." },
    },
  },
  {
    shows: "a log that holds a trace, from a tool about logs",
    offered: {
      tools: [{ ...toolSaying("Gets the error log."), name: "get_log" }],
      results: { get_log: "Error: boom\n    at add (/srv/app/sum.js:4:9)\n    at run (/srv/app/main.js:20:3)" },
    },
  },
  {
    shows: "instructions of a server",
    offered: {
      instructions:
        "Always use lookup before you answer about orders. Never invent order numbers; tell the user when nothing is found.",
    },
  },
];
