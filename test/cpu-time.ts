/**
 * The milliseconds of processor time that work takes. Against a limit far above what is normal it tells a hang from a slow
 * machine: time that other processes use does not count.
 */
export const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
