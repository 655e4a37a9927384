import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const MCPTEST = fileURLToPath(new URL("../../bin/mcptest.js", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Longer than any check takes on a loaded machine; what takes this long hangs. */
const LIMIT_MS = 300_000;

/** A busy machine may take longer than the usual limit of a run, which is not what is tested here. */
const RUN_TIMEOUT = "280s";

/** Checks a server and returns the state of everything that was judged, by name. The capture stays in `file`. */
export const judgeOnce = async (server, file) => {
  const running = server.http ? await startServer(server) : undefined;
  try {
    const target = running ? [running.url] : ["--", process.execPath, ...server.args];
    const began = performance.now();
    await check(target, file);
    return { ms: performance.now() - began, states: statesIn(JSON.parse(readFileSync(`${file}.result.json`, "utf8"))) };
  } finally {
    await running?.stop();
  }
};

const check = async (target, file) => {
  const args = ["check", "--quiet", "--save", `${file}.json`, "--reporter", "json", "-o", `${file}.result.json`];
  const child = spawn(
    process.execPath,
    [MCPTEST, ...args, "--fail-on", "never", "--run-timeout", RUN_TIMEOUT, ...target],
    {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
      timeout: LIMIT_MS,
    },
  );
  const [code, signal] = await once(child, "exit");
  if (signal || (code !== 0 && code !== 1 && code !== 5)) throw new Error(`mcptest check ended with ${signal ?? code}`);
};

const statesIn = ({ verdicts, conformance, invariants, discoverability, server }) => {
  const states = new Map([
    ["outcome", server.outcome],
    ["era", server.era.verdict],
  ]);
  const add = (name, state) => states.set(states.has(name) ? `${name} again` : name, state);
  for (const { id, revision, state } of verdicts ?? []) add(`${id} at ${revision}`, state);
  if (conformance?.badge) add("conformance tier", conformance.badge);
  for (const { id, state } of invariants ?? []) add(id, state);
  for (const { id, pass, unobserved } of discoverability?.criteria ?? [])
    add(id, unobserved ? "inconclusive" : pass ? "pass" : "fail");
  return states;
};

const freePort = async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
};

/** A server says on stderr that it listens. */
const startServer = async ({ args, http }) => {
  const port = await freePort();
  const child = spawn(process.execPath, [...args, ...(http.port?.(port) ?? [])], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  child.stderr.setEncoding("utf8");
  let said = "";
  await new Promise((resolve, reject) => {
    child.stderr.on("data", (text) => {
      said += text;
      if (said.includes(String(port))) resolve();
    });
    void exited.then(() => reject(new Error(`the server ended: ${said}`)));
  });
  const stop = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  return { url: `http://127.0.0.1:${port}${http.path}`, stop };
};
