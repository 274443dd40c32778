import type { Program } from '../../analyze/line.ts'

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

/** True for a tool that a variable of a usual name stands for, with arguments that are harmless to any program. */
export function isUsualTool({ words: [first, ...args], input }: Program): boolean {
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
