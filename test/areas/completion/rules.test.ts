import { proveRules } from "../../rules/proof/prove-rules.ts";

proveRules("completion");
