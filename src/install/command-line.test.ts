import { describe, expect, test } from 'vitest'
import { bridgeWords, isOwnCommand, projectCommands, userCommands } from './command-line.ts'

const WORDS = bridgeWords({ host: 'copilot', event: 'preToolUse', deadlineSeconds: 60, onError: 'deny' })
const REST = 'run --host copilot --event preToolUse --deadline 60 --on-error deny'

describe('the launcher by its path', () => {
  test.for([
    ['/home/dev/.local/state/hookwright/bin/hookwright', '/home/dev/.local/state/hookwright/bin/hookwright'],
    ["/home/O'Neil $HOME/hookwright", "'/home/O'\\''Neil $HOME/hookwright'"],
    ['C:\\Users\\A B\\hookwright', "'C:/Users/A B/hookwright'"],
  ])('for sh: %s', ([sh, quoted]) => {
    const { command } = userCommands({ sh: sh as string, cmd: '' }, WORDS)
    expect(command).toBe(`${quoted} ${REST}`)
  })

  test('for PowerShell: quotes in a path are doubled, and nothing is filled in', () => {
    const { powershell } = userCommands({ sh: '', cmd: "C:\\Users\\O'Neil $x\\hookwright.cmd" }, WORDS)
    expect(powershell).toBe(`& 'C:\\Users\\O''Neil $x\\hookwright.cmd' ${REST}`)
  })

  test('for cmd: percent signs are doubled', () => {
    const { cmd } = userCommands({ sh: '', cmd: 'C:\\100% mine\\hookwright.cmd' }, WORDS)
    expect(cmd).toBe(`"C:\\100%% mine\\hookwright.cmd" ${REST}`)
  })
})

const NOTHING = { stdout: '', stderr: '', exitCode: 0 }

test('every form that install writes is recognised as its own', () => {
  const paths = {
    sh: '/home/A B/state/hookwright/bin/hookwright',
    cmd: 'C:\\A B\\hookwright\\bin\\hookwright.cmd',
  }
  const forms = [userCommands(paths, WORDS), projectCommands(WORDS, NOTHING)].flatMap((each) =>
    Object.values(each),
  )
  expect(forms.filter((each) => !isOwnCommand(each))).toEqual([])
})

test.for([
  'hookwright run --host claude-code',
  'npx hookwright run --host claude-code',
  'node ./node_modules/hookwright/dist/cli/cli.cjs run --host claude-code',
  '/usr/local/bin/hookwright run --host claude-code',
  'cat /home/dev/.local/state/hookwright/bin/hookwright',
  'true',
])('%s is not', (command) => expect(isOwnCommand(command)).toBe(false))

test('a project without hookwright gets the reply that lets its host go on', () => {
  const { command } = projectCommands(WORDS, { stdout: '{"decision":"allow"}\n', stderr: '', exitCode: 0 })
  expect(command).toContain(`printf '%s\\n' '{"decision":"allow"}'`)
})
