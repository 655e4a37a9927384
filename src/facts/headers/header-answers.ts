import { answersTo } from "../common/answers.ts";
import { onlyOn } from "../http/seats.ts";

const STREAMABLE = "streamable-http";

export const noVersionHeader = onlyOn(
  STREAMABLE,
  answersTo({
    name: "no_version_header",
    doc: "The answers to requests without MCP-Protocol-Version.",
    steps: ["no-version-header", "version-missing", "version-missing-list"],
  }),
);

export const unknownVersionHeader = onlyOn(
  STREAMABLE,
  answersTo({
    name: "unknown_version_header",
    doc: "The answers to requests whose MCP-Protocol-Version names a version that never existed, or none at all.",
    steps: ["unknown-version", /^version-(unknown|senseless)(-list)?$/],
  }),
);

export const otherVersionHeader = answersTo({
  name: "other_version_header",
  doc: "The answers to requests whose MCP-Protocol-Version and _meta name different versions.",
  steps: ["other-version-header", "other-version-meta"],
});

export const noMethodHeader = answersTo({
  name: "no_method_header",
  doc: "The answers to requests without Mcp-Method.",
  steps: ["no-method-header"],
});

export const otherMethodHeader = answersTo({
  name: "other_method_header",
  doc: "The answers to requests whose Mcp-Method names another method than the body.",
  steps: ["other-method-header"],
});

export const upperMethodHeader = answersTo({
  name: "upper_method_header",
  doc: "The answers to requests whose Mcp-Method is right but for being in upper case.",
  steps: ["upper-method-header"],
});

export const respelledHeaderNames = answersTo({
  name: "respelled_header_names",
  doc: "The answers to right requests whose header names are in another case.",
  steps: ["lower-header-name", "upper-header-name"],
});

export const paddedHeaders = answersTo({
  name: "padded_headers",
  doc: "The answers to right requests with blanks around Mcp-Method or Mcp-Name.",
  steps: ["padded-header", /^padded-name-header/],
});

export const illegalHeaderBytes = answersTo({
  name: "illegal_header_bytes",
  doc: "The answers to requests with control characters or raw UTF-8 in Mcp-Method.",
  steps: ["control-in-header", "utf8-in-header"],
});

export const noNameHeader = answersTo({
  name: "no_name_header",
  doc: "The answers to calls, gets and reads without Mcp-Name.",
  steps: [/^no-name-header/],
});

export const otherNameHeader = answersTo({
  name: "other_name_header",
  doc: "The answers to calls, gets and reads whose Mcp-Name names something else than the body.",
  steps: [/^other-name-header/],
});

export const wrappedNameHeader = answersTo({
  name: "wrapped_name_header",
  doc: "The answers to gets and reads whose Mcp-Name is right and in the base64 wrapper.",
  steps: [/^wrapped-name-header/],
});

export const undeclaredParamHeader = answersTo({
  name: "undeclared_param_header",
  doc: "The answers to right requests with an Mcp-Param header that no tool declares.",
  steps: ["undeclared-param-header"],
});

/** Where nothing but the header check can refuse: a call of a tool that does not exist may fail for that. */
export const headerRefusals = answersTo({
  name: "header_refusals",
  doc: "The answers to requests that are wrong in one header of the body's mirror and in nothing else.",
  steps: [
    /^(no|other|upper)-method-header$/,
    /^(no|other)-name-header-(read|get)$/,
    "param-other",
    "param-missing",
    "param-broken-wrapper",
  ],
});
