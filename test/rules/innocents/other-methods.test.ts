import { proveInnocents } from "./prove-innocents.ts";

proveInnocents("other-methods");
