import { proveMutants } from "./prove-mutants.ts";

proveMutants("app");
