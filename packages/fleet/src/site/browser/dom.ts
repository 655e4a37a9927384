/**
 * The part of the DOM that the search uses. What turns text into markup or code is left out on purpose, but for the address of a
 * script, which only the shards get.
 */
export interface SearchElement {
  textContent: string | null;
  className: string;
  hidden: boolean;
  /** Of a link. */
  href: string;
  /** Of a script; a string, or what a policy made of one. */
  src: unknown;
  onerror: () => void;
  /** Of a field. */
  readonly value: string;
  readonly dataset: Readonly<Record<string, string | undefined>>;
  append(...children: readonly SearchElement[]): void;
  replaceChildren(...children: readonly SearchElement[]): void;
  addEventListener(type: "input", listener: () => void): void;
}

export interface SearchDocument {
  readonly head: SearchElement;
  querySelector(selector: string): SearchElement | null;
  createElement(name: "li" | "a" | "span" | "script"): SearchElement;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): unknown };
}

/** The window that the page is shown in. */
export const searchWindow = globalThis as unknown as {
  readonly document: SearchDocument;
  /** Not every browser has them. */
  readonly trustedTypes?: TrustedTypes;
};
