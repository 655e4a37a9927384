/** `proto-2` and `PROTO002` mean PROTO-002, `c-proto-2` means C-PROTO-002. */
export const normalRuleId = (typed: string): string => {
  const match = /^(c[-_ ])?([a-z]+)[-_ ]?0*([0-9]{1,3})$/i.exec(typed.trim());
  if (!match) return typed.trim().toUpperCase();
  return `${match[1] ? CLIENT_PREFIX : ""}${match[2]?.toUpperCase()}-${match[3]?.padStart(3, "0")}`;
};

const CLIENT_PREFIX = "C-";

/** Whether a rule is about clients. */
export const isClientRule = (id: string): boolean => id.startsWith(CLIENT_PREFIX);

/** The first part of an id, which names its area: `TOOL` of TOOL-002. */
export const areaOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf("-")));
