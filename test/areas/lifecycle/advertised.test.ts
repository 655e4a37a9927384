import { answered, readingTable, refused } from "../reading-table.ts";
import { advertises, unnamed } from "../small-captures.ts";

readingTable("advertised_lists", [
  {
    shows: "lists that are advertised, one of them unknown, and one that is not advertised",
    capture: {
      exchanges: [
        advertises({ tools: {}, prompts: {} }),
        answered("tools/list", "tools/list", { tools: [] }),
        refused("prompts/list", "prompts/list", -32601),
        refused("resources/list", "resources/list", -32601),
      ],
    },
    reads: {
      partly: [{ outcome: "result" }, { outcome: "error", error: { code: -32601 } }],
      names: ["tools/list", "prompts/list"],
    },
  },
  {
    shows: "a capture without names of steps, other lists and later pages",
    capture: {
      exchanges: [
        advertises({ resources: {} }),
        unnamed(answered("resources/list", "resources/list", { resources: [] })),
        unnamed(refused("resources/templates/list", "resources/templates/list", -32601)),
        unnamed(refused("resources/list", "resources/list", -32602, { cursor: "x" })),
      ],
    },
    reads: { partly: [{ outcome: "result" }], names: ["resources/list"] },
  },
  {
    shows: "nothing that is advertised",
    capture: { exchanges: [advertises({}), refused("tools/list", "tools/list", -32601)] },
    reads: { unseen: "not-probed" },
  },
]);
