import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { emptied, endGroup, isGroupAlive, signalGroup, type Group } from './kill-tree.ts'

const children: ChildProcess[] = []

afterEach(() => {
  children.splice(0).forEach((child) => child.kill('SIGKILL'))
})

function sleeper(): { child: ChildProcess; group: Group } {
  const child = spawn('/bin/sleep', ['60'], { detached: true, stdio: 'ignore' })
  children.push(child)
  const isLeaderReaped = () => child.exitCode !== null || child.signalCode !== null
  return { child, group: { pid: child.pid ?? 0, isLeaderReaped } }
}

test('a group is alive until its last member is gone', async () => {
  const { group } = sleeper()
  expect(isGroupAlive(group)).toBe(true)
  await endGroup(group, { graceMs: 1_000, sweepMs: 500 })
  expect(isGroupAlive(group)).toBe(false)
})

test('a group that stays is reported as such when the time is up', async () => {
  const { group } = sleeper()
  expect(await emptied(group, 30)).toBe(false)
})

test('R28 a group whose number went to somebody else is neither alive nor signalled', async () => {
  const { child, group } = sleeper()
  const former: Group = { pid: group.pid, isLeaderReaped: () => true }
  expect(isGroupAlive(former)).toBe(false)
  signalGroup(former, 'SIGKILL')
  await endGroup(former, { graceMs: 50, sweepMs: 50 })
  expect(isGroupAlive(group)).toBe(true)
  child.kill()
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
})

test('signals to a group that is gone are no error', async () => {
  const { child, group } = sleeper()
  child.kill('SIGKILL')
  await once(child, 'exit')
  signalGroup(group, 'SIGKILL')
  expect(isGroupAlive(group)).toBe(false)
})
