#!/usr/bin/env bash
# preToolUse: denies commands that destroy work (BLOCK_MODE=deny), or only says what it would deny.
# For hosts without hookwright; with it, use the pack `hookwright/dangerous-commands`.
set -euo pipefail

dangerous='rm -rf /|git reset --hard|git clean -fd|git push.*--force'

fail() {
  echo "block-dangerous-commands: $1" >&2
  exit 1
}

command -v jq >/dev/null 2>&1 || fail 'jq was not found on PATH. Install it: https://jqlang.org'
command -v grep >/dev/null 2>&1 || fail 'grep was not found on PATH.'

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

# A line that ends in a backslash goes on in the next one.
continuation=$'\\\n'
command_line=$(read_field 'arguments.command')
command_line=${command_line//"$continuation"/}
grep -Eq -e "$dangerous" <<<"$command_line" || exit 0

# Cut, so that no secret further on reaches a log.
shown=$(read_field 'arguments.command | tostring | .[0:80] | gsub("[[:cntrl:]]"; " ")')...

if [ "${BLOCK_MODE:-log}" != deny ]; then
  echo "Would block: $shown" >&2
  exit 0
fi

# The camelCase payload is answered flat, the other one as VS Code and Claude Code want it.
form=$(read_field 'if has("tool_name") then "nested" else "flat" end')
printf 'Destructive command blocked: %s' "$shown" | jq -Rsc --arg form "$form" '
  {permissionDecision: "deny", permissionDecisionReason: .}
  | if $form == "nested" then {hookSpecificOutput: ({hookEventName: "PreToolUse"} + .)} else . end'
