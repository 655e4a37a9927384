import { quoted, show } from "mcptest/internal";
import type { Askable } from "../store/count-askable.ts";
import type { LeftAlone } from "../work/worker.ts";
import { many, manyOf, timeWords } from "./numbers.ts";

/** Why a run has nothing to ask. */
export const whyNothing = (
  { targets, matching, optedOut, commands }: Askable,
  { target, allowCommands = false }: { readonly target?: string; readonly allowCommands?: boolean },
): string => {
  if (targets === 0) return "the fleet is empty; add servers with mcptest fleet add <file or url…>";
  if (matching === 0) return `no target matches ${quoted(target ?? "*")}`;
  if (optedOut === matching) return `nothing to ask: ${manyOf(optedOut, "target")} opted out`;
  const left =
    allowCommands || commands === 0
      ? ""
      : `${manyOf(commands, "package or command", "packages and commands")} ${commands === 1 ? "waits" : "wait"} for --allow-commands`;
  if (left !== "" && commands + optedOut === matching) return `nothing to ask over the network: ${left}`;
  return `nothing is due; --all asks every target now${left === "" ? "" : ` (${left})`}`;
};

/** What `run` did not wait for, because its hosts asked for more patience than a run has. */
export const leftAloneLines = (hosts: readonly LeftAlone[]): string[] => {
  const shown = hosts.slice(0, 5).map(({ host, seconds }) => `${show(host, 80)} in ${timeWords(seconds)}`);
  const rest = hosts.length > shown.length ? `, and ${many(hosts.length - shown.length)} more` : "";
  const targets = hosts.reduce((sum, host) => sum + host.targets, 0);
  return hosts.length === 0
    ? []
    : [
        `${manyOf(targets, "target")} left in the queue: ${hosts.length === 1 ? "the host" : "their hosts"} asked us to come back later (${shown.join(", ")}${rest}); the next run goes on with ${targets === 1 ? "it" : "them"}`,
      ];
};
