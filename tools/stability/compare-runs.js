/** Beside busy loops so many of the decided verdicts may be left open. */
const OPEN_SHARE = 0.01;

const isOpen = (state) => state === undefined || state === "inconclusive" || state === "error";

/** What did not stay the same: verdicts that were decided in two ways, and verdicts that were left open in some runs. */
export const compareRuns = (runs) => {
  const names = [...new Set(runs.flatMap(({ states }) => [...states.keys()]))].sort();
  const changed = [];
  const opened = [];
  let decided = 0;
  for (const name of names) {
    const seen = runs.map(({ number, busy, states }) => ({ number, busy, state: states.get(name) }));
    const kinds = new Set(seen.filter(({ state }) => !isOpen(state)).map(({ state }) => state));
    if (kinds.size === 0) continue;
    decided += 1;
    if (kinds.size > 1) changed.push({ name, seen });
    const open = seen.filter(({ state }) => isOpen(state));
    if (open.length > 0) opened.push({ name, quiet: open.filter(({ busy }) => !busy).length, times: open.length });
  }
  const busyRuns = runs.filter(({ busy }) => busy);
  const openBusy = opened.reduce((sum, { quiet, times }) => sum + times - quiet, 0);
  const share = busyRuns.length === 0 ? 0 : openBusy / (decided * busyRuns.length);
  const openedQuiet = opened.filter(({ quiet }) => quiet > 0);
  return {
    runs,
    decided,
    changed,
    opened,
    share,
    stable: changed.length === 0 && openedQuiet.length === 0 && share <= OPEN_SHARE,
  };
};

const seconds = (runs) => {
  const times = runs.map(({ ms }) => ms / 1000).sort((a, b) => a - b);
  return times.length === 0 ? "none" : `${times[0].toFixed(1)}–${times[times.length - 1].toFixed(1)} s`;
};

/** A run is written as its state; a capital B marks those beside the busy loops. */
const history = (seen) => seen.map(({ busy, state }) => `${busy ? "B:" : ""}${state ?? "missing"}`).join(" ");

export const describe = (name, { runs, decided, changed, opened, share, stable }) =>
  [
    `${stable ? "stable  " : "UNSTABLE"} ${name.padEnd(24)} ${runs.length} runs, ${decided} decided, ${changed.length} changed, ` +
      `${(share * 100).toFixed(2)} % left open beside busy loops; quiet ${seconds(runs.filter(({ busy }) => !busy))}, busy ${seconds(runs.filter(({ busy }) => busy))}`,
    ...changed.map((one) => `  changed    ${one.name}: ${history(one.seen)}`),
    ...opened.map(
      ({ name: rule, quiet, times }) => `  left open  ${rule}: ${times} times, ${quiet} of them in quiet runs`,
    ),
  ].join("\n");
