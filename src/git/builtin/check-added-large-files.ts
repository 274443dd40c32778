import { statSync } from 'node:fs'
import { Buffer } from 'node:buffer'
import { isIssue, type Issue } from '../../core/issue.ts'
import { encodePath, splitNames } from '../contracts/paths.ts'
import { addedFiles } from './added-files.ts'
import type { BuiltinContext, BuiltinHook } from './builtin.ts'
import { eachPath } from './each-path.ts'
import { parseOptions, refusal, type OptionTable } from './options.ts'
import { shownName } from './shown-name.ts'

const OPTIONS: OptionTable = {
  flags: [{ long: 'maxkb', value: 'one' }, { long: 'enforce-all' }],
  rest: 'names',
}
const DEFAULT_KB = '500'

export const checkAddedLargeFiles: BuiltinHook = {
  id: 'check-added-large-files',
  name: 'check for added large files',
  description: 'Prevents giant files from being committed.',
  stages: ['pre-commit', 'pre-push', 'manual'],
  fixes: false,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, OPTIONS)
    if (isIssue(options)) return options
    const most = options.one('maxkb') ?? DEFAULT_KB
    if (!/^\+?\d+$/.test(most)) {
      return refusal(this.id, `"${most}" is not a number of kilobytes for "--maxkb"`, OPTIONS)
    }
    const all = [...options.rest, ...names]
    const files = options.has('enforce-all') ? all : await onlyAdded(all, context)
    if (isIssue(files)) return files
    const kept = await withoutLfs(files, context)
    if (isIssue(kept)) return kept
    return eachPath(kept, context, (path, name) => sizeProblem(path, name, Number(most)))
  },
}

function sizeProblem(path: string | Buffer, name: string, most: number): string | undefined {
  const kilobytes = Math.floor(statSync(path).size / 1024)
  return kilobytes > most ? `${shownName(name)} (${kilobytes} KB) exceeds ${most} KB\n` : undefined
}

async function onlyAdded(
  names: readonly string[],
  context: BuiltinContext,
): Promise<readonly string[] | Issue> {
  const added = await addedFiles(context)
  if (isIssue(added)) return added
  const isAdded = new Set(added)
  return names.filter((name) => isAdded.has(name))
}

/** What Git LFS keeps elsewhere may be large. */
async function withoutLfs(
  names: readonly string[],
  { git, cwd, signal }: BuiltinContext,
): Promise<readonly string[] | Issue> {
  if (names.length === 0) return names
  const input = Buffer.concat(names.flatMap((name) => [encodePath(name), Buffer.of(0)]))
  const output = await git.read(['check-attr', 'filter', '-z', '--stdin'], { cwd, signal, input })
  if (isIssue(output)) return output
  const fields = splitNames(output)
  // Name, attribute and value take turns.
  const lfs = new Set(fields.filter((_, index) => index % 3 === 0 && fields[index + 2] === 'lfs'))
  return names.filter((name) => !lfs.has(name))
}
