import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type Item, type Reading, seen, type View } from "../../../judge/core/fact.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { ProcessRecord } from "../../../wire/stdio/process-record.ts";

interface SeenProcess {
  readonly process: ProcessRecord;
  readonly pointer: string;
}

const processesOf = (view: View): readonly SeenProcess[] => {
  const own = new Set(view.conversations);
  const all = (view.capture.conversations ?? []).flatMap((conversation, index) =>
    conversation.process && own.has(conversation) && conversation.process.ended_by !== "not-started"
      ? [{ process: conversation.process, pointer: `/conversations/${index}/process` }]
      : [],
  );
  return all.some(({ process }) => process.started === "direct") ? all.filter(isServersOwn) : all;
};

/** A launcher that has to be told by a signal may keep its server from leaving; one that was started without it tells. */
const isServersOwn = ({ process }: SeenProcess): boolean =>
  process.started === undefined || process.started === "direct" || !isSignalled(process);

/** A process that takes this long to leave is slow; how slow the next one is depends on what else the machine does. */
const SLOW_MS = 500;

const isSignalled = ({ ended_by: end }: ProcessRecord): boolean => end === "sigterm" || end === "sigkill";

/** Killed by us, yet its like leave by themselves, slowly: a longer wait might have shown the same of this one. */
const isHasty = (process: ProcessRecord, view: View): boolean =>
  isSignalled(process) &&
  processesOf(view).some(
    ({ process: other }) => other.ended_by === "stdin-close" && (other.shutdown_ms ?? 0) > SLOW_MS,
  );

const HASTY: Item["open"] = {
  reason: "timed-out",
  detail: "other processes of this server left by themselves, slowly; we did not wait for this one",
  except: [],
};

const BUSY: Item["open"] = {
  reason: "timed-out",
  detail: "a tool was still running when the input was closed; the process was not waited for",
  except: [],
};

/** Told to leave by a signal only because nobody waited for its work: that says nothing. */
const isUntested = (process: ProcessRecord): boolean => isSignalled(process) && process.busy === true;

/** Why the end of a process says nothing. */
const openEnd = (process: ProcessRecord, view: View): Item["open"] => {
  if (isUntested(process)) return BUSY;
  return isHasty(process, view) ? HASTY : undefined;
};

const readProcesses = (view: View, describe: (process: ProcessRecord, pointer: string) => Item): Reading => {
  const all = processesOf(view);
  const tested = all.filter(({ process }) => !isUntested(process));
  const processes = tested.length === 0 ? all : tested;
  if (processes.length === 0) return unseen(view, ["initialize", "server/discover"], "a process of the server");
  return seen(distinct(processes.map(({ process, pointer }) => describe(process, pointer))));
};

export const processEnds = defineFact({
  name: "process_ends",
  doc: "What ended each process of the server: its own decision, the end of its input, or a signal; equal ends once.",
  type: "object: ended_by (itself, stdin-close, sigterm or sigkill)",
  words: {
    sigterm: "the process was still there some time after its input was closed, and left at SIGTERM",
    sigkill: "the process was still there some time after SIGTERM, and was killed",
  },
  questions: ["initialize", "server/discover"],
  read: (view) =>
    readProcesses(view, (process, pointer) => {
      const open = openEnd(process, view);
      const item = {
        exchange: null,
        pointer,
        value: { ended_by: process.ended_by },
        parts: { ended_by: `${pointer}/ended_by` },
      };
      return open ? { ...item, open } : item;
    }),
});

/** A text that was cut was kept from its start to a whole character, so that cutting breaks nothing. */
export const stderrText = defineFact({
  name: "stderr_text",
  doc: "How the bytes on stderr of each process read: nothing, UTF-8 or other bytes; equal ones once.",
  type: "object: bytes (none, utf8 or other)",
  derived: true,
  questions: ["initialize", "server/discover"],
  read: (view) =>
    readProcesses(view, ({ stderr }, pointer) => ({
      exchange: null,
      pointer,
      value: { bytes: stderr === undefined ? "none" : stderr.encoding === "utf8" ? "utf8" : "other" },
      parts: { bytes: `${pointer}/stderr_bytes` },
    })),
});
