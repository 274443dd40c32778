import { spawn, type ChildProcess } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CLI, type Finished } from './cli.ts'
import { makeRepository, type Repository } from './repository.ts'
import { picture, place, type Picture } from './work-tree.ts'

const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n'
/** What hooks write; whatever else is in a file was there before. */
const HOOK_LINE = 'hook\n'
/** The files that hooks write. */
const FIXED = ['edited', 'staged'] as const

/** Replaces each file in one step, so that no moment shows half of one. */
const FIX = `
for name in ${FIXED.join(' ')}; do
  case $(head -n 1 $name) in hook) continue ;; esac
  { echo hook; cat $name; } >"$HOME/$name.$$" && mv "$HOME/$name.$$" $name
  sleep 0.04
done
`

const SLOW = [
  { id: 'before', name: 'before', entry: 'sleep 0.05' },
  { id: 'fix', name: 'fix', entry: FIX, shell: 'sh' },
  { id: 'after', name: 'after', entry: 'touch "$HOME/after"; sleep 0.08', shell: 'sh' },
]

/** Every kind of change that a run sets aside, beside a config whose hooks take a while and write files. */
export function disturbed(forAll?: (remove: () => void) => void): Repository {
  const repository = makeRepository(forAll ? { forAll } : {})
  const { root, git } = repository
  writeConfig(root, SLOW)
  for (const name of ['edited', 'staged', 'gone', 'program', 'far/away', 'folder/x']) place(root, name, LINES)
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
  for (const name of FIXED) place(root, name, `${LINES}staged\n`)
  place(root, 'new', 'new and staged\n')
  git('add', '-A')
  place(root, 'edited', `${LINES}staged\nmine, and not staged\n`)
  place(root, 'new', 'new, staged, and edited since\n')
  fs.rmSync(join(root, 'gone'))
  fs.rmSync(join(root, 'far'), { recursive: true })
  place(root, 'program', LINES, 0o755)
  place(root, 'folder', 'untracked, where a folder was\n')
  place(root, 'intended', 'to be added\n')
  git('add', '--intent-to-add', 'intended')
  place(root, 'untracked', 'never touched\n')
  return repository
}

export function writeConfig(root: string, hooks: readonly Readonly<Record<string, unknown>>[]): void {
  const full = hooks.map((hook) => ({
    language: 'system',
    pass_filenames: false,
    always_run: true,
    ...hook,
  }))
  // JSON is YAML too.
  const text = JSON.stringify({ repos: [{ repo: 'local', hooks: full }] })
  fs.writeFileSync(join(root, '.pre-commit-config.yaml'), text)
}

/** All that must survive, without the lines that hooks wrote. */
export function survivors(repository: Repository): Picture {
  const { files, index } = picture(repository)
  const own = Object.entries(files).map(([name, text]) => [name, text.replace(HOOK_LINE, '')])
  const others = FIXED.map((name) => `:(exclude)${name}`)
  return {
    files: Object.fromEntries(own) as Record<string, string>,
    index,
    diff: repository.git('diff', '--no-renames', '--full-index', '--binary', '--', '.', ...others),
  }
}

export type Run = { readonly child: ChildProcess; readonly done: Promise<Finished> }

/** In a group of its own, as a terminal starts it. */
export function startRun({ root, env }: Repository, args: readonly string[] = []): Run {
  const child = spawn(process.execPath, [CLI, 'git', 'run', ...args], {
    cwd: root,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const texts = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()))
  const done = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...texts }))
  })
  return { child, done }
}

/** Ends every process of a repository: hooks, and git in the middle of its work, as losing a container does. */
export function killFamily({ home }: Repository): void {
  for (const pid of familyOf(home)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

/** A hook outlives a run that was killed; whoever runs again waits for it without knowing. */
export async function calm({ home }: Repository): Promise<void> {
  while (familyOf(home).length > 0) await sleep(10)
}

/** Everything that was started with the home of this repository. Zombies have no environment. */
function familyOf(home: string): readonly number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isStartedWith(name, `HOME=${home}\0`))
    .map(Number)
}

function isStartedWith(pid: string, variable: string): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(variable)
  } catch {
    return false
  }
}

/** Whether something is set aside at this moment. */
export function isSetAside({ root }: Repository): boolean {
  return fs.existsSync(join(root, '.git/hookwright/journal.json'))
}

/** What runs leave in the repository's own folder, besides copies that a notice has named. */
export function leftovers({ root }: Repository): readonly string[] {
  const folder = join(root, '.git/hookwright')
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}
