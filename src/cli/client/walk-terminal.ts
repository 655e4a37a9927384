import { untrusted } from "../../base/untrusted.ts";
import type { HostConfig, WalkView } from "../../features/client/client-walk.ts";
import type { Listening } from "../../features/client/listen/listen.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import type { ClientResult } from "../../scores/result/result.ts";
import type { Console } from "../terminal/console.ts";

/** What a person at the terminal sees while a client is tested. Results come at the end, on stdout. */
export class WalkTerminal {
  readonly #console: Console;
  readonly #quiet: boolean;
  #task = "";
  #client = "";

  constructor(console: Console, quiet: boolean) {
    this.#console = console;
    this.#quiet = quiet;
  }

  greet({ url, origin }: Pick<Listening, "url" | "origin">, configs: readonly HostConfig[]): void {
    this.#console.err(`mcptest is a server at ${url} and waits for your client\n`);
    if (this.#quiet) return;
    const width = Math.max(...configs.map(({ host }) => host.length));
    const place = Math.max(...configs.map((config) => config.place.length));
    for (const { host, place: where, text } of configs)
      this.#line(`  ${host.padEnd(width)}  ${where.padEnd(place)}  ${oneLineJson(text)}`);
    this.#line(`What to do is said here and at ${origin}/`);
    this.#line("Enter leaves a step out; Ctrl-C ends the run and prints the verdicts.");
  }

  /** Says what changed. */
  show({ task, steps }: WalkView, result: ClientResult | undefined): void {
    if (this.#quiet) return;
    const client = result?.client.label ?? "";
    if (client !== this.#client && result) {
      this.#client = client;
      const { eras, transports } = result.client;
      this.#line(`\nconnected: ${escapeTerminal(untrusted(client), 100)} (${[...eras, ...transports].join(", ")})`);
    }
    const now = JSON.stringify([task.title, client]);
    if (now === this.#task) return;
    this.#task = now;
    if (result) this.#line(soFar(result));
    const done = steps.filter(({ state }) => state === "done" || state === "skipped").length;
    const count =
      client === "" || steps.length === 0 ? "" : `step ${Math.min(done + 1, steps.length)} of ${steps.length}: `;
    this.#line(`\n${count}${task.title}`);
    for (const sentence of task.sentences) this.#line(`  ${sentence}`);
  }

  /** Calls back for every line typed at a terminal; returns how to stop that. */
  onEnter(listener: () => void): () => void {
    const { stdin } = process;
    if (stdin.isTTY !== true) return () => {};
    const read = (): void => listener();
    stdin.on("data", read);
    return () => {
      stdin.off("data", read);
      stdin.pause();
    };
  }

  #line(text: string): void {
    this.#console.err(`${text}\n`);
  }
}

const soFar = ({ verdicts }: ClientResult): string => {
  const failed = verdicts.filter(({ state }) => state === "fail");
  const passed = verdicts.filter(({ state }) => state === "pass").length;
  const named = failed.slice(0, 6).map(({ id }) => id);
  const names = failed.length === 0 ? "" : ` (${named.join(", ")}${failed.length > named.length ? ", …" : ""})`;
  return `  so far: ${passed} passed, ${failed.length} failed${names}`;
};

/** A configuration as one line. */
const oneLineJson = (text: string): string =>
  text.startsWith("{") ? JSON.stringify(JSON.parse(text) as object) : text;
