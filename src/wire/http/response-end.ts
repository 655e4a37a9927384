/** Only the beginning of a line matters: a status, a length, a chunk size. */
const LINE_KEPT = 256;
const LF = 0x0a;

/**
 * Finds where a response ends among the bytes of its connection. Node's parser knows too, but does not tell: a second
 * response in the same packet is dropped without a word, and other bytes there are blamed on the response before
 * them. Only what Node accepts is read here, so anything odd may simply be given up on.
 */
export class ResponseEnd {
  readonly #headRequest: boolean;
  #state: "status" | "headers" | "data" | "chunk-size" | "trailers" | "until-close" | "done" = "status";
  #line = "";
  #status = 0;
  #length: number | undefined;
  #chunked = false;
  #left = 0;

  constructor(method: string) {
    this.#headRequest = method === "HEAD";
  }

  /** How many bytes of the chunk lie behind the end of the response. */
  push(chunk: Buffer): number {
    let at = 0;
    while (at < chunk.length) {
      if (this.#state === "done") return chunk.length - at;
      if (this.#state === "until-close") return 0;
      at = this.#state === "data" ? this.#skip(chunk, at) : this.#readLine(chunk, at);
    }
    return 0;
  }

  #skip(chunk: Buffer, at: number): number {
    const taken = Math.min(this.#left, chunk.length - at);
    this.#left -= taken;
    if (this.#left === 0) this.#state = this.#chunked ? "chunk-size" : "done";
    return at + taken;
  }

  #readLine(chunk: Buffer, at: number): number {
    const lf = chunk.indexOf(LF, at);
    const end = lf < 0 ? chunk.length : lf;
    const kept = Math.min(end, at + LINE_KEPT - this.#line.length);
    const piece = chunk.toString("latin1", at, Math.max(at, kept));
    if (lf < 0) {
      this.#line += piece;
      return end;
    }
    const line = (this.#line + piece).trimEnd();
    this.#line = "";
    this.#onLine(line);
    return lf + 1;
  }

  #onLine(line: string): void {
    switch (this.#state) {
      case "status":
        this.#status = Number(/^HTTP\/\d\.\d (\d{3})/.exec(line)?.[1] ?? 0);
        this.#state = "headers";
        return;
      case "headers":
        if (line === "") this.#endHead();
        else this.#onHeader(line.toLowerCase());
        return;
      case "chunk-size":
        this.#left = Number.parseInt(line, 16);
        if (!(this.#left >= 0)) this.#state = "until-close";
        else if (this.#left === 0) this.#state = "trailers";
        else {
          this.#state = "data";
          this.#left += 2; // the line end behind the chunk's data
        }
        return;
      case "trailers":
        if (line === "") this.#state = "done";
    }
  }

  #onHeader(line: string): void {
    const length = line.startsWith("content-length:") ? /^content-length:[ \t]*(\d+)$/.exec(line) : null;
    if (length) this.#length = Number(length[1]);
    else if (/^transfer-encoding:.*\bchunked$/.test(line)) this.#chunked = true;
  }

  #endHead(): void {
    if (this.#status === 101 || this.#status < 100) this.#state = "until-close";
    else if (this.#status < 200) {
      this.#state = "status";
      this.#length = undefined;
      this.#chunked = false;
    } else if (this.#headRequest || this.#status === 204 || this.#status === 304) this.#state = "done";
    else if (this.#chunked) this.#state = "chunk-size";
    else if (this.#length === undefined) this.#state = "until-close";
    else {
      this.#left = this.#length;
      this.#state = this.#left === 0 ? "done" : "data";
    }
  }
}
