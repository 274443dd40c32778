import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { approve, bashEvent, CLAUDE, createInstalled, daemonsOf, kill } from '../helpers/daemon.ts'
import { isRunning } from '../helpers/processes.ts'

const LONG = { timeout: 300_000 }
const soon = { timeout: 30_000, interval: 100 }

function toolEvent(tool: string, mark: string): string {
  return JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_name: tool,
    tool_input: { file_path: `/${mark}` },
  })
}

const ECHO = `#!/usr/bin/perl
local $/; my $in = <STDIN>; $in =~ m{"/(mark-\\d+)"}; print STDERR "got $1\\n"; exit 2;
`

test('R42: 40 calls at once get each their own reply', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  box.write('echo.pl', ECHO)
  box.write(
    'hookwright.yaml',
    `version: 1\nhooks:\n  PreToolUse:\n    - { id: e, matcher: Write, command: '${box.path('echo.pl')}' }\n`,
  )
  await approve(box)
  await installed.startDaemon()
  const marks = Array.from({ length: 40 }, (_, index) => `mark-${1000 + index}`)
  const answers = await Promise.all(
    marks.map((mark) => installed.call(CLAUDE, { input: toolEvent('Write', mark) })),
  )
  expect(answers.map(({ stdout }) => /got (mark-\d+)/.exec(stdout)?.[1])).toEqual(marks)
  expect((await installed.status()).workers.length).toBeLessThanOrEqual(16)
})

test('hooks that hang, fork and eat memory hold up no other call', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  box.write('echo.pl', ECHO)
  box.write('hang.sh', '#!/bin/sh\ntrap "" TERM INT HUP\nwhile :; do sleep 1; done\n')
  box.write('fork.sh', '#!/bin/sh\nfor i in $(seq 100); do sleep 1000 & done\nwait\n')
  box.write('eat.pl', '#!/usr/bin/perl\nmy @a; for (1..200) { push @a, "x" x 1_048_576 } sleep 1000;\n')
  const entry = (id: string, tool: string, file: string): string =>
    `    - { id: ${id}, matcher: ${tool}, timeout: 20, command: '${box.path(file)}' }\n`
  box.write(
    'hookwright.yaml',
    `version: 1\nhooks:\n  PreToolUse:\n${entry('h', 'Read', 'hang.sh')}${entry('f', 'Glob', 'fork.sh')}${entry('m', 'Grep', 'eat.pl')}${entry('e', 'Write', 'echo.pl')}`,
  )
  await approve(box)
  await installed.startDaemon()
  const bad = ['Read', 'Glob', 'Grep', 'Read', 'Glob', 'Read'].map((tool) =>
    installed.call(CLAUDE, { input: toolEvent(tool, 'mark-1') }),
  )
  for (let index = 0; index < 20; index += 1) {
    const { stdout } = await installed.call(CLAUDE, { input: toolEvent('Write', `mark-${index}`) })
    expect(stdout).toContain(`got mark-${index}`)
  }
  expect(installed.evaluated()).toBe(0)
  for (const { stderr, stdout } of await Promise.all(bad))
    expect(stdout + stderr).toMatch(/20 s|timeout|time/)
  expect(installed.evaluated()).toBe(0)
})

test('a front that is stopped is made up for, before and in a call', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  box.write(
    'hookwright.yaml',
    'version: 1\nhooks:\n  PreToolUse:\n    - { id: g, matcher: Bash, deny: no }\n    - { id: s, matcher: Write, command: sleep 3 }\n',
  )
  await approve(box)
  const { pid } = await installed.startDaemon()
  const alone = await installed.alone(CLAUDE, { input: bashEvent('ls') })
  const slow = installed.start(CLAUDE, { input: toolEvent('Write', 'x') })
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  kill(pid, 'SIGSTOP')
  expect(await installed.call(CLAUDE, { input: bashEvent('ls'), env: { CI: '1' } })).toEqual(alone)
  expect(installed.evaluated()).toBe(2)
  expect(await slow.done).toMatchObject({ code: 0, stdout: '' })
  expect(installed.evaluated()).toBe(3)
  kill(pid, 'SIGCONT')
})

test('a daemon that is killed at any moment of a call changes no verdict', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  box.write('echo.pl', ECHO)
  box.write(
    'hookwright.yaml',
    `version: 1\nhooks:\n  PreToolUse:\n    - { id: e, matcher: Write, command: '${box.path('echo.pl')}' }\n`,
  )
  await approve(box)
  const input = toolEvent('Write', 'mark-7')
  const { stdout } = await installed.alone(CLAUDE, { input })
  for (let round = 0; round < 25; round += 1) {
    const { pid, workers } = await installed.startDaemon()
    const call = installed.start(CLAUDE, { input, env: { CI: '1' } })
    await new Promise((resolve) => setTimeout(resolve, round * 4))
    for (const each of round % 2 === 0 ? [pid] : [pid, ...workers]) kill(each, 'SIGKILL')
    expect({ round, stdout: (await call.done).stdout }).toEqual({ round, stdout })
  }
})

test('R26: 2,000 calls leave memory and descriptors as they are, and nothing behind', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  box.write(
    'hookwright.yaml',
    'version: 1\nhooks:\n  PreToolUse:\n    - { id: g, matcher: Bash, deny: no }\n',
  )
  await approve(box)
  const { pid } = await installed.startDaemon()
  const input = bashEvent(`ls ${'x'.repeat(3_000)}`)
  const size = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  const descriptors = (): number => readdirSync(`/proc/${pid}/fd`).length
  const rounds = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 4) {
      const four = Array.from({ length: 4 }, () => installed.call(CLAUDE, { input }))
      for (const { stdout } of await Promise.all(four)) expect(stdout).toContain('"deny"')
    }
  }
  await rounds(200)
  const before = { size: size(), descriptors: descriptors() }
  await rounds(1_800)
  expect(size()).toBeLessThan(before.size + 60)
  expect(descriptors()).toBeLessThan(before.descriptors + 10)
  expect(installed.evaluated()).toBe(0)
  const pids = daemonsOf(box)
  await installed.daemon('stop')
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), soon)
  expect(readdirSync(join(box.state, 'daemon'))).toEqual(['log'])
})
