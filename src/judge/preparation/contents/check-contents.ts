import { hash } from "node:crypto";
import { defined } from "../../../base/defined.ts";
import { type Json, stringMember, valueAt } from "../../../base/json.ts";
import type { Capture, Exchange } from "../../../capture/capture.ts";
import { type ContentFinding, type ContentFindings, contentKey } from "../../core/content-findings.ts";

/** Content that nobody has a rule about is not looked at. */
const isSkillFile = (method: string, step: string): boolean =>
  method === "resources/read" && step.startsWith("skill-file");

/**
 * Parses what a server serves as files: the front matter of skills, the pages of apps. The parsers are loaded only where there
 * is something to parse. Every bound counts bytes, elements or depth, so the same capture gives the same findings.
 */
export const checkContents = async (capture: Capture): Promise<ContentFindings> => {
  const contents = new Map<string, ContentFinding>();
  const read = new Map<string, ContentFinding>();
  for (const [index, exchange] of capture.exchanges.entries()) {
    for (const [at, content] of contentsIn(exchange).entries()) {
      const bytes = bytesOf(content);
      if (bytes === undefined || !isOfInterest(exchange, content)) continue;
      const sha256 = hash("sha256", bytes, "hex");
      const key = `${sha256} ${kindOf(content)}`;
      const finding = read.get(key) ?? (await parse(content, bytes, sha256));
      read.set(key, finding);
      contents.set(contentKey(exchange.id ?? index, at), finding);
    }
  }
  return { contents };
};

const contentsIn = ({ request, response }: Exchange): readonly Json[] => {
  if (stringMember(request, "method") !== "resources/read") return [];
  const contents = valueAt(response, "result", "contents");
  return Array.isArray(contents) ? contents : [];
};

const isOfInterest = ({ step = "", request }: Exchange, content: Json): boolean =>
  isSkillFile(stringMember(request, "method") ?? "", step) || kindOf(content) !== "other";

const kindOf = (content: Json): "skill" | "page" | "other" => {
  const uri = stringMember(content, "uri") ?? "";
  if (uri.endsWith("/SKILL.md")) return "skill";
  return uri.startsWith("ui://") || isHtml(stringMember(content, "mimeType")) ? "page" : "other";
};

const isHtml = (type = ""): boolean => /^text\/html\b/i.test(type);

const bytesOf = (content: Json): Uint8Array | undefined => {
  const text = stringMember(content, "text");
  if (text !== undefined) return Buffer.from(text, "utf8");
  const blob = stringMember(content, "blob");
  return blob === undefined ? undefined : Buffer.from(blob, "base64");
};

const parse = async (content: Json, bytes: Uint8Array, sha256: string): Promise<ContentFinding> => {
  const kind = kindOf(content);
  const text = (): string => stringMember(content, "text") ?? Buffer.from(bytes).toString("utf8");
  const skill = kind === "skill" ? (await import("./front-matter.ts")).readFrontMatter(text()) : undefined;
  const page = kind === "page" ? (await import("./read-html.ts")).readHtml(text()) : undefined;
  return defined({ bytes: bytes.length, sha256, front_matter: skill, html: page });
};
