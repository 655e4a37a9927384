// What must hold after every case, whatever the server did.

import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { toJson, toJsonLines } from "../../src/capture/serialize.ts";
import { judge } from "../../src/library/judge.ts";
import { renderResult } from "../../src/report/render-result.ts";
import { renderTranscript } from "../../src/report/render-transcript.ts";
import { CANARY } from "./canaries.ts";

const MAX_GROWTH = 200 * 1024 * 1024;
/** Far beyond what the limits of any case allow; reached only by a hang. */
const DEADLINE_MS = 25_000;

/** Runs the probe under watch: it must come back in time and stay small. */
export const underWatch = async <T>(run: () => Promise<T>): Promise<T> => {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sample = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const sampler = setInterval(sample, 25);
  let deadline: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    deadline = setTimeout(() => reject(new Error(`no end within ${DEADLINE_MS} ms`)), DEADLINE_MS);
  });
  try {
    const result = await Promise.race([run(), late]);
    sample();
    expect(peak - before, "resident memory grew too much").toBeLessThan(MAX_GROWTH);
    return result;
  } finally {
    clearInterval(sampler);
    clearTimeout(deadline);
  }
};

/** The capture can be saved, read again and shown, and holds no secret. */
export const checkCapture = (capture: Capture): void => {
  const json = toJson(capture);
  expect(toJson(readOne(json))).toBe(json);
  const lines = toJsonLines(capture);
  expect(toJsonLines(readOne(lines))).toBe(lines);
  checkPrintable(renderTranscript(capture, { color: false, width: 100 }));
  for (const secret of Object.values(CANARY)) {
    expect(json.includes(secret), `the secret ${secret} is in the capture`).toBe(false);
  }
};

/** Judging it twice gives the same bytes, no rule breaks down over it, and the reports show nothing raw. */
export const checkJudged = async (capture: Capture): Promise<void> => {
  const saved = toJson(capture);
  const [result, again] = [await judge(saved), await judge(saved)];
  expect(JSON.stringify(again), "judged twice").toBe(JSON.stringify(result));
  expect(result.verdicts.filter(({ state }) => state === "error")).toEqual([]);
  checkPrintable(renderResult(result, "pretty", { color: false, width: 80 }));
  const page = renderResult(result, "html", {});
  expect(
    /<(?:script|img|iframe|object|embed|link|form)\b|\shref="(?!#|https?:)|\s(?:src|on\w+)=/i.exec(tagsOf(page))?.[0],
  ).toBe(undefined);
  for (const secret of Object.values(CANARY)) expect(page.includes(secret), "a secret in the report").toBe(false);
};

/** The tags of a page without what stands between them. */
const tagsOf = (page: string): string => (page.match(/<[a-z][^>]*>/gi) ?? []).join("\n");

const readOne = (text: string): Capture => {
  const [session] = readCaptures(text, "case").sessions;
  if (!session) throw new Error("the capture holds no session");
  return session;
};

/** Letters, marks, numbers, punctuation, symbols, plain space and newline: nothing that steers a terminal. */
export const checkPrintable = (text: string): void => {
  expect(/[^\n \p{L}\p{M}\p{N}\p{P}\p{S}]/u.exec(text)?.[0]).toBeUndefined();
};

type Resources = ReadonlyMap<string, number>;

/** Sockets, pipes, processes and timers that keep this process busy. */
export const resources = (): Resources => {
  const counts = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/** Closing takes a turn or two of the event loop; what is still there after a while is a leak. */
export const checkResources = async (before: Resources): Promise<void> => {
  let more: string[] = [];
  for (let attempt = 0; attempt < 100; attempt += 1) {
    more = [...resources()].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name);
    if (more.length === 0) return;
    await sleep(20);
  }
  expect(more, "resources left behind").toEqual([]);
};

/** Live processes whose environment holds the mark. The dead that nobody reaped do not count. */
export const processesWith = (mark: string): number[] =>
  readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .map(Number)
    .filter((pid) => isAlive(pid) && readProc(pid, "environ").includes(mark));

/** True unless the process is gone or a zombie. */
export const isAlive = (pid: number): boolean => {
  const stat = readProc(pid, "stat");
  if (stat === "") return false;
  const state = stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
  return state !== "Z" && state !== "X";
};

const readProc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
};

/** A killed process needs a moment to be gone from the table. */
export const checkNoProcess = async (mark: string, except: readonly number[] = []): Promise<void> => {
  let left: number[] = [];
  for (let attempt = 0; attempt < 50; attempt += 1) {
    left = processesWith(mark).filter((pid) => !except.includes(pid));
    if (left.length === 0) return;
    await sleep(20);
  }
  expect(left, "processes left behind").toEqual([]);
};
