import type { RecordRequest } from "../../probe/record.ts";

type LaunchWait = Parameters<NonNullable<RecordRequest["onWait"]>>[0];

/** What a launcher is being waited for, no more than is known of it. */
export const launchWords = ({ launcher: { name, starts }, state, ms }: LaunchWait): string => {
  const seconds = `${Math.floor(ms / 1_000)} s`;
  switch (state) {
    case "launching":
      return `${name} is installing ${starts} … ${seconds}`;
    case "started":
      return `waiting for ${starts} to answer … ${seconds}`;
    case "unknown":
      return `waiting for ${name} to start ${starts} … ${seconds}`;
  }
};
