import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { filesOf, GROUPS, readPortion } from "./test/groups.ts";
import SlowestFirst from "./test/setup/slowest-first.ts";

const portion = readPortion(process.env["TESTS"]);

export default defineConfig({
  test: {
    // Once for all groups: the groups below do not extend this.
    globalSetup: ["test/setup/build-servers.ts", "test/setup/compile-compliance.ts"],
    // The JSON result has the duration of every test.
    reporters: ["default", ["json", { outputFile: ".cache/vitest.json" }], "./test/setup/summary-reporter.ts"],
    sequence: { sequencer: SlowestFirst },
    projects: GROUPS.map((name, order) => ({
      // The sources of mcptest-fleet use those of mcptest, not the build.
      resolve: { alias: { "mcptest/internal": fileURLToPath(new URL("./src/library/internal.ts", import.meta.url)) } },
      test: {
        name,
        include: filesOf(name, portion),
        // A loop over nothing, or an early return, is not a passed test.
        expect: { requireAssertions: true },
        testTimeout: 90_000,
        hookTimeout: 90_000,
        // Child processes and raw sockets are the subject of most tests.
        pool: "forks" as const,
        // Loading the sources costs more than most files take to run, so the files of a group share a process. They run
        // one group after another, because a process is kept only for the next file of its own group.
        isolate: false,
        sequence: { groupOrder: order },
        // Where servers and processes are waited for, four more workers than cores keep the cores busy.
        // Clients under test wait most of the time; eight at a time keep a core busy.
        maxConcurrency: 8,
        maxWorkers: availableParallelism() + (name === "live" || name === "e2e" ? 4 : 0),
        // With UPDATE, some pure tests record the captures that they judge from then on.
        setupFiles: [
          "test/setup/count-properties.ts",
          ...(name === "pure" && !process.env["UPDATE"] ? ["test/setup/refuse-the-world.ts"] : []),
        ],
      },
    })),
  },
});
