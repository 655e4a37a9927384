/** A subject in the one form it is compared in: addresses as a browser writes them, anything else as it stands. */
export const normalSubject = (subject: string): string => {
  if (!/^https?:/i.test(subject)) return subject;
  try {
    const url = new URL(subject);
    // What follows the # never reaches a server.
    url.hash = "";
    return url.href;
  } catch {
    return subject;
  }
};

export const isSameSubject = (a: string, b: string): boolean => normalSubject(a) === normalSubject(b);
