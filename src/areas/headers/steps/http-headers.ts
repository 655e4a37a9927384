import { dropHeader, type EditHeaders, putHeader, renameHeader, setHeader } from "../../../probe/plan/edit-headers.ts";
import { editMeta } from "../../../probe/plan/edit-meta.ts";
import { has, type Known } from "../../../probe/plan/known.ts";
import type { AskOptions, ConversationPlan, Step } from "../../../probe/plan/step.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { HEADER } from "../../../protocol/headers.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { QuestionName } from "../../../protocol/question.ts";

/** A list where there is one: that is what most clients ask first. */
const method = (known: Known): string => (has(known, "tools") ? "tools/list" : "server/discover");

/** A request that is wrong on purpose. */
const wrong = (question: QuestionName, options: (method: string) => AskOptions): Step => ({
  question,
  deliberate: true,
  run: (io) => io.ask(method(io.known), undefined, options(method(io.known))),
});

const wrongHeaders = (question: QuestionName, edit: (method: string) => EditHeaders): Step =>
  wrong(question, (name) => ({ editHeaders: edit(name) }));

/** Headers that are unusual, but right. */
const unusualHeaders = (question: QuestionName, edit: (method: string) => EditHeaders): Step => ({
  question,
  run: (io) => io.ask(method(io.known), undefined, { editHeaders: edit(method(io.known)) }),
});

/** Puts bytes into the head that Node itself refuses to write. */
const spoilMethod = (value: Buffer) => ({
  rewriteHead: (head: Buffer): Buffer => {
    const text = head.toString("latin1");
    return Buffer.from(
      text.replace(/^(Mcp-Method: ).*$/m, (_line, label: string) => `${label}${value.toString("latin1")}`),
      "latin1",
    );
  },
});

export const headersConversation: ConversationPlan<StatelessTalk> = {
  name: "headers",
  purpose: "request headers that are missing, wrong, or unusual but right",
  transport: "http",
  groups: [
    [
      wrongHeaders("no-version-header", () => dropHeader(HEADER.protocolVersion)),
      wrongHeaders("other-version-header", () => setHeader(HEADER.protocolVersion, "2025-11-25")),
      wrong("other-version-meta", () => ({
        editMessage: (message) => editMeta(message, (meta) => ({ ...meta, [META_KEY.protocolVersion]: "1900-01-01" })),
      })),
      wrongHeaders("no-method-header", () => dropHeader(HEADER.method)),
      wrongHeaders("other-method-header", () => setHeader(HEADER.method, "prompts/list")),
      wrongHeaders("upper-method-header", (name) => setHeader(HEADER.method, name.toUpperCase())),
      unusualHeaders("lower-header-name", () => (all) => all.map(([key, value]) => [key.toLowerCase(), value])),
      unusualHeaders("upper-header-name", () => renameHeader(HEADER.method, "MCP-METHOD")),
      unusualHeaders("padded-header", (name) => setHeader(HEADER.method, `  ${name}  `)),
      wrong("control-in-header", () => ({ http: spoilMethod(Buffer.from("tools/\x01list", "latin1")) })),
      wrong("utf8-in-header", () => ({ http: spoilMethod(Buffer.from("tools/líst", "utf8")) })),
      unusualHeaders("undeclared-param-header", () => putHeader("Mcp-Param-Mcptest", "x")),
      unusualHeaders("last-event-id", () => putHeader(HEADER.lastEventId, "9")),
      unusualHeaders("session-id", () => putHeader(HEADER.sessionId, "mcptest-does-not-exist")),
    ],
  ],
};
