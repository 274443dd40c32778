import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'

const HOOKS = `version: 1
hooks:
  PreToolUse:
    - { id: no-push, if: Bash(git push *), deny: No. }
    - { id: team-lint, command: 'true' }
`
const GIT = `repos:
  - repo: builtin
    hooks: [{ id: check-yaml }, { id: check-toml }]
`

function project(): Sandbox {
  const sandbox = createSandbox()
  sandbox.write('hookwright.yaml', HOOKS)
  sandbox.write('.pre-commit-config.yaml', GIT)
  sandbox.write('payload.json', '{}')
  return sandbox
}

/** What is typed so far, and what a shell makes of it. */
const ROWS: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ['expl', ['explain']],
  ['trust ', ['show', 'add', 'revoke', 'help']],
  ['run --host cla', ['claude-code']],
  ['analyze --language po', ['powershell']],
  ['packs a', ['add', 'audit']],
  ['packs dang', ['dangerous-commands']],
  ['convert --to hookw', ['hookwright']],
  ['git vali', ['validate-config', 'validate-manifest']],
  ['git run --stage pre-m', ['pre-merge-commit']],
  ['git run check-', ['check-yaml', 'check-toml']],
  ['disable no', ['no-push']],
  ['log --hook no-', ['no-push']],
  ['log --deci', ['--decision']],
  ['--color al', ['always']],
  ['help git auto', ['autoupdate']],
  ['explain pay', ['payload.json']],
  ['nonsense ', []],
]

describe('bash', () => {
  test.for([
    ...ROWS,
    // bash cuts this word itself, and gets back what follows the cut.
    ['run --host=cla', ['claude-code']],
  ] as const)('offers after "hookwright %s"', async ([typed, offered]) => {
    const sandbox = project()
    const words = ['hookwright', ...typed.split(' ')].flatMap((word) => word.split(/(?<=[=:])|(?=[=:])/))
    const { stdout, stderr } = await sandbox.shell(
      `bash -c '
        source <(hookwright completion bash)
        COMP_LINE=$1 COMP_POINT=\${#1}; shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _hookwright
        [ \${#COMPREPLY[@]} -eq 0 ] || printf "%s\\n" "\${COMPREPLY[@]}"
      ' bash "hookwright ${typed}" ${words.map((word) => `'${word}'`).join(' ')}`,
    )
    expect({ stderr, offered: lines(stdout) }).toEqual({ stderr: '', offered })
  })
})

describe.skipIf(isMissing('fish'))('fish', () => {
  test.for(ROWS)('offers after "hookwright %s"', async ([typed, offered]) => {
    const { stdout, stderr } = await project().shell(
      `fish -N -c 'hookwright completion fish | source; complete -C "hookwright ${typed}"'`,
    )
    const words = lines(stdout).map((line) => line.split('\t')[0])
    expect({ stderr, offered: words.map(String).toSorted() }).toEqual({
      stderr: '',
      offered: offered.toSorted(),
    })
  })
})

describe.skipIf(isMissing('zsh'))('zsh', () => {
  test.for(ROWS)('offers after "hookwright %s"', async ([typed, offered]) => {
    const words = ['hookwright', ...typed.split(' ')].map((word) => `'${word}'`).join(' ')
    const { stdout, stderr } = await project().shell(
      `zsh -f -c '
        compdef() { }
        source <(hookwright completion zsh)
        _describe() { print -l -- \${(P)2} }
        _files() { print -l -- \${words[CURRENT]}*(N) }
        words=("$@") CURRENT=$#
        _hookwright' zsh ${words}`,
    )
    const found = lines(stdout).map((line) => line.split(/(?<!\\):/)[0])
    expect({ stderr, offered: found }).toEqual({ stderr: '', offered })
  })
})

test('hooks of files that cannot be read are not offered, and nothing is said at the prompt', async () => {
  const sandbox = createSandbox()
  sandbox.write('hookwright.yaml', 'hooks: [')
  expect(await sandbox.cli(['complete', '--', 'disable', ''])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: '',
  })
})

test('commands that only hookwright itself starts are not offered', async () => {
  const { stdout } = await createSandbox().cli(['complete', '--', ''])
  expect(lines(stdout).map((line) => line.split('\t')[0])).not.toContain('behind')
})

test('PowerShell passes no empty word, so its script says that one follows', async () => {
  const { stdout } = await createSandbox().cli(['complete', '--blank', '--', 'run', '--on-error'])
  expect(lines(stdout)).toEqual(['ignore\t', 'deny\t'])
})

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}

function isMissing(shell: string): boolean {
  try {
    execFileSync(shell, ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    console.log(`completion in ${shell} is not tested: ${shell} is not installed (apt-get install ${shell})`)
    return true
  }
}
