import { describe, expect, test } from 'vitest'
import { decodeOutput } from '../../../../test/helpers/claude-contract.ts'
import { command, eventNamed, exited, hookFor } from '../../../../test/conformance/helpers/claude.ts'
import type { HandlerSpec, Hook } from '../../../core/hook.ts'
import type { Said } from '../../../core/outcome.ts'

function read(handler: HandlerSpec, outcome: Said, changes: Partial<Hook> = {}) {
  const hook = hookFor('PreToolUse', { handler, dialect: 'hookwright', ...changes })
  return decodeOutput(hook, eventNamed('PreToolUse'), outcome)
}

function argv(...words: string[]): HandlerSpec {
  return { type: 'command', start: { kind: 'argv', words } }
}

function script(source: string): HandlerSpec {
  return { type: 'command', start: { kind: 'script', shell: 'bash', source, args: [] } }
}

const PYTHON = "/usr/bin/python3: can't open file '/p/gate.py': [Errno 2] No such file or directory\n"
const DASH = 'sh: 0: cannot open ./gate.sh: No such file\n'
const PERL = 'Can\'t open perl script "gate.pl": No such file or directory\n'
const WINDOWS =
  "C:\\Python312\\python.exe: can't open file 'C:\\\\p\\\\gate.py': [Errno 2] No such file or directory\r\n"

describe('S20 an interpreter that exits 2 because its script is missing did not start', () => {
  test.for([
    ['python', argv('python3', 'gate.py'), PYTHON, '/p/gate.py'],
    ['python of a version', argv('/usr/bin/python3.12', '-u', './gate.py', '--all'), PYTHON, '/p/gate.py'],
    ['python on Windows', argv('C:\\py\\python.EXE', 'gate.py'), WINDOWS, 'C:\\\\p\\\\gate.py'],
    ['sh', argv('sh', './gate.sh'), DASH, './gate.sh'],
    ['an older dash', argv('dash', 'gate.sh'), "dash: 0: Can't open gate.sh", 'gate.sh'],
    ['busybox', argv('ash', 'gate.sh'), "ash: can't open 'gate.sh': No such file or directory", 'gate.sh'],
    ['perl', argv('perl', 'gate.pl'), PERL, 'gate.pl'],
    ['a shell between', script('python3 "$CLAUDE_PROJECT_DIR/gate.py"\n'), PYTHON, '/p/gate.py'],
    ['a pasted block', command('python3 "$CLAUDE_PROJECT_DIR"/gate.py'), PYTHON, '/p/gate.py'],
  ] as const)('%s', ([, handler, stderr, path]) =>
    expect(read(handler, exited(2, '', stderr))).toMatchObject({
      decision: 'none',
      failure: 'launch-failure',
      issues: [
        {
          code: 'launch.no-script',
          message: expect.stringContaining(`script "${path}" was not found`),
          hint: 'Correct the path in "/p/.claude/settings.json", or put the script back.',
          place: { hook: 'h' },
        },
      ],
    }),
  )
})

describe('exit 2 stays a deny', () => {
  const gate = argv('python3', 'gate.py')
  test.for([
    ['in the own file of a host that blocks', gate, exited(2, '', PYTHON), { dialect: 'claude-code' }],
    ['of a program that is no interpreter', argv('gate', 'gate.py'), exited(2, '', PYTHON), {}],
    ['of another interpreter', argv('perl', 'gate.py'), exited(2, '', PYTHON), {}],
    ['about a file that is not its script', argv('python3', 'other.py'), exited(2, '', PYTHON), {}],
    ['beside words on stdout', gate, exited(2, 'looked', PYTHON), {}],
    ['after other words', gate, exited(2, '', `looked\n${PYTHON}`), {}],
    ['before other words', gate, exited(2, '', `${PYTHON}no`), {}],
    ['with words around', gate, exited(2, '', `blocked: ${PYTHON}`), {}],
    [
      'of a guard that repeats a command made to look like it',
      gate,
      exited(2, '', PYTHON.replace('/p/', '$(rm x)/')),
      {},
    ],
    [
      'of a guard that repeats another',
      argv('sh', 'gate.sh'),
      exited(2, '', 'rm -r /p: 0: cannot open gate.sh: No such file'),
      {},
    ],
    [
      'of a guard that repeats a third',
      argv('sh', 'gate.sh'),
      exited(2, '', 'sh: 0: cannot open gate.sh: No such file; rm x'),
      {},
    ],
    [
      'of a script that misses a file itself',
      argv('sh', 'gate.sh'),
      exited(2, '', 'gate.sh: 1: cannot open list.txt: No such file'),
      {},
    ],
  ] as const)('%s', ([, handler, outcome, changes]) =>
    expect(read(handler, outcome, changes)).toMatchObject({ decision: 'deny' }),
  )

  test('but another exit code is a crash', () =>
    expect(read(gate, exited(1, '', PYTHON)).failure).toBe('crash'))
})
