// Who makes the request that is being served; nobody where there is no authorization.

import { AsyncLocalStorage } from "node:async_hooks";

const callers = new AsyncLocalStorage<string>();

export const currentCaller = (): string | undefined => callers.getStore();

export const servedTo = <T>(caller: string, serve: () => T): T => callers.run(caller, serve);
