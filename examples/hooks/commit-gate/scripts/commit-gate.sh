#!/usr/bin/env bash
# preToolUse: lets `git commit` through only when types, lint and tests of the project pass.
# For hosts without hookwright; with it, use the pack `hookwright/commit-gate`.
set -euo pipefail

fail() {
  echo "commit-gate: $1" >&2
  exit 1
}

command -v jq >/dev/null 2>&1 || fail 'jq was not found on PATH. Install it: https://jqlang.org'

payload=$(cat)
jq -se 'length == 1 and (.[0] | type == "object")' <<<"$payload" >/dev/null 2>&1 ||
  fail 'the payload on stdin is not a JSON object.'

# Copilot's camelCase payload, with toolArgs as text or object, or the snake_case one of VS Code and Claude Code.
read_field() {
  jq -r '
    def arguments: (.toolArgs // .tool_input // {})
      | if type == "string" then (try fromjson catch {}) else . end
      | if type == "object" then . else {} end;
    '"$1"' // "" | tostring' <<<"$payload"
}

tool=$(read_field '(.toolName // .tool_name)')
case "$tool" in
  bash | Bash | run_in_terminal | runTerminalCommand) ;;
  *) exit 0 ;;
esac

command_line=$(read_field 'arguments.command')
case "$command_line" in
  *'git commit'*) ;;
  *) exit 0 ;;
esac

directory=$(read_field '.cwd')
cd "${directory:-.}" 2>/dev/null || fail "the directory \"$directory\" cannot be entered."

problems=''

# check TITLE head|tail COMMAND: keeps the 30 lines of a failure that say most.
check() {
  local title=$1 keep=$2 output
  shift 2
  if output=$("$@" 2>&1 </dev/null); then return 0; fi
  problems="$problems"$'\n\n'"=== $title ==="$'\n'"$("$keep" -n 30 <<<"$output")"
}

# npx is to run what the project has installed, and to fetch nothing.
check_types() { npm_config_offline=true npm_config_yes=false npx tsc --noEmit; }
run_lint() { npm run lint --silent; }
run_tests() { CI=true npm test -- --watchAll=false; }

has_script() {
  jq -e --arg name "$1" '(.scripts // {})[$name] // "" | . != ""' package.json >/dev/null 2>&1
}

if [ -f tsconfig.json ]; then check 'TypeScript Errors' head check_types; fi
if [ -f package.json ]; then
  jq -e 'type == "object"' package.json >/dev/null 2>&1 || fail "package.json in \"$PWD\" is not a JSON object."
  if has_script lint; then check 'Lint Errors' tail run_lint; fi
  if has_script test; then check 'Test Failures' tail run_tests; fi
fi

[ -n "$problems" ] || exit 0

# The camelCase payload is answered flat, the other one as VS Code and Claude Code want it.
form=$(read_field 'if has("tool_name") then "nested" else "flat" end')
printf 'Cannot commit — fix these issues first:%s' "$problems" | jq -Rsc --arg form "$form" '
  {permissionDecision: "deny", permissionDecisionReason: .}
  | if $form == "nested" then {hookSpecificOutput: ({hookEventName: "PreToolUse"} + .)} else . end'
