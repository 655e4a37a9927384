/** Keys and indexes from the root of a YAML document. */
export type YamlPath = readonly (string | number)[];
