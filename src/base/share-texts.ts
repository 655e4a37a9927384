import { isJsonObject, type Json } from "./json.ts";

/** Shorter ones are not worth the look. */
export const LONG_TEXT = 16_384;

/**
 * Holds each long text once, however often a server sends it: lists are asked for a dozen times, and a description of
 * megabytes would be there a dozen times. Values are changed in place, so it is for messages that were just read.
 */
export class SharedTexts {
  readonly #known = new Map<string, string>();

  share(value: Json): Json {
    if (typeof value === "string") return value.length < LONG_TEXT ? value : this.#one(value);
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        const entry = value[index];
        if (isLongOrContainer(entry)) value[index] = this.share(entry);
      }
    } else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) {
        const entry = value[name];
        if (isLongOrContainer(entry)) value[name] = this.share(entry);
      }
    }
    return value;
  }

  #one(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#known.set(text, text);
    return text;
  }
}

const isLongOrContainer = (value: Json | undefined): value is Json =>
  typeof value === "string" ? value.length >= LONG_TEXT : typeof value === "object" && value !== null;
