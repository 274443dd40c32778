import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { isInside } from '../config/places.ts'
import type { Env } from '../ports/env.ts'
import { collect } from '../process/collect.ts'
import { fillIn, type CaseFolders } from './placeholders.ts'

/** A project, a home folder and a state folder that one case has for itself. */
export type ScratchProject = CaseFolders & {
  /** What the hooks of the case run with: nothing of the real home and state folders. */
  readonly env: Env
  /** The text of a file of the project; undefined: there is none. */
  readFile(file: string): string | undefined
  remove(): void
}

/** What a scratch project begins with. */
export type Beginnings = {
  /** Folder of the real project. */
  readonly root: string
  /** Paths in it, relative to it, that are copied. */
  readonly copied: readonly string[]
  /** Texts of more files, by path. */
  readonly files: Readonly<Record<string, string>>
  /** A git repository with all of it committed. */
  readonly git: boolean
  /** Variables on top of those of `env`. */
  readonly variables: Readonly<Record<string, string>>
  readonly env: Env
}

/** What is wrong with a case whose project cannot be made. */
export class ScratchProblem extends Error {}

/** Throws `ScratchProblem` for a path that leads out of the project, and when git fails. */
export async function makeScratchProject(beginnings: Beginnings): Promise<ScratchProject> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'hookwright-case-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const folders = { project: path.join(folder, 'project'), home: path.join(folder, 'home') }
    for (const each of [folders.project, folders.home]) mkdirSync(each)
    const env = caseEnv(beginnings, { ...folders, folder })
    for (const each of beginnings.copied) copyInto(each, beginnings.root, folders.project)
    for (const [file, text] of Object.entries(beginnings.files))
      writeInto(within(folders.project, file), fillIn(text, folders))
    if (beginnings.git) await commitAll(folders, env)
    const readFile = (file: string): string | undefined => readIn(within(folders.project, file))
    return { ...folders, env, readFile, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function caseEnv(
  { env, variables }: Beginnings,
  { home, project, folder }: CaseFolders & { readonly folder: string },
): Env {
  const { installed: _installed, wantsDaemon: _wantsDaemon, ...rest } = env
  const ofGit = /^GIT_/
  const inherited = Object.entries(env.variables).filter(([name]) => !ofGit.test(name))
  return {
    ...rest,
    home,
    cwd: project,
    accountHome: () => home,
    variables: {
      ...Object.fromEntries(inherited),
      HOME: home,
      USERPROFILE: home,
      XDG_CONFIG_HOME: path.join(home, '.config'),
      XDG_STATE_HOME: path.join(folder, 'state'),
      APPDATA: path.join(home, 'AppData', 'Roaming'),
      LOCALAPPDATA: path.join(folder, 'state'),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CEILING_DIRECTORIES: folder,
      // To approve for one run needs a digest where it is set.
      CI: '',
      ...variables,
    },
  }
}

function copyInto(relative: string, root: string, project: string): void {
  const from = within(root, relative)
  const to = within(project, relative)
  mkdirSync(path.dirname(to), { recursive: true })
  try {
    cpSync(from, to, { recursive: true, dereference: true })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new ScratchProblem(`"${relative}" of the project cannot be copied (${code}).`)
  }
}

function within(folder: string, relative: string): string {
  const whole = path.resolve(folder, relative)
  if (!path.isAbsolute(relative) && isInside(whole, folder) && whole !== folder) return whole
  throw new ScratchProblem(`"${relative}" is not a path inside the project.`)
}

function writeInto(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  if (text.startsWith('#!')) chmodSync(file, 0o755)
}

function readIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const GIT_CONFIG =
  '[user]\n\tname = Case\n\temail = case@example.com\n[init]\n\tdefaultBranch = main\n[commit]\n\tgpgSign = false\n'

async function commitAll({ project, home }: CaseFolders, { variables }: Env): Promise<void> {
  writeFileSync(path.join(home, '.gitconfig'), GIT_CONFIG)
  const steps = [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-q', '--allow-empty', '-m', 'Begin'],
  ]
  for (const args of steps) {
    const ended = await collect({ file: 'git', args, cwd: project, env: variables })
    if (ended.kind === 'exited' && ended.code === 0) continue
    const why = ended.kind === 'exited' ? ended.stderr.toString().trim() : ended.kind
    throw new ScratchProblem(`git ${args[0] ?? ''} failed in the scratch project: ${why}`)
  }
}
