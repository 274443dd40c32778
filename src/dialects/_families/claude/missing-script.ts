import { describeHandler, type Hook, type Start } from '../../../core/hook.ts'
import { issue, type Issue } from '../../../core/issue.ts'
import type { Outcome } from '../../../core/outcome.ts'

type Exit = Extract<Outcome, { kind: 'exited' }>

/**
 * A guard may print the command it refuses, and one made to look like a complaint must not slip through for it. So
 * the line begins with one word that ends in a colon, which is no program, and holds nothing a shell acts on.
 */
const PROGRAM = String.raw`(?:[A-Za-z]:)?[\p{L}\p{N}_.\\/~@+-]+`
const PATH = String.raw`[\p{L}\p{N}_.:\\/~@+ -]+`

/**
 * Interpreters that exit 2 when their script is not there, and all they then say. Seen with CPython 3.11, dash 0.5.12
 * and perl 5.36; busybox and older dash by report. Others end with another code: bash with 127, node with 1.
 */
const COMPLAINTS: readonly (readonly [program: RegExp, line: RegExp])[] = [
  [
    /^(?:python|pypy)[\d.]*$/,
    RegExp(String.raw`^${PROGRAM}: can't open file '(${PATH})': \[Errno 2\] No such file or directory$`, 'u'),
  ],
  [
    /^(?:sh|ash|dash)$/,
    RegExp(
      String.raw`^${PROGRAM}: (?:0: )?[Cc]an(?:no|')t open '?(${PATH}?)'?(?:: No such file(?: or directory)?)?$`,
      'u',
    ),
  ],
  [/^perl[\d.]*$/, RegExp(String.raw`^Can't open perl script "(${PATH})": No such file or directory$`, 'u')],
]

/** Exit 2 of an interpreter that never saw the hook's script; a block is what the script says, so this is none. */
export function missingScript(exit: Exit, hook: Hook): Issue | undefined {
  if (hook.handler.type !== 'command' || exit.code !== 2 || exit.stdout.text.trim() !== '') return undefined
  const [program = '', ...words] = wordsOf(hook.handler.start)
  const name = baseName(program).replace(/\.exe$/i, '')
  const line = exit.stderr.text.trim()
  const path = COMPLAINTS.find(([known]) => known.test(name))?.[1].exec(line)?.[1]
  if (path === undefined || !words.some((word) => baseName(word) === baseName(path))) return undefined
  return issue(
    'launch.no-script',
    { hook: hook.id },
    `Hook "${describeHandler(hook.handler)}" could not start: its script "${path}" was not found.`,
    `Correct the path in "${hook.source.file}", or put the script back.`,
  )
}

/** Rough for a shell's text: only a program and a file name are looked for. */
function wordsOf(start: Start): readonly string[] {
  switch (start.kind) {
    case 'argv':
      return start.words
    case 'script':
      return start.source.trim().split(/[\s"']+/)
    case 'inline':
      return start.command.trim().split(/[\s"']+/)
  }
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
