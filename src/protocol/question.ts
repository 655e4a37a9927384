import type { Era } from "./revision-table.ts";

/** Something the plan can ask. A row of this shape is all there is to write: its answers are a fact by themselves. */
export interface Question {
  /** What is sent, as a phrase that follows "asks" or "the answers to". */
  readonly asks: string;
  readonly era: Era | "both";
  /**
   * The names of the messages that carry the question; `""` is the question's own name, and `#` stands for a number. A
   * message is filed in captures as the name of the question and its own, joined by a hyphen.
   */
  readonly sends?: readonly string[];
  /** Messages filed under the question that do not carry it: a control request, a handshake, a clean-up. */
  readonly besides?: readonly string[];
  /** The fact that reads the answers, where it is not called like the question. */
  readonly fact?: string;
  /** The messages that this fact reads, where it does not read all of them. */
  readonly reads?: readonly string[];
  /** Facts that read the answers to some of the messages only. */
  readonly parts?: Readonly<Record<string, readonly string[]>>;
}

type More = Omit<Question, "asks" | "era">;

const question =
  <Of extends Question["era"]>(era: Of) =>
  <const Row extends More = Record<never, never>>(asks: string, more?: Row) => {
    return { asks, era, ...more } as { readonly asks: string; readonly era: Of } & Row;
  };

/** A question of the stateful era, of the stateless one, and one that both have. */
export const stateful = question("stateful");
export const stateless = question("stateless");
export const both = question("both");

/** The name under which a message is filed in a capture. */
export const stepName = (question: string, message: string | undefined): string =>
  message === undefined || message === "" ? question : `${question}-${message}`;
