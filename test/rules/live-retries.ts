/**
 * For tests that judge a live server on a machine that may be busy: what a deadline cut short is asked again, and a wrong
 * verdict stays wrong. The run lists every test that needed it (test/setup/summary-reporter.ts).
 */
export const LIVE_RETRIES = { retry: 2 } as const;
