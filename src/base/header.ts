/** Order and case as sent or received; duplicates stay duplicates. */
export type Header = readonly [name: string, value: string];
