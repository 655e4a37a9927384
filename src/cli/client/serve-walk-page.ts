import type { WalkPage } from "../../features/client/client-walk.ts";
import {
  renderWalkPage,
  WALK_EVENTS_PATH,
  WALK_NEXT_PATH,
  WALK_POLICY,
  WALK_SCRIPT_PATH,
  WALK_STYLE_PATH,
} from "../../features/client/listen/walk-page.ts";
import { WALK_SCRIPT } from "../../features/client/listen/walk-script.ts";
import { WALK_STYLE } from "../../features/client/listen/walk-style.ts";
import type { HeardRequest, HttpReply } from "../../wire/client/http-listener.ts";
import { isFromAnotherSite } from "../../wire/proxy/local-request.ts";

/** Pages that watch at the same time. */
const MAX_WATCHERS = 20;

export interface WalkPageSettings {
  readonly token: string;
  readonly page: () => WalkPage;
  /** The person leaves the step out. */
  readonly onNext: () => void;
}

type Answer = (reply: HttpReply) => void;

/** The page of a run, at the address of the server itself. */
export class WalkPageServer {
  readonly #settings: WalkPageSettings;
  readonly #watchers = new Set<HttpReply>();
  #changes = 0;

  constructor(settings: WalkPageSettings) {
    this.#settings = settings;
  }

  /** Undefined: the request is no business of the page. */
  answer(request: HeardRequest): Answer | undefined {
    const [path = ""] = request.path.split("?");
    if (request.method === "POST" && path === WALK_NEXT_PATH) return (reply) => this.#next(request, reply);
    if (request.method !== "GET") return undefined;
    switch (path) {
      case "/":
        return (reply) => send(reply, 200, "text/html; charset=utf-8", renderWalkPage(this.#settings.page()));
      case WALK_STYLE_PATH:
        return (reply) => send(reply, 200, "text/css; charset=utf-8", WALK_STYLE);
      case WALK_SCRIPT_PATH:
        return (reply) => send(reply, 200, "text/javascript; charset=utf-8", WALK_SCRIPT);
      case WALK_EVENTS_PATH:
        return (reply) => this.#watch(reply);
      // What browsers ask for by themselves.
      case "/favicon.ico":
        return (reply) => send(reply, 404, "text/plain", "nothing is here\n");
      default:
        return undefined;
    }
  }

  changed(): void {
    this.#changes += 1;
    for (const reply of this.#watchers) reply.write(Buffer.from(`data: ${this.#changes}\n\n`));
  }

  #watch(reply: HttpReply): void {
    if (this.#watchers.size >= MAX_WATCHERS) {
      send(reply, 503, "text/plain", "too many pages are open\n");
      return;
    }
    reply.head(200, [["Content-Type", "text/event-stream"], ...HEADERS]);
    // What happened before the page was asked for is on it; what happens from now on is told.
    reply.write(Buffer.from(`data: ${this.#changes}\n\n`));
    this.#watchers.add(reply);
    reply.onClose(() => this.#watchers.delete(reply));
  }

  /** Only our own page knows the token, so no other page can press the button. */
  #next(request: HeardRequest, reply: HttpReply): void {
    const token = new URLSearchParams(request.body.toString("utf8")).get("token");
    if (token !== this.#settings.token || isFromAnotherSite(request.headers)) {
      send(reply, 403, "text/plain", "open the page of the run and use its button\n");
      return;
    }
    this.#settings.onNext();
    reply.head(303, [["Location", "/"], ["Content-Length", "0"], ...HEADERS]);
    reply.end();
  }
}

const HEADERS = [
  ["Content-Security-Policy", WALK_POLICY],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "same-origin"],
  ["Cache-Control", "no-store"],
] as const;

const send = (reply: HttpReply, status: number, type: string, body: string): void => {
  const bytes = Buffer.from(body);
  reply.head(status, [["Content-Type", type], ["Content-Length", String(bytes.length)], ...HEADERS]);
  reply.write(bytes);
  reply.end();
};
