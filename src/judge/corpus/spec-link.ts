import { type Revision, wireVersion } from "../../protocol/revision.ts";

const SITE = "https://modelcontextprotocol.io";
const SOURCES = "https://github.com/modelcontextprotocol";

/** The public address of a page of the spec. Pages are named as in the spec's own source tree. */
export const specLink = (revision: Revision, page: string): string => {
  const dated = revision === "draft" ? "draft" : revision;
  const [path = "", anchor] = page.split("#", 2);
  const fragment = anchor === undefined ? "" : `#${anchor}`;
  if (path === "schema.ts") return `${SOURCES}/modelcontextprotocol/blob/main/schema/${dated}/schema.ts`;
  if (path === "extensions/tasks") return `${SOURCES}/ext-tasks/blob/main/specification/draft/tasks.mdx${fragment}`;
  if (path === "extensions/apps") return `${SOURCES}/ext-apps/blob/main/specification/2026-01-26/apps.mdx${fragment}`;
  if (path.startsWith("extensions/auth/"))
    return `${SOURCES}/ext-auth/blob/main/specification/draft/${path.slice("extensions/auth/".length)}.mdx${fragment}`;
  if (path === "security/best-practices") return `${SITE}/docs/tutorials/security/security_best_practices${fragment}`;
  if (path.startsWith("sep/")) return `${SITE}/seps/${path.slice("sep/".length)}`;
  if (path.startsWith("learn/")) return `${SITE}/docs/${wireVersion(revision)}/${path}${fragment}`;
  return `${SITE}/specification/${dated}/${path.replace(/(^|\/)index$/, "")}${fragment}`;
};
