import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { splitWords } from '../../shells/argv.ts'
import type { GitHook } from '../contracts/model.ts'
import { cleanGitEnv } from '../repository/environment.ts'
import { makeArgv } from './entry.ts'
import type { Backend, PrepareContext } from '../contracts/runnable.ts'
import { buildStep, installHint, runTool } from '../store/tool.ts'
import { environmentOf } from './environment.ts'
import { readScriptMetadata } from './pep723.ts'
import { findToolchain, withPath, type Search, type Toolchain } from './toolchain.ts'

/** A venv with the hook's repository and its dependencies in it. */
export const python: Backend = {
  async prepare(hook, context) {
    const needs = needsOf(hook, context)
    const found = await findToolchain(hook, search(needs.request), context)
    if (isIssue(found)) return found
    const folder = await environmentOf(hook, planOf(hook, { found, needs, context }), context)
    if (isIssue(folder)) return folder
    const path = withPath(without(context.env, UNWANTED_WHEN_RUN), [binFolder(folder, context)])
    const env = { ...path, VIRTUAL_ENV: folder, ...hook.env }
    const argv = makeArgv(hook, { ...context, env })
    return isIssue(argv) ? argv : { kind: 'process', argv, env }
  },
}

type Needs = { readonly request: string; readonly dependencies: readonly string[] }

/** A local script may list its own dependencies; it is asked only where the config lists none. */
function needsOf(hook: GitHook, { cwd }: PrepareContext): Needs {
  const own = { request: hook.languageVersion, dependencies: hook.additionalDependencies }
  if (hook.repo.kind !== 'local' || own.dependencies.length > 0 || hook.shell !== undefined) return own
  const words = splitWords(hook.entry)
  const source = isIssue(words) ? undefined : readText(resolve(cwd, words[0] ?? ''))
  const metadata = source === undefined ? undefined : readScriptMetadata(source)
  if (metadata === undefined) return own
  const request = own.request === 'default' ? (metadata.requiresPython ?? 'default') : own.request
  return { request, dependencies: metadata.dependencies }
}

function search(languageVersion: string): Search {
  const named = /^(python|pypy)(\d[\d.]*)?$/.exec(languageVersion)
  const request = named?.[1] === 'python' && named[2] !== undefined ? named[2] : languageVersion
  const number = /^(?:[=~^]=?|>=)?\s*(\d+\.\d+)/.exec(request)?.[1]
  const any = (): boolean => true
  return {
    what: 'Python',
    names: namesFor(named?.[1] === 'pypy' ? languageVersion : undefined, number),
    ask: ['-c', 'import sys; print("%d.%d.%d" % sys.version_info[:3], sys.executable)'],
    request,
    special: {
      default: ({ version: [major] }) => major >= 3,
      system: ({ version: [major] }) => major >= 3,
      python: any,
      ...(named?.[1] === 'pypy' && { [request]: any }),
    },
    hint: 'Install that version and put it on PATH (on Debian: the packages "python3" and "python3-venv"); hookwright downloads none.',
  }
}

function namesFor(pypy: string | undefined, number: string | undefined): readonly string[] {
  if (pypy !== undefined) return [pypy]
  return [...(number === undefined ? [] : [`python${number}`]), 'python3', 'python']
}

type Plan = { readonly found: Toolchain; readonly needs: Needs; readonly context: PrepareContext }

function planOf(hook: GitHook, { found, needs, context }: Plan) {
  return {
    dependencies: needs.dependencies,
    toolchain: `${found.file} ${found.says}`,
    async build(folder: string, source: string): Promise<Issue | undefined> {
      const what = [...(hook.repo.kind === 'remote' ? ['.'] : []), ...needs.dependencies]
      const problem = await makeVenv(hook, { found, folder, context, withPip: what.length > 0 })
      if (problem !== undefined || what.length === 0) return problem
      const file = join(binFolder(folder, context), 'python')
      const args = ['-m', 'pip', 'install', '--no-input', '--disable-pip-version-check', ...what]
      const env = { ...buildEnv(context), VIRTUAL_ENV: folder, ...hook.env }
      return buildStep(
        { file, args, cwd: source, env, signal: context.signal },
        {
          ...about(hook, 'pip'),
          hint: installHint(needs.dependencies, 'package index'),
        },
      )
    },
  }
}

type Venv = {
  readonly found: Toolchain
  readonly folder: string
  readonly context: PrepareContext
  /** Putting pip in takes most of the time. */
  readonly withPip: boolean
}

async function makeVenv(
  hook: GitHook,
  { found, folder, context, withPip }: Venv,
): Promise<Issue | undefined> {
  const tool = { file: found.file, cwd: folder, env: buildEnv(context), signal: context.signal }
  const check = await runTool({ ...tool, args: ['-c', 'import ensurepip, venv'] })
  if (isIssue(check)) return check
  if (check.code !== 0) return noVenv(hook, found)
  const options = withPip ? [] : ['--without-pip']
  const hint = `See whether \`${found.file} -m venv\` works by hand.`
  return buildStep({ ...tool, args: ['-m', 'venv', ...options, folder] }, { ...about(hook, 'venv'), hint })
}

function about(hook: GitHook, tool: string) {
  return {
    place: { ...hook.place, hook: hook.id },
    what: `Installing hook "${hook.id}" by ${tool}`,
  }
}

/** Debian ships Python without the part that makes environments. */
function noVenv(hook: GitHook, { file, version: [major, minor] }: Toolchain): Issue {
  return issue(
    'language.toolchain',
    { ...hook.place, hook: hook.id },
    `Hook "${hook.id}" needs an environment, but "${file}" has no venv or ensurepip.`,
    `On Debian: apt install python${major}.${minor}-venv.`,
  )
}

const UNWANTED_WHEN_RUN = /^(?:PYTHONHOME|__PYVENV_LAUNCHER__)$/
const UNWANTED_WHEN_BUILT =
  /^(?:PYTHONHOME|PYTHONPATH|__PYVENV_LAUNCHER__|VIRTUAL_ENV|PIP_(?:USER|TARGET|PREFIX|ROOT|REQUIRE_VIRTUALENV|PYTHON))$/

function buildEnv({ env }: PrepareContext): Record<string, string> {
  return without(cleanGitEnv(env), UNWANTED_WHEN_BUILT)
}

function without(env: Readonly<Record<string, string>>, unwanted: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !unwanted.test(name)))
}

function binFolder(folder: string, { platform }: PrepareContext): string {
  return join(folder, platform === 'win32' ? 'Scripts' : 'bin')
}

function readText(path: string): string | undefined {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}
