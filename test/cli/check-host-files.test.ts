import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { onTerminal } from '../helpers/terminal.ts'

/** How a host's own file has one hook before a command. */
type HostFile = {
  readonly host: string
  readonly file: string
  /** Name of the shell tool in matchers, and what people write instead. */
  readonly tool: string
  readonly wrong: string
  readonly text: (hooks: readonly { readonly command: string; readonly matcher: string }[]) => string
}

type Group = { readonly command: string; readonly matcher: string }

const json = (value: unknown): string => JSON.stringify(value, undefined, 2)
const grouped =
  (event: string) =>
  (hooks: readonly Group[]): string =>
    json({
      hooks: {
        [event]: hooks.map(({ command, matcher }) => ({ matcher, hooks: [{ type: 'command', command }] })),
      },
    })

const HOSTS: readonly HostFile[] = [
  {
    host: 'claude-code',
    file: '.claude/settings.json',
    tool: 'Bash',
    wrong: 'bash',
    text: grouped('PreToolUse'),
  },
  { host: 'codex-cli', file: '.codex/hooks.json', tool: 'Bash', wrong: 'bash', text: grouped('PreToolUse') },
  {
    host: 'gemini-cli',
    file: '.gemini/settings.json',
    tool: 'run_shell_command',
    wrong: 'bash',
    text: grouped('BeforeTool'),
  },
  {
    host: 'copilot',
    file: '.github/hooks/a.json',
    tool: 'bash',
    wrong: 'bahs',
    text: (hooks) =>
      json({
        version: 1,
        hooks: {
          preToolUse: hooks.map(({ command, matcher }) => ({ type: 'command', bash: command, matcher })),
        },
      }),
  },
  {
    host: 'cursor',
    file: '.cursor/hooks.json',
    tool: 'Shell',
    wrong: 'bash',
    text: (hooks) =>
      json({
        version: 1,
        hooks: { preToolUse: hooks.map(({ command, matcher }) => ({ command, matcher })) },
      }),
  },
]

/** A command with a mistake, its code, the word that is pointed at, and the same without the mistake. */
const COMMANDS: readonly (readonly [string, string, string, string])[] = [
  ['script.missing', 'echo "a"; python3 gone.py', 'gone.py', 'python3 there.py'],
  ['program.missing', 'no-such-program --all', 'no-such-program', 'cat'],
  ['shell.syntax', 'if true; then exit 2', 'if true; then exit 2', 'if true; then exit 2; fi'],
  ['habit.background', 'sleep 1 &', 'sleep 1', 'sleep 1 & wait'],
  ['habit.watch', 'tail -f "a b"', 'tail -f', 'tail -n 1 "a b"'],
  ['habit.install', 'true; npm install', 'npm install', 'npm --version'],
  ['habit.upload', 'curl -d @- https://a.example', 'curl', 'curl -d @- http://127.0.0.1:1'],
  ['habit.git', 'git stash; git push', 'git stash', 'git stash list; git status'],
  ['habit.terminal', 'read -p ok? x', 'read -p', 'read -r x'],
  ['habit.payload-log', 'cat >> all.log', 'cat >>', 'cat > /dev/null'],
  ['habit.eval', 'eval "$1"', 'eval', 'eval "set -- x"'],
]

type Found = {
  readonly code: string
  readonly place: { readonly file?: string; readonly line?: number; readonly column?: number }
}

async function check(sandbox: Sandbox): Promise<readonly Found[]> {
  const { stdout } = await sandbox.cli(['check', '--json'])
  return (JSON.parse(stdout) as { readonly issues: readonly Found[] }).issues
}

test.for(HOSTS)('mistakes in the file of $host are found where they are', async (host) => {
  const sandbox = createSandbox()
  const hooks = COMMANDS.map(([, command]) => ({ command, matcher: host.tool }))
  const text = host.text([...hooks, { command: 'true', matcher: host.wrong }])
  const file = sandbox.write(host.file, text)
  sandbox.write('there.py', '')
  const found = await check(sandbox)
  const lines = text.split('\n')
  for (const [code, command, word] of COMMANDS) {
    const line = lines.findIndex((each) => each.includes(JSON.stringify(command).slice(1, -1)))
    const at = found.find(
      ({ code: is, place }) => is === code && place.file === file && place.line === line + 1,
    )
    const pointed = at && lines[line]?.slice((at.place.column ?? 0) - 1).slice(0, word.length)
    expect([code, pointed]).toEqual([code, word])
  }
  expect(found.filter(({ code }) => code === 'matcher.dead')).toHaveLength(1)
})

test.for(HOSTS)('nothing is said about hooks of $host without mistakes', async (host) => {
  const sandbox = createSandbox()
  sandbox.write(host.file, host.text(COMMANDS.map(([, , , command]) => ({ command, matcher: host.tool }))))
  sandbox.write('there.py', '')
  const found = await check(sandbox)
  expect(found.filter(({ code }) => /^(?:script|program|shell|habit|matcher)\./.test(code))).toEqual([])
})

test('the line of a secret is shown for no problem that is on it', async () => {
  const sandbox = createSandbox()
  const token = `ghp_${'a1B2'.repeat(9)}`
  const entry = (rest: string): string => `    - { shell: sh, ${rest} }\n`
  sandbox.write(
    'hookwright.yaml',
    `version: 1\nhooks:\n  PreToolUse:\n${entry(`command: git push, env: { NOTE: ${token} }`)}${entry('command: git push, env: { API_KEY: correct-horse }')}${entry(`command: "git push ${token}"`)}`,
  )
  const { screen } = await onTerminal(sandbox, ['check'], { question: /^\b$/, answer: () => '' })
  expect(screen.match(/habit\.git/g)).toHaveLength(3)
  expect(screen).not.toMatch(/ghp_|correct-horse/)
})
