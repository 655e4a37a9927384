import { answersTo } from "../common/answers.ts";

export const noMeta = answersTo({
  name: "no_meta",
  doc: "The answers to a stateless request without _meta.",
  steps: ["no-meta"],
});

export const noMetaVersion = answersTo({
  name: "no_meta_version",
  doc: "The answers to a stateless request whose _meta has no protocolVersion.",
  steps: ["no-meta-version"],
});

export const noMetaCapabilities = answersTo({
  name: "no_meta_capabilities",
  doc: "The answers to a stateless request whose _meta has no clientCapabilities.",
  steps: ["no-meta-capabilities"],
});

/** Apart from the others: over HTTP it differs from its header as well, so that other codes can be argued for. */
export const wrongVersionType = answersTo({
  name: "wrong_version_type",
  doc: "The answers to a stateless request whose protocolVersion is a number.",
  steps: ["wrong-meta-types-version-number"],
});

export const wrongMetaTypes = answersTo({
  name: "wrong_meta_types",
  doc: "The answers to stateless requests whose clientCapabilities are no object.",
  steps: [/^wrong-meta-types-capabilities-(string|array)$/],
  label: (seat) => seat.step,
});

export const noClientInfo = answersTo({
  name: "no_client_info",
  doc: "The answers to a stateless request without clientInfo.",
  steps: ["no-client-info"],
});

export const unknownMeta = answersTo({
  name: "unknown_meta",
  doc: "The answers to a request with keys in _meta that the server cannot know.",
  steps: ["unknown-meta"],
});

export const plainLists = answersTo({
  name: "plain_lists",
  doc: "The answers to lists asked for by a client that declares no capabilities.",
  steps: [/^(tools|resources|resources\/templates|prompts)\/list$/],
});
