// What the tables of tests share: the same tests run on the embedded database and on a PostgreSQL server.

import type { TestFunction, TestOptions } from "vitest";
import type { FleetStore } from "../../../packages/fleet/src/store/open-fleet-store.ts";
import type { Behaviour, TestServer } from "./servers.ts";

export type Serve = (behaviour: Behaviour, address?: string, tools?: () => readonly object[]) => Promise<TestServer>;

export interface OnDatabase {
  /** `it`, left out where this database is not installed. */
  on(name: string, options: TestOptions, body: TestFunction): void;
  /** A further fleet in the same database; `captures` is a folder for its captures. */
  newFleet(captures?: string): Promise<FleetStore>;
  /** A server that is closed when the test ends. */
  readonly serve: Serve;
}
