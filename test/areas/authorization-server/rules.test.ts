import { proveAuthorizationServers } from "../../authorization-server/prove-authorization-servers.ts";
import { AUTHORIZATION_SERVER_MUTANTS } from "./mutants.ts";
import { AUTHORIZATION_SERVER_NEAR_MISSES } from "./near-misses.ts";

proveAuthorizationServers(AUTHORIZATION_SERVER_MUTANTS, AUTHORIZATION_SERVER_NEAR_MISSES);
