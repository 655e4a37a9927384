import type { ConversationRecord, ProcessRecord } from "../../../src/model/capture.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";

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
  given(
    "each end once, of this revision's processes",
    ran(
      record({}, "2025-06-18"),
      record({ ended_by: "not-started" }),
      record({}),
      record({}),
      record({ ended_by: "itself" }),
      record({ ended_by: "sigterm" }),
      record({ ended_by: "sigkill" }),
    ),
  ).values([{ ended_by: "stdin-close" }, { ended_by: "itself" }, { ended_by: "sigterm" }, { ended_by: "sigkill" }], {
    at: [2, 4, 5, 6].map((index) => `/conversations/${index}/process`),
    exchanges: [null, null, null, null],
    open: [null, null, null, null],
  }),
  given(
    "a process that was killed although others leave by themselves, slowly",
    ran(
      record({ shutdown_ms: 501 }),
      record({ ended_by: "sigterm" }),
      record({ ended_by: "sigkill" }),
      record({ ended_by: "itself" }),
    ),
  ).values([{ ended_by: "stdin-close" }, { ended_by: "sigterm" }, { ended_by: "sigkill" }, { ended_by: "itself" }], {
    open: [null, "timed-out", "timed-out", null],
    except: [[], [], [], []],
  }),
  given(
    "a process that was killed where others leave at once",
    ran(record({ shutdown_ms: 500 }), record({ ended_by: "sigterm", shutdown_ms: 2_000 })),
  ).values([{ ended_by: "stdin-close" }, { ended_by: "sigterm" }], { open: [null, null] }),
  given(
    "nothing of a process that was told by a signal while a tool ran, unless there is no other",
    ran(record({}), record({ ended_by: "sigterm", busy: true })),
  ).values([{ ended_by: "stdin-close" }], { open: [null] }),
  given("the only process, told by a signal while a tool ran", ran(record({ ended_by: "sigkill", busy: true }))).values(
    [{ ended_by: "sigkill" }],
    { open: ["timed-out"] },
  ),
  given(
    "nothing of a launcher that had to be told by a signal where its program was started without it",
    ran(
      record({ started: "launcher", ended_by: "sigkill" }),
      record({ started: "direct" }),
      record({ started: "launcher", ended_by: "itself" }),
    ),
  ).values([{ ended_by: "stdin-close" }, { ended_by: "itself" }], { open: [null, null] }),
  given(
    "a program that has to be told by a signal without its launcher",
    ran(record({ started: "launcher" }), record({ started: "direct", ended_by: "sigterm" })),
  ).values([{ ended_by: "stdin-close" }, { ended_by: "sigterm" }], { open: [null, null] }),
  given(
    "a launcher that had to be told by a signal where nothing else was started",
    ran(record({ started: "launcher", ended_by: "sigterm" })),
  ).values([{ ended_by: "sigterm" }], { open: [null] }),
  given("processes that never started", ran(record({ ended_by: "not-started" }))).unseen("not-probed"),
  NOTHING,
]);

readingTable("stderr_text", [
  given(
    "nothing, text, and other bytes",
    ran(
      record({}),
      record({ stderr: { encoding: "utf8", data: "log" } }),
      record({ stderr: { encoding: "utf8", data: "more" } }),
      record({ stderr: { encoding: "base64", data: "/w==" } }),
    ),
  ).values([{ bytes: "none" }, { bytes: "utf8" }, { bytes: "other" }], {
    at: [0, 1, 3].map((index) => `/conversations/${index}/process`),
  }),
  NOTHING,
]);
