#!/usr/bin/env bash
# One check, as action.yml asks for it in the environment. Prints no variable but those named MCPTEST_*, and never traces.
set -euo pipefail

fail() {
  printf '::error title=mcptest::%s\n' "$1"
  exit 1
}

target=${MCPTEST_TARGET:-}
command=${MCPTEST_COMMAND:-}
version=${MCPTEST_VERSION:-latest}
if [[ -n $target && -n $command ]]; then fail 'both target and command are given; keep one'; fi
if [[ -z $target && -z $command ]]; then fail 'give target (a URL) or command (what starts the server)'; fi
# A version or a tag, and nothing that npm would take for an address or a folder.
if [[ ! $version =~ ^[0-9A-Za-z][0-9A-Za-z.+-]*$ ]]; then fail 'version is no version of mcptest'; fi

reports=${RUNNER_TEMP:?is set by the runner}/mcptest-reports
rm -rf -- "$reports"
mkdir -p -- "$reports"

# The file of each report; github and pretty speak to the log.
file_of() {
  case $1 in
    html) echo report.html ;;
    sarif) echo mcptest.sarif ;;
    junit) echo junit.xml ;;
    markdown | md) echo report.md ;;
    badge) echo badge.svg ;;
    badge-json) echo badge.json ;;
    *) return 1 ;;
  esac
}

# The whole result is always kept: the outputs are read from it, and `mcptest report` makes every other format of it.
arguments=(check --reporter json --out "$reports/result.json")
log=''
read -r -d '' -a wanted <<< "${MCPTEST_REPORTERS//,/ }" || true
for reporter in ${wanted[@]+"${wanted[@]}"}; do
  if name=$(file_of "$reporter"); then
    arguments+=(--reporter "$reporter" --out "$reports/$name")
  else
    case $reporter in
      json) ;;
      github | pretty)
        if [[ -n $log && $log != "$reporter" ]]; then fail 'github and pretty both write to the log; keep one'; fi
        log=$reporter
        ;;
      *) fail 'reporters names something else than github, pretty, html, sarif, junit, markdown, json, badge, badge-json' ;;
    esac
  fi
done
arguments+=(--reporter "${log:-pretty}")

# Joined with =, so that a value that begins with a dash stays a value.
if [[ -n ${MCPTEST_FAIL_ON:-} ]]; then arguments+=("--fail-on=$MCPTEST_FAIL_ON"); fi
if [[ -n ${MCPTEST_BASELINE:-} ]]; then arguments+=("--baseline=$MCPTEST_BASELINE"); fi
if [[ -n ${MCPTEST_REVISION:-} ]]; then arguments+=("--revision=$MCPTEST_REVISION"); fi
if [[ -n ${MCPTEST_BEARER_ENV:-} ]]; then arguments+=("--bearer-env=$MCPTEST_BEARER_ENV"); fi
if [[ -n $target ]]; then arguments+=("--server=$target"); else arguments+=("--server-command=$command"); fi

code=0
npx --yes "mcptest@$version" "${arguments[@]}" || code=$?

grade=none
if [[ -s $reports/result.json ]]; then
  grade=$(node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).compliance.grade ?? "none"' "$reports/result.json")
fi
if [[ ! $grade =~ ^(A\+|[A-F]|none)$ ]]; then grade=none; fi
{
  printf 'exit-code=%s\n' "$code"
  printf 'grade=%s\n' "$grade"
  printf 'reports=%s\n' "$reports"
} >> "${GITHUB_OUTPUT:-/dev/null}"
exit "$code"
