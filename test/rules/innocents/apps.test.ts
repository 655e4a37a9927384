import { proveInnocents } from "./prove-innocents.ts";

proveInnocents("apps");
