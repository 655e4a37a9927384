import type { Fact } from "../fact.ts";
import { annotations, contentBlocks, resourceContents, roles } from "./content.ts";
import { icons, serverIdentities, titles } from "./definitions.ts";
import { structuredContent, toolSchemas } from "./tool-schemas.ts";

export const SCHEMA_FACTS: readonly Fact[] = [
  toolSchemas,
  structuredContent,
  contentBlocks,
  resourceContents,
  annotations,
  roles,
  icons,
  titles,
  serverIdentities,
];
