import type { Blocked } from "../../model/blocked.ts";
import type { Capture } from "../../model/capture.ts";
import type { JudgedOutcome } from "../../model/judged.ts";
import { blockedAddress } from "./blocked-address.ts";
import { blockedCommand } from "./blocked-command.ts";

/** Why nothing could be asked of the server, and what helps; undefined where something could, or nobody knows. */
export const whyBlocked = (capture: Capture, outcome: JudgedOutcome | null): Blocked | undefined => {
  const { target, era } = capture;
  if (!target || era?.verdict !== "none" || !ABOUT_ENTRY.includes(outcome)) return undefined;
  const reached = isAnswered(capture);
  return target.kind === "http" ? blockedAddress(capture, target, reached) : blockedCommand(capture, target, reached);
};

const ABOUT_ENTRY: readonly (JudgedOutcome | null)[] = [
  "unreachable",
  "auth-required",
  "no-handshake",
  "run-timed-out",
];

/** Whether anything answered, even with a 401. */
const isAnswered = ({ exchanges }: Capture): boolean =>
  exchanges.some(({ response, response_raw, http }) =>
    [response, response_raw, http?.status].some((part) => part !== undefined),
  );
