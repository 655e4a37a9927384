import type { ProcessRecord } from "../../model/capture.ts";
import { defineFact } from "../common/define-fact.ts";
import { distinct } from "../common/messages.ts";
import { unseen } from "../common/unseen.ts";
import { type Item, type Reading, seen, type View } from "../fact.ts";

const processesOf = (view: View): readonly { readonly process: ProcessRecord; readonly pointer: string }[] => {
  const own = new Set(view.conversations);
  return (view.capture.conversations ?? []).flatMap((conversation, index) =>
    conversation.process && own.has(conversation) && conversation.process.ended_by !== "not-started"
      ? [{ process: conversation.process, pointer: `/conversations/${index}/process` }]
      : [],
  );
};

/** A process that takes this long to leave is slow; how slow the next one is depends on what else the machine does. */
const SLOW_MS = 500;

/** Killed by us, yet its like leave by themselves, slowly: a longer wait might have shown the same of this one. */
const isHasty = ({ ended_by: end }: ProcessRecord, view: View): boolean =>
  (end === "sigterm" || end === "sigkill") &&
  processesOf(view).some(({ process }) => process.ended_by === "stdin-close" && (process.shutdown_ms ?? 0) > SLOW_MS);

const HASTY: Item["open"] = {
  reason: "timed-out",
  detail: "other processes of this server left by themselves, slowly; we did not wait for this one",
  except: [],
};

const readProcesses = (view: View, describe: (process: ProcessRecord, pointer: string) => Item): Reading => {
  const processes = processesOf(view);
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
    readProcesses(view, (process, pointer) => ({
      exchange: null,
      pointer,
      value: { ended_by: process.ended_by },
      parts: { ended_by: `${pointer}/ended_by` },
      ...(isHasty(process, view) ? { open: HASTY } : {}),
    })),
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
