import { proveAuthorizationServers } from "../../authorization-server/prove-authorization-servers.ts";
import { proveRules } from "../../rules/proof/prove-rules.ts";
import { ISSUER_MUTANTS, ISSUER_NEAR_MISSES } from "./issuers.ts";

proveRules("authorization");
proveAuthorizationServers(ISSUER_MUTANTS, ISSUER_NEAR_MISSES);
