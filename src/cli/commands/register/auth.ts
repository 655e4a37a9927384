import { collect } from "../../flags/collect.ts";
import { gateHelp } from "../../flags/gate-flag.ts";
import { addReporterFlags, REPORTERS } from "../../flags/reporter-flags.ts";
import { type Registration, SAVE } from "./registration.ts";

/** `mcptest auth`: the authorization server's side. */
export const addAuthCommand = ({ program, console, exits }: Registration): void => {
  addReporterFlags(
    program.command("auth").argument("[address]", "an issuer, or the URL of an MCP server that names one"),
    REPORTERS,
  )
    .description(
      "test an authorization server: metadata, PKCE, redirect URIs, registration, tokens; creates nothing unasked",
    )
    .option("--register", "register a client, use it, and delete it where that is offered")
    .option("--client-id <id>", "use a client that is registered already")
    .option("--client-secret-env <ENV>", "the environment variable that holds its secret")
    .option("--redirect-uri <uri>", "a redirect URI that it is registered with")
    .option("--scope <scopes>", "the scopes to ask for")
    .option("--resource <uri>", "the resource to ask tokens for (default: that of the server's metadata)")
    .option(
      "--serve-client-metadata <port>",
      "serve client metadata documents, right and wrong ones, on this port (0: any)",
    )
    .option("--client-metadata-url <url>", "the https address under which the authorization server reaches that port")
    .option("--browser", "sign in with a browser, so that there is a code and a token to look at")
    .option("--wait <time>", "how long to wait for the browser (default 2m)")
    .option("--allow-private", "also ask loopback and private addresses that metadata names")
    .option("--revision <revision>", "judge by this revision (default: the newest)")
    .option("--timeout <time>", "time limit for one exchange: 500ms, 10s, 2m (a bare number is seconds)")
    .option("--run-timeout <time>", "time limit for the whole run")
    .option("--limit <name=value>", "change one limit (repeatable; record --help-limits lists them)", collect)
    .option("--ca <pem>", "a PEM file of additional root certificates to trust")
    .option("--insecure", "do not verify TLS certificates (the capture says so)")
    .option("--fail-on <what>", gateHelp("must"))
    .option(...SAVE)
    .action(
      exits(async (address: string | undefined, flags) =>
        (await import("../auth.ts")).runAuth(flags, address, console),
      ),
    );
};
