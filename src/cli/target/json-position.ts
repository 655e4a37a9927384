/** In a file of its own, because the parser is loaded only if there is something to parse. */
export class JsoncError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** `line:column`, both from 1. */
export const positionOf = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${lines.length}:${(lines.at(-1) ?? "").replace(/^\ufeff/, "").length + 1}`;
};
