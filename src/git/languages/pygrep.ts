import { Buffer } from 'node:buffer'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { eachFile, type Report } from '../builtin/each-file.ts'
import { shownName } from '../builtin/shown-name.ts'
import { compileBytesRegex, isRegex } from '../patterns/regex-compile.ts'
import type { GitHook } from '../contracts/model.ts'
import { encodePath } from '../contracts/paths.ts'
import type { Backend, Runnable } from '../contracts/runnable.ts'
import { reportOn, type Search } from './pygrep-search.ts'

/** Searches files for a Python regex, without Python: in this process, on the bytes of each file. */
export const pygrep: Backend = {
  prepare: (hook) => Promise.resolve(prepare(hook)),
}

type SearchOptions = Omit<Search, 'regex'> & { readonly ignoreCase: boolean }

const OPTIONS: Readonly<Record<string, keyof SearchOptions>> = {
  '-i': 'ignoreCase',
  '--ignore-case': 'ignoreCase',
  '--multiline': 'multiline',
  '--negate': 'negate',
}

function prepare(hook: GitHook): Runnable | Issue {
  const search = searchOf(hook)
  return isIssue(search) ? search : runnable(hook, search)
}

/** What entry and arguments ask for, or what is wrong with them. */
export function searchOf(hook: GitHook): Search | Issue {
  const wrong = hook.args.find((arg) => !Object.hasOwn(OPTIONS, arg))
  if (wrong !== undefined) return unknownArgument(hook, wrong)
  const has = (option: keyof SearchOptions) => hook.args.some((arg) => OPTIONS[arg] === option)
  const multiline = has('multiline')
  const regex = compileBytesRegex(hook.entry, { ignoreCase: has('ignoreCase'), multiline, dotAll: multiline })
  if (!isRegex(regex)) {
    const at = regex.offset === undefined ? '' : ` (at offset ${regex.offset})`
    const message = `The entry "${hook.entry}" of hook "${hook.id}" is not a pattern for pygrep${at}: ${regex.message}`
    return issue('pattern.invalid', hook.place, message, regex.hint)
  }
  return { regex, multiline, negate: has('negate') }
}

function runnable(hook: GitHook, search: Search): Runnable {
  return {
    kind: 'in-process',
    run: (names, context) =>
      eachFile(names, context, {
        mayHang: true,
        file: (bytes, name) => searchBytes(bytes, name, { hook, search }),
      }),
  }
}

type SearchContext = { readonly hook: GitHook; readonly search: Search }

function searchBytes(
  bytes: Buffer,
  name: string,
  { hook, search }: SearchContext,
): Report | Issue | undefined {
  try {
    const report = reportOn(bytes.toString('latin1'), encodePath(name).toString('latin1'), search)
    return report === '' ? undefined : { output: Buffer.from(report, 'latin1') }
  } catch (error) {
    const shown = shownName(name)
    return issue(
      'git.pygrep.too-much',
      { ...hook.place, file: shown },
      `Hook "${hook.id}" cannot search "${shown}": ${(error as Error).message}.`,
      'Leave the file out with `exclude`, or make the pattern simpler.',
    )
  }
}

function unknownArgument(hook: GitHook, wrong: string): Issue {
  return issue(
    'git.pygrep.args',
    hook.place,
    `The argument "${wrong}" of hook "${hook.id}" is not known to pygrep.`,
    `Accepted: ${Object.keys(OPTIONS).join(', ')}.`,
  )
}
