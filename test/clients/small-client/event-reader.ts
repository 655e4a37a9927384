// Event streams, by the standard.

export interface ReceivedEvent {
  readonly type: string;
  readonly data: string;
}

export class EventReader {
  #rest = "";
  #isFirst = true;
  #data: string[] = [];
  #type = "";
  #skipsLineFeed = false;
  id: string | undefined;
  retryMs: number | undefined;

  push(chunk: string): readonly ReceivedEvent[] {
    const events: ReceivedEvent[] = [];
    let text = this.#rest + (this.#isFirst ? chunk.replace(/^\ufeff/, "") : chunk);
    if (chunk !== "") this.#isFirst = false;
    for (let match = /\r\n|\r|\n/.exec(text); match; match = /\r\n|\r|\n/.exec(text)) {
      const line = text.slice(0, match.index);
      // A line feed that belongs to the carriage return before may come with the next chunk.
      const isSecondHalf = this.#skipsLineFeed && line === "" && match[0] === "\n";
      text = text.slice(match.index + match[0].length);
      this.#skipsLineFeed = match[0] === "\r" && text === "";
      if (!isSecondHalf) this.#line(line, events);
    }
    this.#rest = text;
    return events;
  }

  #line(line: string, events: ReceivedEvent[]): void {
    if (line === "") {
      if (this.#data.length > 0) events.push({ type: this.#type || "message", data: this.#data.join("\n") });
      this.#data = [];
      this.#type = "";
      return;
    }
    const at = line.indexOf(":");
    const field = at < 0 ? line : line.slice(0, at);
    const value = at < 0 ? "" : line.slice(at + 1).replace(/^ /, "");
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#type = value;
    else if (field === "id") this.id = value;
    else if (field === "retry" && /^\d+$/.test(value)) this.retryMs = Number(value);
  }
}

/** As it is often done: events end with two line feeds, and data is one line after a space. */
export class HastyEventReader extends EventReader {
  #text = "";

  override push(chunk: string): readonly ReceivedEvent[] {
    const events = (this.#text + chunk).split("\n\n");
    this.#text = events.pop() ?? "";
    return events.flatMap((event) => {
      const line = event.split("\n").find((one) => one.startsWith("data: "));
      return line === undefined ? [] : [{ type: "message", data: line.slice(6) }];
    });
  }
}
