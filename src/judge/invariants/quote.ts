import { shorten } from "../../base/shorten.ts";

/** Text from the client or server inside a detail: a JSON string, so that it cannot be mistaken for our own words. */
export const quoteText = (text: string): string => JSON.stringify(shorten(text, 80));
