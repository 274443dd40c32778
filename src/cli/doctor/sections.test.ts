import { expect, test } from 'vitest'
import { issue } from '../../core/issue.ts'
import { filesSection, type FilesFound, type HookStanding } from './files.ts'
import { gitSection } from './git.ts'
import { machineSection, type Machine } from './machine.ts'
import { renderSections, summaryLine } from './render.ts'

const MACHINE: Machine = {
  version: '1.2.3',
  node: 'v22.1.0',
  nodePath: '/opt/node',
  platform: 'linux',
  shellPath: (shell) => (shell === 'sh' || shell === 'bash' ? `/bin/${shell}` : undefined),
  state: { dir: '/home/me/.local/state/hookwright', problem: undefined },
  daemon: 'none',
  approvals: undefined,
}

const machine = (changes: Partial<Machine>) =>
  machineSection({ ...MACHINE, ...changes }).findings.find(({ state }) => state === 'problem')

test.for([
  ['v18.20.0', true],
  ['v20.18.9', true],
  ['v20.19.0', false],
  ['v24.0.0', false],
] as const)('Node %s: too old is %s', ([node, isOld]) => {
  expect(machine({ node })?.name === 'node').toBe(isOld)
})

test('a state folder that cannot be used stops guards', () => {
  const problem = issue('state.mode', {}, 'Others can write to it.', 'chmod 700 it')
  expect(machine({ state: { dir: '/s', problem } })).toMatchObject({ stopsGuard: true, mend: 'chmod 700 it' })
})

test('shells of the other system are not missed', () => {
  const shells = machineSection(MACHINE).findings.find(({ name }) => name === 'shells')
  expect(shells?.text).toBe('sh, bash (not found: pwsh)')
})

test.for<readonly [Partial<Machine>, string]>([
  [{ daemon: { pid: 42 } }, 'runs as process 42'],
  [{ daemon: 'none' }, 'none runs; the next call of an installed agent starts one'],
  [{ daemon: 'off' }, 'kept out of use by HOOKWRIGHT_DAEMON=off; every call starts Node'],
  [{ platform: 'darwin' }, 'runs on Linux only; every call starts Node'],
])('what is said of the daemon where %j', ([changes, text]) => {
  const { findings } = machineSection({ ...MACHINE, ...changes })
  expect(findings.find(({ name }) => name === 'daemon')?.text).toBe(text)
})

const FILE = '/work/hookwright.yaml'

function files(hooks: readonly Partial<HookStanding>[], changes: Partial<FilesFound> = {}) {
  return filesSection({
    files: [{ path: FILE, scope: 'project' }],
    broken: [],
    hooks: hooks.map((hook, at) => ({
      id: `h${at}`,
      event: 'PreToolUse',
      file: FILE,
      state: 'approved',
      isGuard: true,
      ...hook,
    })),
    commands: {
      approve: 'hookwright trust add',
      revoke: 'hookwright trust revoke',
      check: 'hookwright check',
    },
    show: (path) => path.replace('/work/', ''),
    ...changes,
  }).findings[0]
}

test.for([
  ['approved hooks are in order', [{}, {}], { state: 'ok', text: 'project: 2 approved' }],
  [
    'a hook that waits is a problem, and stops no guard',
    [{ state: 'new' }],
    { state: 'problem', text: 'project: 1 waiting for approval (h0)' },
  ],
  [
    'a changed hook stops a guard',
    [{}, { state: 'changed' }],
    {
      stopsGuard: true,
      text: 'project: 1 approved, 1 changed since approval (h1)',
      mend: 'hookwright trust add',
    },
  ],
  [
    'a changed hook that never could say no stops none',
    [{ state: 'changed', isGuard: false }],
    { state: 'problem', mend: 'hookwright trust add' },
  ],
  [
    'a hook that is gone stops a guard',
    [{ state: 'gone' }],
    { stopsGuard: true, mend: 'put it back, or: hookwright trust revoke h0' },
  ],
  [
    'a hook that is off is named with its end',
    [{}, { off: 'until 18:00' }],
    { state: 'ok', text: 'project: 1 approved, h1 off: until 18:00' },
  ],
] as const)('%s', ([, hooks, expected]) => {
  expect(files(hooks)).toMatchObject(expected)
})

test.for([
  [true, { stopsGuard: true }],
  [false, { state: 'problem' }],
] as const)('a broken file whose hooks were approved (%s) stops a guard', ([wasApproved, expected]) => {
  const broken = [{ path: FILE, message: 'Unexpected end.', wasApproved }]
  const finding = files([], { broken })
  expect(finding).toMatchObject({ text: 'broken: Unexpected end.', mend: 'hookwright check', ...expected })
  expect(finding?.stopsGuard === true).toBe(wasApproved)
})

test('a file that is gone is listed by the hooks that were approved in it', () => {
  expect(files([{ state: 'gone' }], { files: [] })).toMatchObject({
    name: 'hookwright.yaml',
    stopsGuard: true,
  })
})

test('without any file there is a way to begin', () => {
  expect(files([], { files: [] })).toMatchObject({ state: 'note', mend: 'hookwright init' })
})

test.for([
  ['hookwright', 'ok'],
  ['another program', 'note'],
  ['nobody', 'problem'],
] as const)('a git hook started by %s is %s', ([by, state]) => {
  const { findings } = gitSection({ config: 'prek.toml', hooks: [{ type: 'pre-commit', by }] })
  expect(findings).toMatchObject([{ name: 'pre-commit', state }])
})

test('outside of a repository there is nothing to say about git', () => {
  expect(renderSections([gitSection(undefined)], false)).toEqual([])
})

test('the screen shows what mends a problem below it, and escapes what files say', () => {
  const section = {
    title: 'T',
    findings: [{ name: 'a', state: 'problem', text: 'b\u001B[2J', mend: 'do c' }],
  } as const
  const [title, line, mend] = renderSections([section], false)
  expect([title, mend?.trim()]).toEqual(['T', '→ do c'])
  expect(line).not.toContain('\u001B')
})

test.for([
  [[], 0, 'No guard is approved here.'],
  [[], 2, 'No problem found.'],
  [[{ state: 'problem' }], 2, '1 problem above'],
  [[{ state: 'problem', stopsGuard: true }], 2, 'An approved guard cannot act'],
] as const)('the last line says whether guards act (%#)', ([findings, guards, expected]) => {
  const section = { title: 'T', findings: findings.map((finding) => ({ name: 'n', text: 't', ...finding })) }
  expect(summaryLine([section], { guards, colour: false })).toContain(expected)
})
