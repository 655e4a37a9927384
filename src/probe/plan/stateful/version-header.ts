import { dropHeader, putHeader, VERSION_HEADER } from "./http-shape.ts";
import { ordinaryMethod } from "./skips.ts";
import { type PlanSetting, type StatefulConversation, type StatefulStep, since } from "./stateful-step.ts";

const missing: StatefulStep = {
  name: "version-missing",
  asks: "ping and an ordinary request without MCP-Protocol-Version",
  serves: ["HEADER-001"],
  deliberate: true,
  run: (io) => {
    const editHeaders = dropHeader(VERSION_HEADER);
    return Promise.all([
      io.ask("ping", undefined, { editHeaders }),
      io.ask(ordinaryMethod(io.known), undefined, { as: "list", editHeaders }),
    ]);
  },
};

const wrong = (name: string, version: string, serves: readonly string[]): StatefulStep => ({
  name,
  asks: `ping and an ordinary request with MCP-Protocol-Version: ${version}`,
  serves,
  deliberate: true,
  run: (io) => {
    const editHeaders = putHeader(VERSION_HEADER, version);
    return Promise.all([
      io.ask("ping", undefined, { editHeaders }),
      io.ask(ordinaryMethod(io.known), undefined, { as: "list", editHeaders }),
    ]);
  },
});

/** The header came with 2025-06-18. */
export const versionHeaderConversations = (setting: PlanSetting): readonly StatefulConversation[] =>
  since(setting, "2025-06-18")
    ? [
        {
          name: "version-header",
          purpose: "MCP-Protocol-Version missing, unknown, senseless, or of another revision",
          transport: "http",
          groups: [
            [
              missing,
              wrong("version-unknown", "1999-01-01", ["HEADER-002", "PROTO-007"]),
              wrong("version-senseless", "banana", ["HEADER-002"]),
              wrong("version-other", "2025-03-26", ["HEADER-004"]),
            ],
          ],
        },
      ]
    : [];
