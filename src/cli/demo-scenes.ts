export type Scene = { readonly title: string; readonly payload: Readonly<Record<string, unknown>> }

export const DEMO_CONFIG = `version: 1
hooks:
  PreToolUse:
    - id: no-force-push
      matcher: Bash
      command: |
        case "$(cat)" in
          *"--force"*) echo "Force pushes are not allowed here." >&2; exit 2 ;;
        esac
      shell: sh
    - id: dry-run-deploys
      matcher: Deploy
      command: |
        cat >/dev/null
        printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"target":"production","dryRun":true}}}'
      shell: sh
    - id: broken-linter
      matcher: Edit
      command: no-such-linter --fix
  UserPromptSubmit:
    - id: house-rules
      context: Write tests first, and keep functions short.
`

export const SCENES: readonly Scene[] = [
  {
    title: 'A denied command',
    payload: {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'git push --force' },
    },
  },
  {
    title: 'A rewritten call',
    payload: { hook_event_name: 'PreToolUse', tool_name: 'Deploy', tool_input: { target: 'production' } },
  },
  {
    title: 'Injected context',
    payload: { hook_event_name: 'UserPromptSubmit', prompt: 'Add a login page' },
  },
  {
    title: 'A failing hook: failure is not a verdict, so the edit goes on and you are told',
    payload: {
      hook_event_name: 'PreToolUse',
      tool_name: 'Edit',
      tool_input: { file_path: 'a.ts', old_string: 'a', new_string: 'b' },
    },
  },
]
