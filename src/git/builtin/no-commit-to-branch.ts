import { isIssue, type Issue } from '../../core/issue.ts'
import { compilePattern, isPatternProblem } from '../patterns/pattern.ts'
import type { Pattern } from '../contracts/model.ts'
import { decodePath } from '../contracts/paths.ts'
import type { BuiltinContext, BuiltinHook } from './builtin.ts'
import { parseOptions, refusal, type OptionTable } from './options.ts'
import { shownName } from './shown-name.ts'

const OPTIONS: OptionTable = {
  flags: [
    { long: 'branch', short: 'b', value: 'many' },
    { long: 'pattern', short: 'p', value: 'many' },
  ],
}
const DEFAULT_BRANCHES = ['main', 'master']

export const noCommitToBranch: BuiltinHook = {
  id: 'no-commit-to-branch',
  name: "don't commit to branch",
  description: 'Protects specific branches from direct commits.',
  alwaysRun: true,
  passFilenames: false,
  fixes: false,
  async run(_names, context) {
    const options = parseOptions(this.id, context.args, OPTIONS)
    if (isIssue(options)) return options
    const patterns = compileAll(this.id, options.many('pattern'))
    if (isIssue(patterns)) return patterns
    const branch = await currentBranch(context)
    if (isIssue(branch)) return branch
    const branches = options.has('branch') ? options.many('branch') : DEFAULT_BRANCHES
    const isProtected =
      branch !== undefined && (branches.includes(branch) || patterns.some((pattern) => pattern.test(branch)))
    if (!isProtected) return { code: 0, output: '' }
    return { code: 1, output: `You are not allowed to commit to branch '${shownName(branch)}'\n` }
  },
}

function compileAll(id: string, texts: readonly string[]): readonly Pattern[] | Issue {
  const patterns: Pattern[] = []
  for (const text of texts) {
    const pattern = compilePattern(text)
    if (isPatternProblem(pattern)) {
      return refusal(id, `"${text}" is not a regular expression: ${pattern.message}`, OPTIONS)
    }
    patterns.push(pattern)
  }
  return patterns
}

/** Undefined where HEAD names a commit and no branch. */
async function currentBranch({ git, cwd, signal }: BuiltinContext): Promise<string | undefined | Issue> {
  const head = await git.run(['symbolic-ref', '--quiet', 'HEAD'], { cwd, signal })
  if (isIssue(head)) return head
  const name = decodePath(head.stdout).replace(/\n$/, '')
  return head.code === 0 && name !== '' ? name.replace(/^refs\/heads\//, '') : undefined
}
