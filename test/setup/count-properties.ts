// Setup of all tests: a property that fast-check has tried counts as an assertion, although no expect() may be in it.

import fc from "fast-check";
import { expect } from "vitest";

fc.configureGlobal({ beforeEach: () => expect(fc.readConfigureGlobal()).toBeTypeOf("object") });
