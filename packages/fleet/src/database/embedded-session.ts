import type { PGlite } from "@electric-sql/pglite";
import { openTurns } from "../turns.ts";
import type { Row } from "./database.ts";

type Lite = typeof import("@electric-sql/pglite");
type Answers = Awaited<ReturnType<PGlite["execProtocolStream"]>>;

export interface Answered {
  readonly rows: Row[];
  /** What the database says it did: SELECT, COMMIT. */
  readonly command: string | undefined;
}

/** Statements go through one after the other; who wants several together holds the database meanwhile. */
export interface EmbeddedSession {
  query(text: string, values: readonly unknown[]): Promise<Answered>;
  script(text: string): Promise<Row[]>;
  /** It gave up in the middle of something. What was stored is found again by the next process that opens it. */
  isBroken(): boolean;
}

interface Prepared {
  readonly name: string;
  readonly types: readonly number[];
  /** What says which columns the rows have. */
  readonly columns: Answers;
}

/** More than there are in the program; a text that is made anew each time must not fill the memory. */
const MOST_PREPARED = 200;

/**
 * PGlite's own query reads and plans a statement each time, in six passes into WebAssembly, and writes bytes as the text of their
 * digits. Here a statement is prepared once, and every further use is two: one that binds and executes it, and one that ends it.
 */
export const openSession = (lite: PGlite, { protocol: { serialize }, parse }: Lite): EmbeddedSession => {
  const inTurn = openTurns();
  const known = new Map<string, Prepared>();
  let made = 0;
  let broken: unknown;
  const guarded = <T>(work: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      if (broken !== undefined) throw broken;
      try {
        return await work();
      } catch (error) {
        if (isFatal(error)) broken = error;
        throw error;
      }
    });
  const pass = (message: Uint8Array): Promise<Answers> => lite.execProtocolStream(message, { syncToFs: false });
  /** By itself, because a database that gave up must not be told to end anything: it would turn in circles for ever. */
  const end = (): Promise<Answers> => pass(serialize.sync());
  const send = async (...messages: readonly Uint8Array[]): Promise<Answers> => {
    try {
      return await pass(Buffer.concat(messages));
    } catch (error) {
      if (!isFatal(error)) await end();
      throw error;
    }
  };

  const prepare = async (text: string): Promise<Prepared> => {
    if (known.size >= MOST_PREPARED) {
      await send(...[...known.values()].map(({ name }) => serialize.close({ type: "S", name })));
      await end();
      known.clear();
    }
    made += 1;
    const name = `s${made}`;
    const described = await send(serialize.parse({ name, text }), serialize.describe({ type: "S", name }));
    const prepared = {
      name,
      types: parse.parseDescribeStatementResults(described),
      columns: described.filter((message) => message.name === "rowDescription"),
    };
    known.set(text, prepared);
    return prepared;
  };
  const written = (value: unknown, type: number | undefined): string | Uint8Array | null => {
    if (value === null || value === undefined) return null;
    if (value instanceof Uint8Array) return value;
    const write = type === undefined ? undefined : lite.serializers[type];
    return write ? write(value) : String(value);
  };

  return {
    query: (text, values) =>
      guarded(async () => {
        const { name, types, columns } = known.get(text) ?? (await prepare(text));
        const answers = await send(
          serialize.bind({ statement: name, values: values.map((value, index) => written(value, types[index])) }),
          serialize.execute({}),
        );
        if (!answers.some((message) => message.name === "commandComplete")) throw new GaveUp();
        await end();
        const [result] = parse.parseResults([...columns, ...answers], lite.parsers);
        return { rows: (result?.rows ?? []) as Row[], command: result?.command };
      }),
    script: (text) =>
      guarded(async () => {
        const results = parse.parseResults(await send(serialize.query(text)), lite.parsers);
        return (results.at(-1)?.rows ?? []) as Row[];
      }),
    isBroken: () => broken !== undefined,
  };
};

/** WebAssembly that fails is noticed by an answer that does not come. */
class GaveUp extends Error {
  override readonly name = "GaveUp";
  override readonly message = "it gave up without a word; start again";
}

/** After these PostgreSQL would end its process, which here is ours: a disk without space for its log is one of them. */
const isFatal = (error: unknown): boolean =>
  error instanceof GaveUp || /^(?:FATAL|PANIC)$/.test(String((error as { severity?: unknown } | null)?.severity));
