import type { ProbeRequest } from "../../areas/probe-target.ts";
import { shorten } from "../../base/shorten.ts";

type LaunchWait = Parameters<NonNullable<ProbeRequest["onWait"]>>[0];

/** What a launcher is being waited for, no more than is known of it; a long name is cut, the time is not. */
export const launchWords = ({ launcher: { name, starts }, state, ms }: LaunchWait, width: number): string => {
  const seconds = `${Math.floor(ms / 1_000)} s`;
  const words = (what: string): string => {
    switch (state) {
      case "launching":
        return `${name} is installing ${what} … ${seconds}`;
      case "started":
        return `waiting for ${what} to answer … ${seconds}`;
      case "unknown":
        return `waiting for ${name} to start ${what} … ${seconds}`;
    }
  };
  return words(shorten(starts, Math.max(SHORTEST, width - words("…").length)));
};

const SHORTEST = 4;
