/** The identifiers of extensions that the probe asks something about. */
export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";
export const APPS_EXTENSION = "io.modelcontextprotocol/ui";

/** What a host that can show apps declares. */
export const APP_MIME_TYPE = "text/html;profile=mcp-app";
