import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

const CONFIG = 'version: 1\nhooks:\n  Stop: [{ id: done, command: "true" }]\n'

function project() {
  const sandbox = createSandbox()
  sandbox.write('hookwright.yaml', CONFIG)
  return sandbox
}

test.for([
  ['nothing', [], {}, false],
  ['always', ['--color', 'always'], {}, true],
  ['always, in British', ['--colour=always'], {}, true],
  ['always, against NO_COLOR', ['--color', 'always'], { NO_COLOR: '1' }, true],
  ['never, against FORCE_COLOR', ['--color', 'never'], { FORCE_COLOR: '1' }, false],
  ['auto with FORCE_COLOR', ['--color', 'auto'], { FORCE_COLOR: '1' }, true],
] as const)(
  'with %s the output has colours: after and before the command alike',
  async ([, words, env, isColoured]) => {
    const sandbox = project()
    for (const args of [
      ['trust', 'show', ...words],
      [...words, 'trust', 'show'],
    ]) {
      const { stdout, code } = await sandbox.cli(args, { env })
      expect({ code, isColoured: stdout.includes('\u001B[') }).toEqual({ code: 0, isColoured })
    }
  },
)

test('a colour that there is not is refused', async () => {
  const { code, stderr } = await project().cli(['list', '--color', 'allways'])
  expect({ code, stderr }).toEqual({
    code: 64,
    stderr: 'hookwright: --color is "allways"; accepted: auto, always, never. Did you mean "always"?\n',
  })
})

test.for([
  [['help'], ['--help']],
  [
    ['help', 'git'],
    ['git', '--help'],
  ],
  [
    ['git', 'help'],
    ['git', '--help'],
  ],
  [['git'], ['git', '--help']],
  [
    ['help', 'git', 'run'],
    ['git', 'run', '--help'],
  ],
  [
    ['git', 'help', 'run'],
    ['git', 'run', '--help'],
  ],
  [
    ['help', 'trust'],
    ['trust', '--help'],
  ],
  [
    ['trust', 'help'],
    ['trust', '--help'],
  ],
  [
    ['help', 'trust', 'add'],
    ['trust', '--help'],
  ],
  [
    ['git', 'trust', 'help'],
    ['git', 'trust', '--help'],
  ],
] as const)('%j says what %j says', async ([one, other]) => {
  const sandbox = createSandbox()
  const [said, wanted] = [await sandbox.cli(one), await sandbox.cli(other)]
  expect(said).toEqual(wanted)
  expect(said.stdout).toMatch(/^hookwright/)
})

test.for([
  [['lits'], '"list"'],
  [['expl'], '"explain"'],
  [['approve'], '"trust"'],
  [['validate'], '"check"'],
  [['autoupdate'], '"git autoupdate"'],
  [['git', 'instal'], '"install"'],
  [['help', 'lits'], '"list"'],
  [['git', 'help', 'rnu'], '"run"'],
  [['trust', 'shwo'], '"show"'],
  [['git', 'trust', 'ad'], '"add"'],
  [['run', '--host', 'claude'], '"claude-code"'],
  [['check', '--host', 'codex'], '"codex-cli"'],
  [['convert', '--from', 'claude'], '"claude-code"'],
  [['list', '--jsno'], '--json'],
  [['disable', 'dnoe'], '"done"'],
  [['completion', 'bahs'], '"bash"'],
] as const)('%j is answered with what was probably meant', async ([args, meant]) => {
  const { code, stderr } = await project().cli(args)
  expect(stderr.trimEnd()).toMatch(new RegExp(`Did you mean ${meant}\\?$`))
  // That of prek below `git`.
  expect(code).toBe(args[0] === 'git' ? 2 : 64)
})

test.for([['list'], ['check'], ['log'], ['git', 'run'], ['trust'], ['completion']])(
  'help of %s tells its exit codes',
  async (words) => {
    const { stdout } = await createSandbox().cli(['help', ...words])
    expect(stdout).toMatch(/\nExit codes: 0 /)
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  },
)

test.for([
  ['list'],
  ['trust', 'show'],
  ['check'],
  ['log', '--all'],
  ['explain', '--host', 'claude-code', 'e.json'],
])('%j fits the width of the terminal', async (args) => {
  const sandbox = project()
  sandbox.write('~/.config/hookwright/hookwright.yaml', LONG)
  sandbox.write('e.json', '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"x"}}')
  await sandbox.event({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'x' } })
  const { stdout } = await sandbox.cli(args, { env: { COLUMNS: '60' } })
  // A path has no place to break at.
  const wide = stdout.split('\n').filter((line) => line.length > 60 && line.trim().includes(' '))
  expect(wide).toEqual([])
})

const LONG = `version: 1
hooks:
  PreToolUse:
    - id: a-hook-with-a-rather-long-name-that-says-all
      matcher: Bash|Edit|Write|NotebookEdit|WebFetch
      command: echo one two three four five six seven eight nine ten eleven twelve
`
