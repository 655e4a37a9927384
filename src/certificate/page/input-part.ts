import { byId, type PageElement, type PageField, type PageFile, type PageFileField } from "./dom.ts";
import { plain } from "./said.ts";

export interface Content {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The file input, the paste field and the line below them that belong to one file. */
export interface InputPart {
  content(): Content | null;
  take(content: Content): void;
  complain(message: string | null): void;
  clear(): void;
}

/** A page keeps all of it in memory; the command reads larger files. */
const LARGEST = 200_000_000;

/** Wires `<id>-file`, `<id>-text` and `<id>-status`. A file and pasted text replace each other. */
export const openInputPart = (id: "certificate" | "capture" | "revocations", changed: () => void): InputPart => {
  const file = byId<PageFileField>(`${id}-file`);
  const text = byId<PageField>(`${id}-text`);
  const status = byId(`${id}-status`);
  let held: Content | null = null;
  const describe = (): void => {
    status.className = "small soft";
    status.textContent = held === null ? "None yet." : `${plain(held.name, 100)}, ${size(held.bytes.length)}`;
  };
  const part: InputPart = {
    content: () => held,
    take: (content) => {
      held = content;
      text.value = "";
      describe();
    },
    complain: (message) => {
      if (message === null) return;
      status.className = "small problem";
      status.textContent = plain(message, 400);
    },
    clear: () => {
      held = null;
      file.value = "";
      text.value = "";
      describe();
    },
  };
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) void readFile(chosen).then((read) => receive(part, read, changed));
  });
  text.addEventListener("input", () => {
    file.value = "";
    held = text.value.trim() === "" ? null : { name: "pasted text", bytes: new TextEncoder().encode(text.value) };
    describe();
    changed();
  });
  return part;
};

const receive = (part: InputPart, read: Content | string, changed: () => void): void => {
  if (typeof read === "string") {
    part.clear();
    changed();
    part.complain(read);
    return;
  }
  part.take(read);
  changed();
};

/** The file's bytes, or a line that says why not. */
export const readFile = async (file: PageFile): Promise<Content | string> => {
  if (file.size > LARGEST)
    return `${file.name} has ${size(file.size)}, which is too large for a page; use mcptest cert verify`;
  try {
    return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    return `${file.name} cannot be read; is it a folder, or was it removed?`;
  }
};

const size = (bytes: number): string =>
  bytes < 1_000 ? `${bytes} bytes` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** A message below a field, and a mark on the field for readers who cannot see it. */
export const complainAt = (field: PageElement, line: PageElement, message: string | null): void => {
  line.textContent = message === null ? "" : message;
  if (message === null) field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
};
