import { quoteWord } from '../shells/argv.ts'

export type Scene = { readonly title: string; readonly payload: Readonly<Record<string, unknown>> }

/**
 * Returns the config of the tour. Its commands are run by `node`, the path of the program that runs this one: neither a
 * shell nor Node has to be on PATH, and Windows has no `sh`.
 */
export function demoConfig(node: string): string {
  const command = inYaml(node)
  return `version: 1
hooks:
  PreToolUse:
    - id: no-force-push
      matcher: Bash
      command: ${command}
      args:
        - -e
        - |
          const call = require('fs').readFileSync(0, 'utf8')
          if (call.includes('--force')) {
            console.error('Force pushes are not allowed here.')
            process.exitCode = 2
          }
    - id: dry-run-deploys
      matcher: Deploy
      command: ${command}
      args:
        - -e
        - |
          const updatedInput = { target: 'production', dryRun: true }
          console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } }))
    - id: broken-linter
      matcher: Edit
      command: ${command}
      args:
        - -e
        - |
          console.error('The linter has no configuration.')
          process.exitCode = 1
  UserPromptSubmit:
    - id: house-rules
      context: Write tests first, and keep functions short.
`
}

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

/** Returns a program's path as the value of `command`, in quotes only where a word or YAML needs them. */
function inYaml(program: string): string {
  // Windows takes both separators, and a backslash needs quotes.
  const path = /^[a-z]:\\/i.test(program) ? program.replaceAll('\\', '/') : program
  return /^[\w./:@+-]+$/.test(path) ? path : JSON.stringify(quoteWord(path))
}
