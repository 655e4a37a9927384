import { isAnswered } from "../../capture/answered.ts";
import type { Capture } from "../../capture/capture.ts";
import type { Blocked } from "../blocked.ts";
import type { JudgedOutcome } from "../judged.ts";
import { blockedAddress } from "./blocked-address.ts";
import { blockedCommand } from "./blocked-command.ts";

/** Why nothing could be asked of the server, and what helps; undefined where something could, or nobody knows. */
export const whyBlocked = (capture: Capture, outcome: JudgedOutcome | null): Blocked | undefined => {
  const { target, era } = capture;
  if (!target || era?.verdict !== "none") return undefined;
  if (!ABOUT_ENTRY.includes(outcome) && !isUnreadable(capture, outcome)) return undefined;
  const reached = capture.exchanges.some(isAnswered);
  return target.kind === "http" ? blockedAddress(capture, target, reached) : blockedCommand(capture, target, reached);
};

/** A limit that hides even the status of every answer. */
const isUnreadable = ({ target, exchanges }: Capture, outcome: JudgedOutcome | null): boolean =>
  outcome === "limit-exceeded" && target?.kind === "http" && exchanges.every(({ http }) => http?.status === undefined);

const ABOUT_ENTRY: readonly (JudgedOutcome | null)[] = [
  "unreachable",
  "auth-required",
  "no-handshake",
  "run-timed-out",
];
