// Cuts a byte stream into lines. Bytes are decoded only when a line is complete, so no character is torn apart.

export class LineReader {
  #rest = Buffer.alloc(0);

  // Returns the lines completed by these bytes, without their newlines.
  push(bytes: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let rest = Buffer.concat([this.#rest, bytes]);
    for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
      lines.push(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
    this.#rest = rest;
    return lines;
  }

  // What came after the last newline: a message too, if the client closed without one.
  end(): Buffer {
    const rest = this.#rest;
    this.#rest = Buffer.alloc(0);
    return rest;
  }
}
