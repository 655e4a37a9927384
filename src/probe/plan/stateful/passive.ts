/**
 * Requirements that any exchange of any conversation bears on. They need no step of their own, only that everything
 * is kept: the handshakes, the envelopes, the framing, what arrives unasked, and how connections and processes end.
 */
export const PASSIVE_STATEFUL: readonly string[] = [
  // Every handshake: the era probe, the short conversation with each older revision, every conversation of the plan.
  ...["PROTO-001", "PROTO-002", "PROTO-004", "PROTO-007", "PROTO-034", "PROTO-036", "PROTO-037", "META-013"],
  ...["HTTP-009", "HTTP-037", "HTTP-038", "HTTP-039", "HTTP-044", "AUTH-001", "RES-024", "TASK-002", "TASK-042"],
  ...["EXT-001", "SCHEMA-027", "SEC-008", "SEC-009"],
  // Every message.
  ...["PROTO-003", "PROTO-008", "PROTO-013", "PROTO-014", "PROTO-015", "PROTO-018", "PROTO-027", "PROTO-038"],
  ...["PROTO-039", "PROTO-046", "PROTO-047", "PROTO-048", "META-015", "META-016", "META-017", "META-018"],
  ...["SCHEMA-001", "SCHEMA-020", "SCHEMA-021", "SCHEMA-022", "SCHEMA-023", "SCHEMA-024", "SCHEMA-025", "SCHEMA-026"],
  // Every answer over HTTP, and every event stream.
  ...["HTTP-001", "HTTP-002", "HTTP-003", "HTTP-004", "HTTP-013", "HTTP-015", "HTTP-016", "HTTP-017", "HTTP-019"],
  ...["HTTP-020", "HTTP-021", "HTTP-022", "HTTP-023", "HTTP-032", "HTTP-036", "HEADER-003"],
  // Over HTTP+SSE a conversation ends by cutting its stream, and the next one begins.
  "HTTP-047",
  // Every line, and every process from its start to its end.
  ...["STDIO-001", "STDIO-004", "STDIO-005", "STDIO-006", "STDIO-007", "STDIO-008", "AUTH-003"],
  // What the server says or asks by itself, in sessions that declared nothing and in those that did.
  ...["PROTO-016", "PROTO-017", "PROTO-033", "TOOL-018", "TOOL-019", "RES-017", "RES-018", "RES-022", "RES-023"],
  ...["PROMPT-019", "PROMPT-020", "LOG-001", "LOG-006", "LOG-008", "LOG-009", "LOG-010", "LOG-011", "PROG-001"],
  ...["PROG-005", "PROG-006", "PROG-007", "PROG-008", "PING-004", "PING-005", "PING-006", "ROOTS-001", "SEC-013"],
];
