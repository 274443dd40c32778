#!/usr/bin/env bash
# postToolUse: formats the file that was just edited or created. Never blocks, never writes to stdout.
# For hosts without hookwright; with it, use the pack `hookwright/format`.
set -euo pipefail

fail() {
  echo "format-after-edit: $1" >&2
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
    def result: (.toolResult // .tool_result // null) | if type == "object" then .resultType // .result_type else null end;
    '"$1"' // "" | tostring' <<<"$payload"
}

tool=$(read_field '(.toolName // .tool_name)')
case "$tool" in
  edit | create | Edit | Write | replace_string_in_file | create_file | editFiles | createFile) ;;
  *) exit 0 ;;
esac

# VS Code and Claude Code give a tool_response instead, and only after a success.
result=$(read_field 'if has("tool_response") then "success" else result end')
[ "$result" = success ] || exit 0

file=$(read_field 'arguments | (.path // .filePath // .file_path)')
[ -n "$file" ] && [ -f "$file" ] || exit 0
case "$file" in
  -*) file="./$file" ;;
esac

if command -v npx >/dev/null 2>&1 && [ -f package.json ]; then
  # npx is to run what the project has installed, and to fetch nothing.
  npm_config_offline=true npm_config_yes=false npx prettier --write "$file" </dev/null >/dev/null 2>&1 || true
elif command -v dotnet >/dev/null 2>&1; then
  case "$file" in
    *.cs) dotnet format --include "$file" </dev/null >/dev/null 2>&1 || true ;;
  esac
fi
