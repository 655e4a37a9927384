import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { embeddedTexts } from "../corpus-io/embedded.ts";
import { KEPT_KINDS, type KeptKind, type KeptResults } from "./kept-results.ts";
import { findRule, ruleText } from "./tools/explain-rule.ts";
import { STANDARD_URI, standardText } from "./tools/get-standard.ts";

/** As many completions as the protocol takes. */
const MOST = 100;

/** What ships with the package never changes while it runs. */
const FIXED = { ttlMs: 3_600_000, cacheScope: "public" } as const;

const KEPT_TITLES = {
  results: "A whole result of check_server or judge_capture",
  captures: "What was said on the wire, as check_server recorded it",
  audits: "A whole audit of audit_mcp or verify_mcp_ready",
  diffs: "A whole difference of two revisions by diff_revisions",
} satisfies Record<KeptKind, string>;

/** The rules and the standard, and the long answers that tools link to. */
export const addResources = (server: McpServer, kept: KeptResults): void => {
  server.registerResource(
    "standard",
    STANDARD_URI,
    {
      title: "Agent-Tool Discoverability Standard",
      description: "The ten criteria in every version, as mcptest applies them (a public draft, CC-BY by SaSame).",
      mimeType: "application/json",
      cacheHint: FIXED,
    },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: "application/json", text: standardText() }] }),
  );
  const ids = (): readonly string[] => embeddedTexts().map(({ id }) => id);
  server.registerResource(
    "rule",
    new ResourceTemplate("mcptest://rules/{id}", {
      list: undefined,
      complete: { id: (typed) => starting(ids(), typed.toUpperCase()) },
    }),
    {
      title: "A rule",
      description: "What a conformance rule means and how to fix it.",
      mimeType: "text/plain",
      cacheHint: FIXED,
    },
    (uri, { id }) => ({ contents: [{ uri: uri.href, mimeType: "text/plain", text: rulePage(uri, id) }] }),
  );
  for (const kind of KEPT_KINDS) addKept(server, kind, kept);
};

const starting = (known: readonly string[], typed: string): string[] =>
  known.filter((id) => id.startsWith(typed)).slice(0, MOST);

const rulePage = (uri: URL, id: string | string[] | undefined): string => {
  try {
    return ruleText(findRule(String(id)));
  } catch {
    throw new ResourceNotFoundError(uri.href, "There is no such rule.");
  }
};

const addKept = (server: McpServer, kind: KeptKind, kept: KeptResults): void => {
  server.registerResource(
    kind,
    new ResourceTemplate(`mcptest://${kind}/{id}`, {
      // Not listed: an id is known to whoever asked for the run.
      list: undefined,
    }),
    { title: KEPT_TITLES[kind], description: `${KEPT_TITLES[kind]}; kept for a while.`, mimeType: "application/json" },
    (uri, { id }) => {
      const found = kept.find(kind, String(id));
      if (!found) throw new ResourceNotFoundError(uri.href, "It is not kept, or not any more.");
      return { contents: [{ uri: uri.href, mimeType: "application/json", text: found.text }] };
    },
  );
};
