import { type JsonObject, stringMember, valueAt } from "../../base/json.ts";

/** Names for what only the model itself has. */
const MODELS_OWN = new Set(
  `systemprompt systeminstructions developerprompt conversationhistory chathistory conversationcontext fullconversation
  entireconversation fullcontext llmcontext modelcontext contextwindow chainofthought modelreasoning internalthoughts hiddenreasoning
  toolslist listoftools availabletools toolcallhistory previoustoolcalls previoustoolresults allmessages priormessages
  previousmessages usersecrets sessiontranscript conversationtranscript`.split(/\s+/),
);

/** Tools that have to do with models or talk have a use for such things. */
const ABOUT_MODELS =
  /\b(?:llms?|models?|prompts?|chats?|agents?|assistants?|conversations?|ai|gpt\w*|claude|gemini|completions?|messages?|memor(?:y|ies|ize)|summar\w*|sessions?|persona|bots?|openai|anthropic|mistral|ollama|dialog(?:ue)?s?|thinking|reasoning|thoughts?|context|transcripts?|tools?|mcp|inference|sampling|reflect\w*|handoff|delegate)\b/;

const WANTS_ALL =
  /\b(?:the |your )?(?:full|entire|whole|complete|verbatim|raw) (?:text of )?(?:the |your )?(?:conversation|chat|system prompt|message history|context window|dialog(?:ue)?)\b|\b(?:your|the) (?:system|developer) (?:prompt|instructions)\b|\b(?:contents? of )?the (?:user's )?(?:~\/)?\.(?:ssh|aws|env)\b/;

/** The parameters of a tool that ask for what it has no use for. */
export const nosyParameters = (tool: JsonObject): readonly { readonly name: string; readonly text: string }[] => {
  const properties = valueAt(tool, "inputSchema", "properties");
  if (typeof properties !== "object" || properties === null || Array.isArray(properties)) return [];
  const nosy = Object.entries(properties).filter(([name, schema]) => isNosy(name, stringMember(schema, "description")));
  if (nosy.length === 0) return [];
  const others = Object.keys(properties).filter((name) => !nosy.some(([one]) => one === name));
  const subject = [
    stringMember(tool, "name"),
    stringMember(tool, "title"),
    stringMember(tool, "description"),
    ...others,
  ]
    .join(" ")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]/g, " ")
    .toLowerCase();
  if (ABOUT_MODELS.test(subject)) return [];
  return nosy.map(([name, schema]) => ({ name, text: stringMember(schema, "description") ?? name }));
};

const isNosy = (name: string, description = ""): boolean =>
  MODELS_OWN.has(name.toLowerCase().replace(/[^a-z]/g, "")) || WANTS_ALL.test(description.toLowerCase());
