import {
  CHANGE_CLASSES,
  type ChangeClass,
  type LockResult,
  type ServerDrift,
  type SurfaceChange,
} from "../../../scores/lock/lock.ts";
import { CLASS_WORDS, lockHeadline } from "../../findings/lock-words.ts";
import type { ReportView } from "../../report.ts";
import { changeLines } from "../../terminal/lock-lines.ts";
import { separated, show, type Terminal } from "../../terminal/terminal.ts";
import { lockReport } from "./report.ts";

/** More of one class than this is for --verbose and for files. */
const MOST = 20;

const prettyLock = (result: LockResult, terminal: Terminal): readonly string[] => [
  ...separated([
    ...result.servers.map((server) => serverLines(server, result.servers.length > 1, terminal)),
    [paint(result, terminal)(lockHeadline(result))],
  ]),
];

const briefLock = (result: LockResult, terminal: Terminal): readonly string[] => [
  paint(result, terminal)(lockHeadline(result)),
];

const paint = ({ counts, servers }: LockResult, { red, yellow, green }: Terminal): ((text: string) => string) => {
  if (counts.breaking > 0) return red;
  return counts.meaning > 0 || servers.some(({ state }) => state !== "same" && state !== "changed") ? yellow : green;
};

const serverLines = (server: ServerDrift, isNamed: boolean, terminal: Terminal): readonly string[] => {
  const { bold, yellow, verbose } = terminal;
  const shown = CHANGE_CLASSES.filter((name) => verbose || (name !== "cosmetic" && name !== "environment"));
  const hidden = server.changes.filter((change) => !shown.includes(change.class)).length;
  return separated([
    isNamed ? [bold(show(server.server)), ...(server.state === "same" ? ["unchanged"] : [])] : [],
    ...shown.map((name) =>
      classLines(
        name,
        server.changes.filter((change) => change.class === name),
        terminal,
      ),
    ),
    hidden > 0 ? [`${hidden} cosmetic or of the environment; --verbose shows them`] : [],
    server.notes.flatMap((note) => terminal.paragraph(yellow(show(note, 400)), 2, 0)),
  ]);
};

const classLines = (name: ChangeClass, changes: readonly SurfaceChange[], terminal: Terminal): readonly string[] => {
  if (changes.length === 0) return [];
  const most = terminal.verbose ? changes.length : MOST;
  return [
    terminal.bold(CLASS_WORDS[name]),
    ...changes.slice(0, most).flatMap((change) => changeLines(change, terminal)),
    ...(changes.length > most ? [`  and ${changes.length - most} more; --verbose shows them`] : []),
  ];
};

export const lockView = {
  pretty: prettyLock,
  brief: briefLock,
  report: lockReport,
} as const satisfies ReportView<LockResult>;
