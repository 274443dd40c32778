import type { LineAnalysis, Program, Unanalysable } from '../../analyze/line.ts'
import type { Finding } from './finding.ts'

/** Reports about scripts of the project: whoever builds a project runs its code, and nobody wants to be asked each time. */
const USUAL: ReadonlySet<string> = new Set(['unseen-script', 'project-code'])

/** Returns findings for what cannot be known of a line and may be anything. */
export function unknownIn({ unanalysable, programs }: LineAnalysis): readonly Finding[] {
  return unanalysable.flatMap((each) => {
    if (USUAL.has(each.code)) return []
    const program = each.program === undefined ? undefined : programs[each.program]
    if (each.code === 'run-time-name' && program !== undefined && isUsualTool(program)) return []
    return [findingFor(each, program?.name ?? '')]
  })
}

/**
 * Variables by which people and build files name a tool, and the arguments with which it is quiet. These do no harm
 * whatever program the variable names: `"$PYTHON" -m pytest` is quiet, `"$PYTHON" -rf /` and `"$X" -m pytest` are not.
 */
const TOOLS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^PY(?:THON)?3?(?:_BIN)?$/,
    /^(?:-m [\w.]+(?= |$)|--version$|-V$|(?:\.\/)?(?:[\w-]+\/)*[\w-]+\.py(?: |$))/,
  ],
  [/^NODE(?:_BIN)?$/, /^(?:--version$|--test(?: |$)|(?:\.\/)?(?:[\w-]+\/)*[\w.-]+\.[cm]?js(?: |$))/],
  [/^(?:NPM|PNPM|YARN|BUN|CARGO|GO|PIP3?|POETRY|UV)$/, /^(?:ci|install|test|build|run [\w:-]+|list)(?: |$)/],
  [
    /^(?:CC|CXX)$/,
    /^(?:-[\w=,.+-]+ )*(?:-c |-o )?[\w./-]+\.(?:c|cc|cpp|cxx|o)(?: |$)|^(?:-[\w=,.+-]+ )*-o [\w./-]+ [\w./-]+\.(?:c|cc|cpp|cxx|o)(?: |$)/,
  ],
  [/^(?:EDITOR|VISUAL|PAGER)$/, /^(?!-)[\w./-]+$/],
]

function isUsualTool({ words: [first, ...args], input }: Program): boolean {
  const [, name = ''] =
    /^\$(?:(\w+)|\{(\w+)(?::?-[\w./-]+)?\})$/.exec(first?.text ?? '')?.filter(Boolean) ?? []
  const given = args.map(({ text }) => text).join(' ')
  return (
    input.from !== 'text' &&
    TOOLS.some(([names, harmless]) => names.test(name) && harmless.test(given)) &&
    !RISKY.test(given)
  )
}

/** What other programs would take for a place that they change. */
const RISKY = /(?:^|[ =])(?:-\w*[rR]f?|--recursive|--force|[/~])(?: |$)/

function findingFor({ why, code }: Unanalysable, program: string): Finding {
  const what = why.replace(/\.$/, '')
  return {
    category: 'unanalysable',
    program: '',
    what: `run something that cannot be known${program === '' ? '' : ` (${program})`}: ${what.slice(0, 1).toLowerCase()}${what.slice(1)} [${code}]`,
    instead: 'Write the command out, in smaller steps.',
  }
}
