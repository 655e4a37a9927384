/** Loopback names and addresses; what a person types for a server on the own machine. */
const LOOPBACK =
  /^https?:\/\/(?:[^@/?#]*@)?(?:localhost|[a-z0-9.-]+\.localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::|\/|\?|#|$)/i;

/** Whether an address leads to the machine that asks. */
export const isLoopbackUrl = (url: string): boolean => LOOPBACK.test(url);
