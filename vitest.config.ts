import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/setup/build-servers.ts", "test/setup/compile-compliance.ts"],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Child processes and raw sockets are the subject of most tests; forks keep one file's leak out of another's.
    pool: "forks",
    // Most of a live test is waiting; one worker per core, not one less.
    maxWorkers: "100%",
    // The JSON result is what .ci/run counts from.
    reporters: ["default", ["json", { outputFile: ".cache/vitest.json" }]],
  },
});
