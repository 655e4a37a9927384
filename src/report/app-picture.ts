/** What a page of an app looked like in a browser, or why nobody knows. */
export type AppPicture = {
  /** The resource, as the server names it. */
  readonly uri: string;
  /** The tool whose recorded result the page was shown with. */
  readonly tool?: string;
} & ({ readonly png: Uint8Array } | { readonly missing: string });
