const PLACEHOLDER = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/** Whether a text takes its value from the environment of whoever works, and so holds no secret itself. */
export const isTemplate = (text: string): boolean => text.search(PLACEHOLDER) >= 0;

/** The text with its placeholders filled in; undefined where the environment lacks one. */
export const fillTemplate = (
  template: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  let lacks = false;
  const text = template.replace(PLACEHOLDER, (_whole, name: string, fallback: string | undefined) => {
    const value = env[name] ?? fallback;
    if (value === undefined) lacks = true;
    return value ?? "";
  });
  return lacks ? undefined : text;
};
