// A browser without a window: follows redirects, keeps cookies, and fills in the forms of the authorization server's pages.

export interface BrowserVisit {
  /** The address that leads back to the one who waits for the browser. */
  readonly callback: URL;
}

/** A browser that signs in and agrees to everything, up to the redirect to this machine's own listener. */
export const signInByForms = async (address: string): Promise<BrowserVisit> => {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 30; step += 1) {
    const response = await fetch(url, {
      redirect: "manual",
      method: form ? "POST" : "GET",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form ? { body: form } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location !== null) {
      const next = new URL(location, url);
      await response.arrayBuffer();
      if (next.pathname === "/callback") return { callback: next };
      [url, form] = [next, undefined];
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) throw new Error(`no form to go on with: ${response.status} ${page.slice(0, 400)}`);
    form = new URLSearchParams({ login: "somebody", password: "anything" });
    for (const [, name = "", value = ""] of page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)"/g))
      form.set(name, value);
    url = new URL(action, url);
  }
  throw new Error("the authorization server never sent the browser back");
};

/** Back at the listener, as a browser goes there. */
export const comeBack = async ({ callback }: BrowserVisit): Promise<Response> => fetch(callback);
