import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOOK_TYPES } from '../../src/git/contracts/model.ts'
import { shellQuote } from '../../src/git/install/shim.ts'
import { createSandbox, type Calling, type Finished, type Sandbox } from './cli.ts'

/** A real repository with a first commit, and a config whose hooks write down how they were called. */
export type GitSandbox = Sandbox & {
  git(args: readonly string[], calling?: Calling): Promise<Finished>
  /** As `git`; a failure is one of the test itself. */
  mustGit(...args: readonly string[]): Promise<string>
  hookwright(args: readonly string[], calling?: Calling): Promise<Finished>
  /** One text per call of a recording hook since the last look: the stage, its arguments, its variables. */
  calls(): readonly string[]
}

const GIT_CONFIG = `[user]
\tname = T
\temail = t@example.com
[init]
\tdefaultBranch = main
[protocol "file"]
\tallow = always
[advice]
\tdetachedHead = false
`

/** Records and passes, or fails where FAIL is set. */
const RECORD = `#!/bin/sh
{ echo "$*"; env | grep '^PRE_COMMIT_' | LC_ALL=C sort; echo --; } >> "$HOME/calls"
exit "\${FAIL:-0}"
`

export async function createGitSandbox({ config = recording(HOOK_TYPES) } = {}): Promise<GitSandbox> {
  const sandbox = createSandbox()
  rmSync(join(sandbox.project, '.git'), { recursive: true })
  sandbox.write('~/.gitconfig', GIT_CONFIG)
  sandbox.write('~/record', RECORD)
  const env = { GIT_CONFIG_NOSYSTEM: '1' }
  const around = (calling: Calling = {}): Calling => ({ ...calling, env: { ...env, ...calling.env } })
  const git = (args: readonly string[], calling?: Calling): Promise<Finished> =>
    sandbox.shell(['git', ...args].map(shellQuote).join(' '), around(calling))
  const mustGit = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await git(args)
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
  }
  sandbox.write('.pre-commit-config.yaml', config)
  await mustGit('init', '-q')
  await mustGit('add', '.')
  await mustGit('commit', '-q', '-m', 'first')
  return {
    ...sandbox,
    git,
    mustGit,
    hookwright: (args, calling) => sandbox.cli(['git', ...args], around(calling)),
    calls: () => takeCalls(join(sandbox.home, 'calls')),
  }
}

function takeCalls(file: string): readonly string[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  rmSync(file)
  return text.split('--\n').slice(0, -1)
}

/** A config with one hook for each of these stages. */
export function recording(stages: readonly string[], more = ''): string {
  const lines = stages.map(
    (stage) =>
      `  - {id: ${stage}, name: ${stage}, language: system, entry: sh -c '"$HOME/record" "$@"' -, args: [${stage}], stages: [${stage}], always_run: true}`,
  )
  return `${more}repos:\n- repo: local\n  hooks:\n${lines.join('\n')}\n`
}

/** A program in a temp folder outside of every repository. */
export function writeProgram(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
}

/** The hooks in a folder, without git's examples. */
export function hooksOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.sample'))
    .toSorted()
}

export function hooks({ project }: GitSandbox): readonly string[] {
  return hooksOf(join(project, '.git/hooks'))
}

/** A commit of a new file. */
export async function commit(sandbox: GitSandbox, name = 'x', env = {}): Promise<Finished> {
  sandbox.write(name, `${name}\n`)
  await sandbox.mustGit('add', '--', name)
  return sandbox.git(['commit', '-q', '-m', name], { env })
}
