// Vitest reporter: at the end one line with the counts, and every test that passed or failed only after a second attempt.
// A retry hides a race or a deadline that is too short, so it must not go unnoticed.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter, TestModule } from "vitest/node";

declare module "vitest" {
  interface TaskMeta {
    /** A mutant that was not probed in this run (test/rules/proof/recordings.ts). */
    judgedFromKeptRecording?: boolean;
  }
}

/** What .ci/run adds up over its runs. */
export interface Summary {
  passed: number;
  failed: number;
  skipped: number;
  /** Full names of the tests that needed another attempt. */
  retried: string[];
  /** How many mutants were not probed in this run. */
  fromKeptRecordings: number;
}

const FILE = fileURLToPath(new URL("../../.cache/test-summary.json", import.meta.url));

export const summarize = (modules: readonly TestModule[], unhandledErrors: number): Summary => {
  const summary: Summary = { passed: 0, failed: unhandledErrors, skipped: 0, retried: [], fromKeptRecordings: 0 };
  for (const module of modules) {
    // A file that cannot be loaded, or whose hook throws, has failed even if none of its tests did.
    summary.failed += module.errors().length;
    for (const suite of module.children.allSuites()) summary.failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed" || state === "failed" || state === "skipped") summary[state] += 1;
      if (test.meta().judgedFromKeptRecording === true) summary.fromKeptRecordings += 1;
      const retries = test.diagnostic()?.retryCount ?? 0;
      if (retries > 0) summary.retried.push(`${module.relativeModuleId} > ${test.fullName} (${retries}, ${state})`);
    }
  }
  return summary;
};

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const summary = summarize(modules, unhandledErrors.length);
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, `${JSON.stringify(summary, null, 2)}\n`);
    console.log(`\n${summary.passed} passed, ${summary.failed} failed, ${summary.retried.length} needed a retry`);
    if (summary.fromKeptRecordings > 0)
      console.log(`${summary.fromKeptRecordings} mutants were judged from .cache/recordings; CI=true probes them`);
    for (const name of summary.retried) console.log(`  retried: ${name}`);
  }
}
