import type { Fact } from "../fact.ts";
import { undeclaredCalls } from "./asking-calls.ts";
import { clientNames } from "./client-names.ts";
import { metaKeys, metaObjects, traceValues } from "./meta-objects.ts";
import {
  noClientInfo,
  noMeta,
  noMetaCapabilities,
  noMetaVersion,
  plainLists,
  unknownMeta,
  wrongMetaTypes,
  wrongVersionType,
} from "./request-metadata.ts";

export const METADATA_FACTS: readonly Fact[] = [
  noMeta,
  noMetaVersion,
  noMetaCapabilities,
  wrongVersionType,
  wrongMetaTypes,
  noClientInfo,
  unknownMeta,
  plainLists,
  clientNames,
  metaObjects,
  metaKeys,
  traceValues,
  undeclaredCalls,
];
