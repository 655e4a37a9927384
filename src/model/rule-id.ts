/** `proto-2` and `PROTO002` mean PROTO-002. */
export const normalRuleId = (typed: string): string => {
  const match = /^([a-z]+)[-_ ]?0*([0-9]{1,3})$/i.exec(typed.trim());
  return match ? `${match[1]?.toUpperCase()}-${match[2]?.padStart(3, "0")}` : typed.trim().toUpperCase();
};

/** The first part of an id, which names its area: `TOOL` of TOOL-002. */
export const areaOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf("-")));
