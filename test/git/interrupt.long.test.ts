import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsdown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isIssue, type Issue } from '../../src/core/issue.ts'
import { openGit } from '../../src/git/repository/open.ts'
import { recover } from '../../src/git/worktree/recover.ts'
import { systemClock } from '../../src/ports/clock.ts'
import { makeRepository, type Repository } from '../helpers/repository.ts'
import { picture, place, random, type Picture } from '../helpers/work-tree.ts'

const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n'
const OUT = fs.mkdtempSync(join(tmpdir(), 'hookwright-aside-'))
const CHILD = join(OUT, 'aside-child.mjs')

beforeAll(async () => {
  await build({
    entry: { 'aside-child': join(import.meta.dirname, 'aside-child.ts') },
    outDir: OUT,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: false,
    clean: false,
    config: false,
    logLevel: 'silent',
  })
}, 60_000)
afterAll(() => fs.rmSync(OUT, { recursive: true, force: true }))

type Template = { readonly root: string; readonly before: Picture }

/** Every kind of unstaged change that is moved in a way of its own. */
function disturbed(): Template {
  const repository = makeRepository()
  const { root, git } = repository
  for (const name of ['a', 'gone', 'program', 'folder/x', 'far/away']) place(root, name, LINES)
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
  place(root, 'a', 'staged\n' + LINES)
  git('add', 'a')
  place(root, 'a', 'staged\n' + LINES + 'mine\n')
  fs.rmSync(join(root, 'gone'))
  fs.rmSync(join(root, 'far'), { recursive: true })
  place(root, 'program', LINES, 0o755)
  place(root, 'folder', 'untracked, where a folder was')
  place(root, 'intended', 'x\n')
  git('add', '-N', 'intended')
  return { root, before: picture(repository) }
}

type Order = {
  dieAt?: number
  hook?: Record<string, string>
  hookMs?: number
  onlyRecover?: boolean
  fromHook?: boolean
  killAfterMs?: number
}

/** True when it was killed. */
async function runChild(repository: Repository, { killAfterMs, ...order }: Order): Promise<boolean> {
  const { root, home } = repository
  const given = {
    root,
    store: join(home, 'store'),
    dieAt: 0,
    hook: {},
    hookMs: 0,
    onlyRecover: false,
    fromHook: false,
    ...order,
  }
  const child = spawn(process.execPath, [CHILD, JSON.stringify(given)], {
    env: { ...repository.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('close', (...end) => resolve(end)),
  )
  clearTimeout(timer)
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the child failed: ${stderr}`)
  return signal === 'SIGKILL'
}

async function recovered(repository: Repository): Promise<readonly Issue[]> {
  const git = await openGit({ cwd: repository.root, env: repository.env })
  if (isIssue(git)) throw new Error(git.message)
  return recover(git, { clock: systemClock })
}

const codes = (issues: readonly Issue[]): string => issues.map((each) => each.code).join(' ')

const HOOKS = {
  'writes nothing': {},
  'writes what fits': { a: 'hook\nstaged\n' + LINES },
  'writes what conflicts': { a: 'other\n' + LINES.toUpperCase() },
}

function leftovers({ root }: Repository): readonly string[] {
  const folder = join(root, '.git/hookwright')
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => !name.endsWith('.kept')) : []
}

/** The user's line is in the file, or in the copy that the notice names. */
function check(repository: Repository, { before, told }: { before: Picture; told: readonly Issue[] }): void {
  const after = picture(repository)
  const leftAlone = told.find((each) => each.code === 'worktree.left')
  const kept = leftAlone && /`([^`]*\.kept)`/.exec(leftAlone.hint ?? '')?.[1]
  const a = kept ? `644 ${fs.readFileSync(join(kept, 'a'), 'utf8')}` : after.files['/a']
  expect(a).toContain('mine\n')
  expect(after.index).toBe(before.index)
  expect({ ...after.files, '/a': '' }).toEqual({ ...before.files, '/a': '' })
  expect(leftovers(repository)).toEqual([])
}

type Hook = Readonly<Record<string, string>>

/** Undefined when it came to its end alive. */
async function dieAndRecover({ root, before }: Template, order: Order): Promise<string | undefined> {
  const repository = makeRepository({ copyOf: root })
  if (!(await runChild(repository, order))) return undefined
  // Every other time the run that recovers is killed as well.
  const dieAt = order.dieAt ?? 0
  if (dieAt % 2 === 0) await runChild(repository, { dieAt: 1 + ((dieAt * 7) % 31), onlyRecover: true })
  const told = await recovered(repository)
  check(repository, { before, told })
  expect(await recovered(repository)).toEqual([])
  return codes(told)
}

const AT_ONCE = 4

test.for<[string, Hook, boolean]>([
  ['writes nothing', HOOKS['writes nothing'], false],
  ['writes what fits', HOOKS['writes what fits'], true],
  ['writes what conflicts', HOOKS['writes what conflicts'], true],
])(
  'killed before any one of its changes of the disk, a run whose hook %s is finished by the next',
  { timeout: 300_000 },
  async ([, hook, fromHook]) => {
    const template = disturbed()
    const seen: (string | undefined)[] = []
    while (!seen.includes(undefined)) {
      const points = Array.from({ length: AT_ONCE }, (_, index) => seen.length + index + 1)
      seen.push(
        ...(await Promise.all(points.map((dieAt) => dieAndRecover(template, { dieAt, hook, fromHook })))),
      )
    }
    expect(seen.length).toBeGreaterThan(10)
    expect(seen).toContain('worktree.recovered')
  },
)

test('killed at 40 random moments, a run loses nothing', { timeout: 300_000 }, async () => {
  const template = disturbed()
  const next = random(2)
  let killed = 0
  const round = async (index: number): Promise<void> => {
    const repository = makeRepository({ copyOf: template.root })
    const hook = HOOKS[index % 2 === 0 ? 'writes nothing' : 'writes what fits']
    if (await runChild(repository, { hook, hookMs: 60, killAfterMs: 60 + next(400) })) killed += 1
    check(repository, { before: template.before, told: await recovered(repository) })
  }
  for (let done = 0; done < 40; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => round(done + index)))
  }
  expect(killed).toBeGreaterThan(0)
})
