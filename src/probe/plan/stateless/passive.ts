/**
 * Requirements that every message of every conversation bears on: they need no step of their own, only that
 * everything is kept.
 */
export const PASSIVE_STATELESS: readonly string[] = [
  ...[
    "PROTO-003",
    "PROTO-008",
    "PROTO-013",
    "PROTO-014",
    "PROTO-015",
    "PROTO-018",
    "PROTO-036",
    "PROTO-037",
    "PROTO-038",
  ],
  ...[
    "PROTO-048",
    "PROTO-049",
    "PROTO-050",
    "PROTO-051",
    "PROTO-052",
    "PROTO-053",
    "PROTO-056",
    "PROTO-057",
    "META-012",
  ],
  ...["META-013", "META-015", "META-016", "META-017", "META-018", "DISC-002", "DISC-003", "DISC-004", "HTTP-015"],
  ...["HTTP-016", "HTTP-055", "HEADER-012", "STDIO-001", "STDIO-004", "STDIO-005", "STDIO-006", "STDIO-010", "RES-024"],
  ...["LOG-008", "LOG-018", "PAGE-009", "CANCEL-014", "CACHE-001", "CACHE-007", "CACHE-008", "CACHE-013", "TASK-049"],
  ...["EXT-001", "EXT-002", "EXT-003", "EXT-004", "EXT-007", "SCHEMA-001", "SCHEMA-020", "SCHEMA-021", "SCHEMA-022"],
  ...["SCHEMA-023", "SCHEMA-024", "SCHEMA-027", "SUBS-021", "PROTO-039"],
];
