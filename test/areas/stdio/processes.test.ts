import type { ConversationRecord, ProcessRecord } from "../../../src/model/capture.ts";
import { readingTable } from "../reading-table.ts";
import { NOTHING } from "../small-captures.ts";

const record = (more: Partial<ProcessRecord>, probes = "2025-11-25"): ConversationRecord => ({
  id: "main",
  purpose: "",
  transport: "stdio",
  probes,
  opened_ms: 0,
  process: { exit_code: 0, signal: null, ended_by: "stdin-close", stdout_bytes: 0, stderr_bytes: 0, ...more },
});

const ran = (...processes: ConversationRecord[]) => ({ exchanges: [], conversations: processes });

readingTable("process_ends", [
  {
    shows: "each end once, of this revision's processes",
    capture: ran(
      record({}, "2025-06-18"),
      record({ ended_by: "not-started" }),
      record({}),
      record({}),
      record({ ended_by: "itself" }),
      record({ ended_by: "sigterm" }),
      record({ ended_by: "sigkill" }),
    ),
    reads: {
      values: [{ ended_by: "stdin-close" }, { ended_by: "itself" }, { ended_by: "sigterm" }, { ended_by: "sigkill" }],
      at: [2, 4, 5, 6].map((index) => `/conversations/${index}/process`),
      exchanges: [null, null, null, null],
      open: [null, null, null, null],
    },
  },
  {
    shows: "a process that was killed although others leave by themselves, slowly",
    capture: ran(
      record({ shutdown_ms: 501 }),
      record({ ended_by: "sigterm" }),
      record({ ended_by: "sigkill" }),
      record({ ended_by: "itself" }),
    ),
    reads: {
      values: [{ ended_by: "stdin-close" }, { ended_by: "sigterm" }, { ended_by: "sigkill" }, { ended_by: "itself" }],
      open: [null, "timed-out", "timed-out", null],
      except: [[], [], [], []],
    },
  },
  {
    shows: "a process that was killed where others leave at once",
    capture: ran(record({ shutdown_ms: 500 }), record({ ended_by: "sigterm", shutdown_ms: 2_000 })),
    reads: { values: [{ ended_by: "stdin-close" }, { ended_by: "sigterm" }], open: [null, null] },
  },
  {
    shows: "nothing of a process that was told by a signal while a tool ran, unless there is no other",
    capture: ran(record({}), record({ ended_by: "sigterm", busy: true })),
    reads: { values: [{ ended_by: "stdin-close" }], open: [null] },
  },
  {
    shows: "the only process, told by a signal while a tool ran",
    capture: ran(record({ ended_by: "sigkill", busy: true })),
    reads: { values: [{ ended_by: "sigkill" }], open: ["timed-out"] },
  },
  {
    shows: "nothing of a launcher that had to be told by a signal where its program was started without it",
    capture: ran(
      record({ started: "launcher", ended_by: "sigkill" }),
      record({ started: "direct" }),
      record({ started: "launcher", ended_by: "itself" }),
    ),
    reads: { values: [{ ended_by: "stdin-close" }, { ended_by: "itself" }], open: [null, null] },
  },
  {
    shows: "a program that has to be told by a signal without its launcher",
    capture: ran(record({ started: "launcher" }), record({ started: "direct", ended_by: "sigterm" })),
    reads: { values: [{ ended_by: "stdin-close" }, { ended_by: "sigterm" }], open: [null, null] },
  },
  {
    shows: "a launcher that had to be told by a signal where nothing else was started",
    capture: ran(record({ started: "launcher", ended_by: "sigterm" })),
    reads: { values: [{ ended_by: "sigterm" }], open: [null] },
  },
  {
    shows: "processes that never started",
    capture: ran(record({ ended_by: "not-started" })),
    reads: { unseen: "not-probed" },
  },
  NOTHING,
]);

readingTable("stderr_text", [
  {
    shows: "nothing, text, and other bytes",
    capture: ran(
      record({}),
      record({ stderr: { encoding: "utf8", data: "log" } }),
      record({ stderr: { encoding: "utf8", data: "more" } }),
      record({ stderr: { encoding: "base64", data: "/w==" } }),
    ),
    reads: {
      values: [{ bytes: "none" }, { bytes: "utf8" }, { bytes: "other" }],
      at: [0, 1, 3].map((index) => `/conversations/${index}/process`),
    },
  },
  NOTHING,
]);
