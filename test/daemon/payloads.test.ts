import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { approve, bashEvent, CLAUDE, createInstalled } from '../helpers/daemon.ts'

function sized(length: number): string {
  const empty = bashEvent('').length
  return bashEvent('x'.repeat(length - empty))
}

const cut = bashEvent('a\u{e9}b')

const PAYLOADS: readonly (readonly [string, Uint8Array | string])[] = [
  ['nothing', ''],
  ['2,047 bytes', sized(2_047)],
  ['2,048 bytes', sized(2_048)],
  ['2,049 bytes', sized(2_049)],
  ['10 KiB with characters of several bytes', bashEvent('\u{1f600}\u{e9}'.repeat(2_000))],
  ['1 MiB', sized(1_048_576)],
  ['2 MiB', sized(2_097_152)],
  ['a NUL as a byte', bashEvent('a\0b').replace('\\u0000', '\0')],
  ['a NUL first', '\0{}'],
  ['a NUL after 3,000 bytes', `${sized(3_000)}\0\0`],
  ['a NUL at byte 2,048', `${sized(2_047)}\0{}`],
  ['line ends at the end', `${bashEvent('ls')}\n\n\n`],
  ['invalid UTF-8', Buffer.from(cut.replace('\u{e9}', '\xff\xfe'), 'latin1')],
  ['backslashes and per cent signs', bashEvent('%s %d \\n \\0 $HOME `id`')],
]

test('a payload arrives byte for byte', { timeout: 60_000 }, async () => {
  const installed = createInstalled()
  const { box } = installed
  const seen = join(box.root, 'seen')
  box.write('look.sh', `#!/bin/sh\nexec cat >'${seen}'\n`)
  box.write(
    'hookwright.yaml',
    `version: 1\nhooks:\n  PreToolUse:\n    - { id: look, matcher: Bash, command: '${box.path('look.sh')}' }\n`,
  )
  await approve(box)
  await installed.startDaemon()
  for (const [name, input] of PAYLOADS) {
    box.write(seen, '')
    const alone = await installed.alone(CLAUDE, { input })
    const bytes = readFileSync(seen)
    box.write(seen, '')
    const before = installed.evaluated()
    expect({ name, ...(await installed.call(CLAUDE, { input })) }).toEqual({ name, ...alone })
    expect({ name, isSame: bytes.equals(readFileSync(seen)) }).toEqual({ name, isSame: true })
    expect({ name, isLeft: installed.evaluated() > before }).toEqual({ name, isLeft: name === '2 MiB' })
  }
})

test('a payload arrives whole where files may not grow', { timeout: 60_000 }, async () => {
  const installed = createInstalled()
  const { box } = installed
  box.write(
    'hookwright.yaml',
    'version: 1\nhooks:\n  PreToolUse:\n    - { id: g, matcher: Bash, if: Bash(rm *), deny: no }\n',
  )
  await approve(box)
  await installed.startDaemon()
  const input = bashEvent(`rm ${'x'.repeat(100_000)}`)
  const alone = await installed.alone(CLAUDE, { input })
  expect(alone.stdout).toContain('deny')
  const through = ['bash', '-c', 'ulimit -f 20; exec "$0" "$@"']
  expect((await installed.call(CLAUDE, { input, through })).stdout).toBe(alone.stdout)
})

test('a payload that comes slowly is waited for, whatever TMOUT says', { timeout: 60_000 }, async () => {
  const installed = createInstalled()
  await installed.startDaemon()
  const input = bashEvent('ls')
  const alone = await installed.alone([...CLAUDE, '--on-error', 'deny'], { input })
  const slow = installed.start([...CLAUDE, '--on-error', 'deny'], {
    input: null,
    through: ['env', 'TMOUT=1'],
  })
  slow.child.stdin?.write(input.slice(0, 10))
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  slow.child.stdin?.end(input.slice(10))
  expect(await slow.done).toEqual(alone)
})
