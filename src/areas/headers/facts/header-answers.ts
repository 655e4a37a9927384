import { stringMember } from "../../../base/json.ts";
import { answersTo, isAsked } from "../../../judge/core/answers.ts";
import type { ExchangeRecord } from "../../../judge/core/fact.ts";
import { onlyOn } from "../../../judge/core/facts/http-records.ts";
import { paramsOf } from "../../../judge/core/record-members.ts";

const STREAMABLE = "streamable-http";

export const noVersionHeader = onlyOn(
  STREAMABLE,
  answersTo({
    name: "no_version_header",
    doc: "The answers to requests without MCP-Protocol-Version.",
    questions: ["no-version-header", "version-missing", "version-missing:list"],
  }),
);

export const unknownVersionHeader = onlyOn(
  STREAMABLE,
  answersTo({
    name: "unknown_version_header",
    doc: "The answers to requests whose MCP-Protocol-Version names a version that never existed, or none at all.",
    questions: ["unknown-version", "version-unknown:*", "version-senseless:*"],
  }),
);

export const otherVersionHeader = answersTo({
  name: "other_version_header",
  doc: "The answers to requests whose MCP-Protocol-Version and _meta name different versions, where the header is not that of an old client.",
  questions: ["other-version-header", "other-version-meta"],
  // A server of both eras that goes by the header serves an old client, to whom _meta says nothing.
  add: (record, { capture }) =>
    capture.era?.verdict === "dual" && isAsked(record, ["other-version-header"]) ? undefined : {},
  none: "a server of both eras may go by the header",
});

/** A call of a tool that does not exist may be refused for that, before the header is looked at. */
const namesNothing = (record: ExchangeRecord): boolean =>
  stringMember(paramsOf(record), "name") === "mcptest_no_such_tool";

const NAMES_NOTHING = {
  add: (record: ExchangeRecord) => (namesNothing(record) ? undefined : {}),
  none: "only a tool that does not exist was called",
};

export const noNameHeader = answersTo({
  name: "no_name_header",
  doc: "The answers to reads, gets and calls of something that exists, without Mcp-Name.",
  questions: ["no-name-header:*"],
  ...NAMES_NOTHING,
});

export const otherNameHeader = answersTo({
  name: "other_name_header",
  doc: "The answers to reads, gets and calls of something that exists, whose Mcp-Name names something else.",
  questions: ["other-name-header:*"],
  ...NAMES_NOTHING,
});

export const respelledHeaderNames = answersTo({
  name: "respelled_header_names",
  doc: "The answers to right requests whose header names are in another case.",
  questions: ["lower-header-name", "upper-header-name"],
});

export const paddedHeaders = answersTo({
  name: "padded_headers",
  doc: "The answers to right requests with blanks around Mcp-Method or Mcp-Name.",
  questions: ["padded-header", "padded-name-header:*"],
});

export const illegalHeaderBytes = answersTo({
  name: "illegal_header_bytes",
  doc: "The answers to requests with control characters or raw UTF-8 in Mcp-Method.",
  questions: ["control-in-header", "utf8-in-header"],
});

/** Where nothing but the header check can refuse: a call of a tool that does not exist may fail for that. */
export const headerRefusals = answersTo({
  name: "header_refusals",
  doc: "The answers to requests that are wrong in one header of the body's mirror and in nothing else.",
  questions: [
    "no-method-header",
    "other-method-header",
    "upper-method-header",
    "no-name-header:read",
    "no-name-header:get",
    "other-name-header:read",
    "other-name-header:get",
    "param-other",
    "param-missing",
    "param-broken-wrapper",
  ],
});
