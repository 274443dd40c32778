import { chmodSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../helpers/cli.ts'
import { edit, examined, working, type Host } from '../helpers/doctor.ts'

const SETTINGS = '~/.claude/settings.json'
const LAUNCHER = '~/.local/state/hookwright/bin/hookwright'

function withKey(key: string, value: unknown): (text: string) => string {
  return (text) => JSON.stringify({ ...(JSON.parse(text) as object), [key]: value })
}

type Row = readonly [
  claim: string,
  hosts: readonly Host[],
  breakIt: (box: Sandbox) => unknown,
  text: string,
  mend: string,
]

const SYNC = 'hookwright sync'

describe('an approved guard cannot act, and the command that is named mends it', () => {
  test.for<Row>([
    ['the file is gone', ['claude-code'], (box) => rmSync(box.path(SETTINGS)), 'are gone', SYNC],
    [
      'the file of one of two agents is gone',
      ['claude-code', 'gemini-cli'],
      (box) => rmSync(box.path(SETTINGS)),
      'are gone',
      SYNC,
    ],
    [
      'commands are replaced',
      ['claude-code'],
      (box) => edit(box, SETTINGS, (text) => text.replaceAll(/"command": "[^"]+"/g, '"command": "true"')),
      'are gone',
      SYNC,
    ],
    [
      'an entry matches nothing any more',
      ['claude-code'],
      (box) => edit(box, SETTINGS, (text) => text.replace('"hooks": [', '"matcher": "Nothing", "hooks": [')),
      'somebody changed its entry of hookwright for PreToolUse',
      SYNC,
    ],
    [
      'an entry has no time to answer',
      ['claude-code'],
      (box) => edit(box, SETTINGS, (text) => text.replace(/"timeout": \d+/, '"timeout": 1')),
      'somebody changed its entry of hookwright for PreToolUse',
      SYNC,
    ],
    ['the launcher is gone', ['claude-code'], (box) => rmSync(box.path(LAUNCHER)), 'is gone', SYNC],
    [
      'the launcher is not executable',
      ['claude-code'],
      (box) => chmodSync(box.path(LAUNCHER), 0o644),
      'is not executable',
      SYNC,
    ],
    [
      'the program is gone',
      ['claude-code'],
      (box) => rmSync(`${box.state}/versions`, { recursive: true }),
      'its program is gone',
      SYNC,
    ],
    [
      'it was switched off',
      ['claude-code'],
      (box) => box.cli(['disable', 'no-force-push', '--yes']),
      'is off',
      'hookwright enable no-force-push',
    ],
    [
      'its script has other bytes',
      ['claude-code'],
      (box) => edit(box, '.hookwright/block-dangerous-commands.sh', (text) => `${text}# x\n`),
      'changed since approval (block-dangerous-commands)',
      'hookwright trust add',
    ],
  ])('%s', { timeout: 60_000 }, async ([, hosts, breakIt, text, mend]) => {
    const box = await working(...hosts)
    await breakIt(box)
    const { code, problems } = await examined(box)
    expect(code).toBe(1)
    expect(problems.filter((each) => each.stopsGuard)).toMatchObject([
      { text: expect.stringContaining(text) as string, mend },
    ])
    const [, ...words] = mend.split(' ')
    const isAsked = words[0] !== 'enable'
    expect((await box.cli([...words, ...(isAsked ? ['--yes'] : [])])).code).toBe(0)
    expect(await examined(box)).toEqual({ code: 0, problems: [] })
  })
})

describe('what only the person can mend is named', () => {
  test.for<Row>([
    [
      'the settings switch all hooks off',
      ['claude-code'],
      (box) => edit(box, SETTINGS, withKey('disableAllHooks', true)),
      '`disableAllHooks` is true',
      'Remove `disableAllHooks`',
    ],
    [
      'the repository switches all hooks off',
      ['claude-code'],
      (box) => box.write('.claude/settings.json', '{ "disableAllHooks": true }'),
      '`disableAllHooks` is true',
      'Remove `disableAllHooks`',
    ],
    [
      'hooks are off in Gemini CLI',
      ['gemini-cli'],
      (box) => edit(box, '~/.gemini/settings.json', withKey('hooksConfig', { enabled: false })),
      '`hooksConfig.enabled` is false',
      'Set `hooksConfig.enabled` to true',
    ],
    [
      'the bridge is off in Gemini CLI',
      ['gemini-cli'],
      (box) => edit(box, '~/.gemini/settings.json', withKey('hooksConfig', { disabled: ['hookwright'] })),
      'lists "hookwright"',
      'Take "hookwright" out',
    ],
    [
      'nobody has trusted the entries in Codex',
      ['codex-cli'],
      () => undefined,
      'nobody has trusted',
      '/hooks',
    ],
    [
      'a file cannot be read',
      ['claude-code'],
      (box) => box.write(SETTINGS, '{'),
      'cannot be edited',
      'Mend the file',
    ],
    [
      'approvals cannot be read',
      ['claude-code'],
      (box) => box.write('~/.local/state/hookwright/trust.json', 'x'),
      'The trust store cannot be read',
      'Delete it',
    ],
    [
      'the state folder is open to others',
      ['claude-code'],
      (box) => chmodSync(box.state, 0o777),
      'other users can write to it',
      '0700',
    ],
    [
      'a file is broken',
      ['claude-code'],
      (box) => box.write('hookwright.yaml', 'version: ['),
      'broken: ',
      'hookwright check',
    ],
    [
      'a file is gone',
      ['claude-code'],
      (box) => rmSync(box.path('hookwright.yaml')),
      'approved and gone',
      'put it back, or: hookwright trust revoke no-force-push',
    ],
  ])('%s', { timeout: 60_000 }, async ([, hosts, breakIt, text, mend]) => {
    const box = await working(...hosts)
    await breakIt(box)
    const { code, problems } = await examined(box)
    expect(code).toBe(1)
    const first = problems.find((each) => each.stopsGuard)
    expect(first?.text).toContain(text)
    expect(first?.mend).toContain(mend)
  })
})
