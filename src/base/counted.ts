/** "1 rule", "3 rules"; a plural that is not formed with an s is given. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
