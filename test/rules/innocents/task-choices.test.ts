import { proveInnocents } from "./prove-innocents.ts";

proveInnocents("task-choices");
