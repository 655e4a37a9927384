// The files that hold facts about clients.
export * as answers from "./answers.ts";
export * as calls from "./calls.ts";
export * as elicitation from "./elicitation.ts";
export * as "elicitation-pages" from "./elicitation-pages.ts";
export * as handshake from "./handshake.ts";
export * as "http-headers" from "./http-headers.ts";
export * as "http-requests" from "./http-requests.ts";
export * as "http-sessions" from "./http-sessions.ts";
export * as "input-rounds" from "./input-rounds.ts";
export * as messages from "./messages.ts";
export * as "request-metadata" from "./request-metadata.ts";
export * as requests from "./requests.ts";
export * as sampling from "./sampling.ts";
export * as "server-requests" from "./server-requests.ts";
export * as versions from "./versions.ts";
