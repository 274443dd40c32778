import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import {
  calm,
  disturbed,
  isSetAside,
  killFamily,
  leftovers,
  startRun,
  survivors,
  writeConfig,
  type Run,
} from '../helpers/interrupted.ts'
import { makeRepository, type Repository } from '../helpers/repository.ts'
import { random, type Picture } from '../helpers/work-tree.ts'

/** What is left of a killed run is found in /proc. */
const isLinux = process.platform === 'linux'
if (!isLinux)
  console.warn('git runs are not interrupted: there is no /proc to see when their hooks have ended')

const INTERRUPTS = 100
const AT_ONCE = 4

type Way = { readonly name: string; readonly isPolite: boolean; send(run: Run, repository: Repository): void }

const signal = (name: NodeJS.Signals): Way => ({
  name,
  isPolite: name !== 'SIGKILL',
  send: ({ child }) => child.kill(name),
})

/** To the whole group, as a terminal does it. */
const groupSignal = (name: NodeJS.Signals): Way => ({
  name: `${name} of the group`,
  isPolite: name !== 'SIGKILL',
  send({ child }) {
    // Gone, but not yet reaped: the number is still its own.
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), name)
  },
})

const WAYS: readonly Way[] = [
  signal('SIGINT'),
  signal('SIGKILL'),
  groupSignal('SIGINT'),
  groupSignal('SIGKILL'),
  signal('SIGTERM'),
  { name: 'SIGKILL of everything', isPolite: false, send: (_, repository) => killFamily(repository) },
  signal('SIGHUP'),
  {
    name: 'SIGINT twice',
    isPolite: true,
    send: ({ child }) => {
      child.kill('SIGINT')
      setTimeout(() => child.kill('SIGINT'), 15)
    },
  },
]

const template = isLinux ? disturbed(afterAll) : undefined

function copy(): Repository {
  return makeRepository({ copyOf: (template as Repository).root })
}

/** The shortest of three: with one that other tests slowed down, most interrupts would come too late. */
async function shortestRun(): Promise<number> {
  const lengths: number[] = []
  while (lengths.length < 3) lengths.push(await lengthOfRun())
  return Math.min(...lengths)
}

async function lengthOfRun(): Promise<number> {
  const start = performance.now()
  const done = await Promise.all(Array.from({ length: AT_ONCE }, () => startRun(copy()).done))
  for (const { code, stdout, stderr } of done) {
    // A hook that writes files fails, and the one after it runs all the same.
    expect({ code, stderr }).toMatchObject({ code: 1 })
    expect(stdout).toMatch(/^after\.+Passed$/m)
  }
  return performance.now() - start
}

/** A git that was killed leaves its lock, and tells the user to remove it. */
function unlock({ root }: Repository): void {
  rmSync(join(root, '.git/index.lock'), { force: true })
}

type Interrupted = { readonly wasSetAside: boolean; readonly code: number | null }

async function interruptOnce(way: Way, afterMs: number): Promise<Interrupted> {
  const repository = copy()
  const before = survivors(repository)
  const run = startRun(repository)
  await sleep(afterMs)
  way.send(run, repository)
  const { code, stderr } = await run.done
  await calm(repository)
  const wasSetAside = isSetAside(repository)
  const how = `${way.name} after ${afterMs} ms, exit ${code}: ${stderr}`
  const now = way.isPolite ? survivors(repository) : before
  expect({ how, wasSetAside: way.isPolite && wasSetAside, ...now }).toEqual({
    how,
    wasSetAside: false,
    ...before,
  })
  unlock(repository)
  await expectRestored(repository, { how, before, wasSetAside })
  return { wasSetAside, code }
}

type Past = { readonly how: string; readonly before: Picture; readonly wasSetAside: boolean }

/** By one more run, which says so exactly when there was something to restore. */
async function expectRestored(repository: Repository, { how, before, wasSetAside }: Past): Promise<void> {
  const { code, stderr } = await startRun(repository, ['after']).done
  const told = /Restored (?:unstaged changes|\d+ intent-to-add entries) of an interrupted run/.test(stderr)
  const left = leftovers(repository)
  const facts = { how, stderr, ...before }
  expect({ ...facts, ...survivors(repository), code, left, told }).toEqual({
    ...facts,
    code: 0,
    left: [],
    told: wasSetAside,
  })
}

/** As many at once as keep the machine busy while runs sleep. */
async function interruptOften(length: number): Promise<readonly Interrupted[]> {
  const next = random(5)
  const plan = Array.from({ length: INTERRUPTS }, (_, index) => ({
    way: WAYS[index % WAYS.length] as Way,
    afterMs: next(Math.ceil(length)),
  }))
  const ended: Interrupted[] = []
  const work = async (): Promise<void> => {
    for (let one = plan.pop(); one; one = plan.pop()) ended.push(await interruptOnce(one.way, one.afterMs))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return ended
}

test.runIf(isLinux)(
  'R31 a run that is interrupted at 100 random moments loses nothing, and the next one says what it restored',
  { timeout: 300_000 },
  async () => {
    const ended = await interruptOften(await shortestRun())
    expect(ended).toHaveLength(INTERRUPTS)
    expect(ended.filter(({ wasSetAside }) => wasSetAside).length).toBeGreaterThan(5)
    expect(ended.filter(({ code }) => code === 130).length).toBeGreaterThan(5)
  },
)

type Holding = {
  readonly repository: Repository
  readonly before: Picture
  readonly run: Run
  release(): void
}

/** A run whose only hook waits until the test lets it go, with `first` as its first line. */
async function startHolding(first = ''): Promise<Holding> {
  const repository = copy()
  const { root, home, git } = repository
  const entry = `${first}\ntouch $HOME/held\nwhile ! test -e $HOME/free; do sleep 0.02 || :; done`
  writeConfig(root, [{ id: 'hold', name: 'hold', entry, shell: 'sh' }])
  git('add', '.pre-commit-config.yaml')
  const before = survivors(repository)
  const run = startRun(repository)
  await appeared(join(home, 'held'))
  return { repository, before, run, release: () => writeFileSync(join(home, 'free'), '') }
}

async function appeared(path: string): Promise<void> {
  await expect.poll(() => existsSync(path), { timeout: 15_000 }).toBe(true)
}

const HOLDING = { timeout: 60_000 }

test.runIf(isLinux)(
  'R31 two Ctrl-C in a row, with a hook that is deaf to the first, still bring everything back',
  HOLDING,
  async () => {
    const { repository, before, run } = await startHolding('trap "touch $HOME/asked" TERM')
    run.child.kill('SIGINT')
    // Two signals of one kind that arrive together are one signal.
    await appeared(join(repository.home, 'asked'))
    run.child.kill('SIGINT')
    expect(await run.done).toMatchObject({ code: 130 })
    expect(survivors(repository)).toEqual(before)
    expect(leftovers(repository)).toEqual([])
    await calm(repository)
  },
)

test.runIf(isLinux)(
  'a second run in the same work tree refuses to start, and changes nothing',
  HOLDING,
  async () => {
    const { repository, before, run, release } = await startHolding()
    const during = survivors(repository)
    const second = await startRun(repository).done
    expect(second).toMatchObject({ code: 2, stdout: '' })
    expect(second.stderr).toContain(`process ${run.child.pid} on `)
    expect(survivors(repository)).toEqual(during)
    release()
    expect(await run.done).toMatchObject({ code: 0 })
    expect(survivors(repository)).toEqual(before)
    expect(leftovers(repository)).toEqual([])
  },
)

test.runIf(isLinux)(
  'runs that start together lose nothing, whoever is first',
  { timeout: 120_000 },
  async () => {
    for (let round = 0; round < 5; round += 1) {
      const repository = copy()
      const before = survivors(repository)
      const runs = await Promise.all(Array.from({ length: 3 }, () => startRun(repository).done))
      expect(runs.filter(({ code }) => code !== 1 && code !== 2)).toEqual([])
      expect(survivors(repository)).toEqual(before)
      expect(leftovers(repository)).toEqual([])
    }
  },
)
