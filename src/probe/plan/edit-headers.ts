import type { Header } from "../../base/header.ts";

export type EditHeaders = (headers: readonly Header[]) => readonly Header[];

const isNamed = (key: string, name: string): boolean => key.toLowerCase() === name.toLowerCase();

export const dropHeader =
  (name: string): EditHeaders =>
  (headers) =>
    headers.filter(([key]) => !isNamed(key, name));

/** Sets a header whether it was there or not. */
export const putHeader =
  (name: string, value: string): EditHeaders =>
  (headers) => [...dropHeader(name)(headers), [name, value]];

/** Changes a header where it stands; does nothing if it is not there. */
export const setHeader =
  (name: string, value: string): EditHeaders =>
  (headers) =>
    headers.map(([key, old]) => [key, isNamed(key, name) ? value : old]);

export const renameHeader =
  (name: string, spelling: string): EditHeaders =>
  (headers) =>
    headers.map(([key, value]) => [isNamed(key, name) ? spelling : key, value]);
