// A server that answers with what a recorded one said, changed: over both transports, in both eras, as a body, a stream or raw bytes.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { probeTarget } from "../../../src/areas/probe-target.ts";
import { isJsonObject, type Json, type JsonObject, stringMember } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { readCaptures } from "../../../src/capture/read.ts";
import type { Target } from "../../../src/capture/target.ts";
import { judge } from "../../../src/library/judge.ts";
import type { Limits } from "../../../src/wire/limits.ts";
import { CANARY, CANARY_HEADERS } from "../../hostile/canaries.ts";
import { CLIENT } from "../../hostile/case.ts";
import { checkCapture, checkJudged, checkNoProcess, underWatch } from "../../hostile/oracle.ts";
import {
  type HttpVice,
  jsonResponse,
  onRequest,
  response,
  startViceServer,
  streamHead,
} from "../../hostile/servers/http.ts";
import type { Area } from "../area.ts";
import { mutateJson, oddValue } from "../mutate-json.ts";
import { mutateText } from "../mutate-text.ts";
import type { Random } from "../random.ts";
import { checkResult } from "./reading.ts";

/** Short, so that silence costs little; the run as a whole is bounded by them. */
const LIMITS: Partial<Limits> = {
  connectMs: 2_000,
  headMs: 400,
  idleMs: 400,
  exchangeMs: 500,
  startMs: 3_000,
  runMs: 6_000,
  quietMs: 20,
  stdinCloseMs: 300,
  termMs: 200,
};

type Answers = ReadonlyMap<string, readonly JsonObject[]>;

const CAPTURES = { stateful: "rust-http.json", stateless: "go-http-stateless.json" } as const;
export type FuzzEra = keyof typeof CAPTURES;

const answersOf = (era: FuzzEra): Answers => {
  const file = fileURLToPath(new URL(`../../captures/real/${CAPTURES[era]}`, import.meta.url));
  const found = new Map<string, JsonObject[]>();
  for (const { request, response: said } of readCaptures(readFileSync(file, "utf8"), file).sessions.flatMap(
    ({ exchanges }): readonly Exchange[] => exchanges,
  )) {
    const method = isJsonObject(request ?? null) ? stringMember(request as Json, "method") : undefined;
    if (method !== undefined && isJsonObject(said ?? null)) {
      const list = found.get(method) ?? [];
      list.push(said as JsonObject);
      found.set(method, list);
    }
  }
  return found;
};

const known = new Map<FuzzEra, Answers>();

interface Asked {
  readonly id?: Json;
  readonly method?: string;
}

/** The text of an answer: right, changed, or nothing one could call an answer. */
const answerText = ({ id, method = "" }: Asked, answers: Answers, random: Random): string => {
  const recorded = answers.get(method);
  const right: JsonObject = recorded
    ? { ...random.pick(recorded), id: id ?? null }
    : { jsonrpc: "2.0", id: id ?? null, error: { code: -32_601, message: "Method not found" } };
  if (random.once(2)) return JSON.stringify(right);
  const changed = random.once(20) ? oddValue(random) : mutateJson(right, random);
  // Most keep their id: otherwise nothing behind the first answer is ever reached.
  if (isJsonObject(changed) && !random.once(6)) Object.assign(changed, { id: id ?? null });
  const text = JSON.stringify(changed);
  return random.once(12) ? mutateText(text, random) : text;
};

const httpVice = (answers: Answers, random: Random): HttpVice =>
  onRequest((request, socket) => {
    if (request.method !== "POST")
      return void socket.end(response(random.pick(["405 Method Not Allowed", "200 OK", "404 Not Found"]), []));
    const asked = request.message;
    if (asked?.id === undefined && !random.once(10)) return void socket.write(response("202 Accepted", []));
    const text = answerText(asked ?? {}, answers, random);
    const headers = random.once(4)
      ? [`Mcp-Session-Id: ${String(random.pick(["s-1", "", "a b", "x".repeat(9_000), "é"]))}`]
      : [];
    switch (random.below(16)) {
      case 0:
        return void socket.end(
          Buffer.from(mutateText(jsonResponse(text, ...headers).toString("latin1"), random), "latin1"),
        );
      case 1:
        return void socket.end(
          response(
            random.pick(["400 Bad Request", "500 Oops", "401 Unauthorized", "301 Moved", "200 OK"]),
            headers,
            text,
          ),
        );
      case 2:
        return void socket.destroy();
      case 3:
        return undefined;
      case 4:
      case 5:
      case 6:
      case 7:
        return void socket.end(`${streamHead(...headers)}${events(text, asked ?? {}, answers, random)}`);
      default:
        return void socket.write(jsonResponse(text, ...headers));
    }
  });

const events = (text: string, asked: Asked, answers: Answers, random: Random): string => {
  const before = Array.from({ length: random.below(4) }, () =>
    answerText({ method: random.pick([...answers.keys()]) }, answers, random),
  );
  const stream = [...before, text, ...(random.once(4) ? [answerText(asked, answers, random)] : [])]
    .map(
      (data) =>
        `${random.pick(["", "id: 1\n", "event: message\n", "event: x\n", "retry: 5\n", ": c\n"])}data: ${data}\n\n`,
    )
    .join("");
  return random.once(5) ? mutateText(stream, random) : stream;
};

/** A program that carries bytes between its standard streams and a port of ours, where the answers are made. */
const CARRIER =
  "const s=require('net').connect(+process.argv[1],'127.0.0.1');process.stdin.pipe(s);s.pipe(process.stdout);s.on('error',()=>process.exit());s.on('close',()=>process.exit())";

const listenForLines = async (answers: Answers, random: Random) => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    createInterface({ input: socket }).on("line", (line) => {
      const asked = parsed(line);
      if (asked?.id === undefined && !random.once(10)) return;
      if (random.once(60)) return void socket.destroy();
      const text = answerText(asked ?? {}, answers, random);
      if (random.once(10))
        socket.write(`${answerText({ method: random.pick([...answers.keys()]) }, answers, random)}\n`);
      socket.write(random.once(20) ? mutateText(`${text}\n`, random) : `${text}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, close: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
};

const parsed = (line: string): Asked | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

const probe = async (target: Target): Promise<"taken"> => {
  const capture = await underWatch(() =>
    probeTarget(target, { client: CLIENT, limits: LIMITS, baseEnv: { PATH: process.env["PATH"] ?? "" } }),
  );
  checkCapture(capture);
  await checkJudged(capture);
  checkResult(await judge(capture));
  return "taken";
};

const liveArea = (era: FuzzEra, transport: "http" | "stdio"): Area => ({
  name: `answers, ${era} over ${transport}`,
  live: true,
  run: async (random) => {
    const answers = known.get(era) ?? answersOf(era);
    known.set(era, answers);
    if (transport === "http") {
      const server = await startViceServer(httpVice(answers, random));
      try {
        return await probe({ kind: "http", url: server.url, headers: CANARY_HEADERS, origin: "user" });
      } finally {
        await server.close();
      }
    }
    const mark = `mark-${randomUUID()}`;
    const lines = await listenForLines(answers, random);
    try {
      const env = { HOSTILE_CANARY: CANARY.env, HOSTILE_MARK: mark };
      return await probe({ kind: "stdio", command: process.execPath, args: ["-e", CARRIER, String(lines.port)], env });
    } finally {
      await checkNoProcess(mark);
      await lines.close();
    }
  },
});

export const ANSWER_AREAS: readonly Area[] = (["http", "stdio"] as const).flatMap((transport) =>
  (["stateful", "stateless"] as const).map((era) => liveArea(era, transport)),
);
