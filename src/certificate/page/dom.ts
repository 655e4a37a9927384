/**
 * The part of the DOM that the page uses. Everything that turns text into markup or code (innerHTML and the like, event
 * attributes, style) is left out on purpose, so that the content of a file can only become text.
 */
export interface PageElement {
  textContent: string | null;
  className: string;
  hidden: boolean;
  open?: boolean;
  append(...children: readonly (PageElement | string)[]): void;
  replaceChildren(...children: readonly (PageElement | string)[]): void;
  setAttribute(name: AttributeName, value: string): void;
  removeAttribute(name: AttributeName): void;
  querySelectorAll(selector: string): Iterable<PageElement>;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
  focus(): void;
}

type Words<List extends string> = List extends `${infer First} ${infer Rest}` ? First | Words<Rest> : List;

export type AttributeName = Words<"class id open dir role scope data-state aria-hidden aria-invalid aria-labelledby">;

export type TagName =
  Words<"a b bdi caption code dd details div dl dt h2 h3 li ol p pre section span strong summary ul">;

export interface PageField extends PageElement {
  value: string;
}

export interface PageFile {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface PageFileField extends PageField {
  readonly files: Iterable<PageFile> | null;
}

export interface PageEvent {
  preventDefault(): void;
  readonly dataTransfer?: {
    readonly files: Iterable<PageFile>;
    readonly types: readonly string[];
  } | null;
}

interface PageDocument {
  readonly body: PageElement;
  createElement(tag: TagName): PageElement;
  getElementById(id: string): PageElement | null;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
}

interface PageWindow {
  readonly document: PageDocument;
  addEventListener(type: string, listener: () => void): void;
}

export const pageWindow = globalThis as unknown as PageWindow;

/** An element of the page's own markup; a missing one is a bug in the page. */
export const byId = <T extends PageElement = PageElement>(id: string): T => {
  const found = pageWindow.document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
};

type Child = PageElement | string | null;

/** A new element. Strings become text, never markup. */
export const make = (
  tag: TagName,
  attributes: Readonly<Partial<Record<AttributeName, string>>>,
  ...children: readonly Child[]
): PageElement => {
  const element = pageWindow.document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name as AttributeName, value);
  element.append(...children.filter((child) => child !== null));
  return element;
};
