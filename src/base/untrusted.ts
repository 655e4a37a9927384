/**
 * Text that came from a server. The brand keeps it out of reports: only the escape functions of report/ accept it
 * and give back text that may be printed.
 */
export type Untrusted = string & { readonly __untrusted: true };

export const untrusted = (text: string): Untrusted => text as Untrusted;
