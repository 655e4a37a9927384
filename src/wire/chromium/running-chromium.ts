import { spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import type { PictureLimits } from "../picture-limits.ts";
import { countGroup, forgetGroup, memoryOf, rememberGroup, signalGroup } from "../stdio/process-group.ts";
import { chromiumFlags } from "./chromium-flags.ts";
import { ChromiumError, ChromiumPipe } from "./chromium-pipe.ts";
import type { Confinement } from "./confinement.ts";

/** Which Chromium, and how it is confined. */
export interface Chromium extends Confinement {
  readonly program: string;
  /** Where programs are found; the rest of our environment is not handed on. */
  readonly path: string;
}

const WATCH_MS = 200;
const END_MS = 5_000;
const LAST_WORDS_MS = 1_000;
const STDERR_BYTES = 16_384;

/** One Chromium with a folder of its own. Both are gone once `end` is over. */
export class RunningChromium {
  readonly pipe: ChromiumPipe;
  readonly page: string;
  readonly #folder: string;
  readonly #pid: number | undefined;
  readonly #watch: NodeJS.Timeout;
  readonly #exited: Promise<void>;
  #stderr = "";

  constructor({ program, path, prefix, user }: Chromium, page: string, limits: PictureLimits) {
    this.#folder = mkdtempSync(join(tmpdir(), "mcptest-app-"));
    this.page = join(this.#folder, "page.html");
    const home = join(this.#folder, "home");
    mkdirSync(home);
    writeFileSync(this.page, page);
    for (const owned of user ? [this.#folder, home, this.page] : []) chownSync(owned, user?.uid ?? 0, user?.gid ?? 0);
    const [command = program, ...args] = [...prefix, program, ...chromiumFlags(join(home, "profile"))];
    const child = spawn(command, args, {
      ...user,
      cwd: home,
      env: { PATH: path, HOME: home, TMPDIR: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_RUNTIME_DIR: home },
      stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
      detached: true,
      windowsHide: true,
    });
    this.#pid = child.pid;
    if (child.pid !== undefined) rememberGroup(child.pid);
    child.stderr?.on("data", (chunk: Buffer) => {
      if (this.#stderr.length < STDERR_BYTES) this.#stderr += chunk.toString("latin1");
    });
    const [, , , commands, answers] = child.stdio;
    if (!(commands instanceof Writable && answers instanceof Readable))
      throw new ChromiumError("no pipe could be made");
    this.pipe = new ChromiumPipe(commands, answers, limits.pipeBytes);
    this.#exited = new Promise((resolve) => {
      child.once("error", () => {
        this.pipe.close(`${program} could not be started`);
        resolve();
      });
      child.once("exit", () => {
        resolve();
        // What it said last may still be on its way; something that it started may hold the pipe open for ever.
        const end = (): void => this.pipe.close(this.#whyEnded());
        const late = setTimeout(end, LAST_WORDS_MS);
        child.once("close", () => {
          clearTimeout(late);
          end();
        });
      });
    });
    this.#watch = setInterval(() => {
      if (this.#pid !== undefined && memoryOf([this.#pid]) > limits.memoryBytes)
        this.pipe.close(`the page took more than ${Math.round(limits.memoryBytes / 1_048_576)} MiB of memory`);
    }, WATCH_MS);
  }

  /** Ends it with everything it started, and removes what it wrote. */
  async end(): Promise<void> {
    clearInterval(this.#watch);
    if (this.#pid !== undefined) {
      signalGroup(this.#pid, "SIGKILL");
      await this.#exited;
      // Its children are not ours to wait for; as long as one runs it may write to the folder.
      const deadline = performance.now() + END_MS;
      while (countGroup(this.#pid) > 0 && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 10));
      forgetGroup(this.#pid);
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  #whyEnded(): string {
    return /no usable sandbox|zygote_host|credentials\.cc|setuid sandbox/i.test(this.#stderr)
      ? "Chromium cannot set up its own sandbox here, and without it no page of a server's is run"
      : "Chromium ended by itself";
  }
}
