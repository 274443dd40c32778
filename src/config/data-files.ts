import * as path from 'node:path'
import type { Hook, Start } from '../core/hook.ts'

/**
 * Programs that read or write the files they are given and never run them. With any other program a named file may be
 * code, so nothing else belongs here.
 */
const TOOLS: ReadonlySet<string> = new Set(
  (
    'prettier oxfmt dprint biome gofmt goimports rustfmt clang-format shfmt stylua black isort autopep8 yapf ruff ' +
    'taplo terraform cat head tail grep wc touch cp mv rm mkdir tee chmod sha256sum cmp diff'
  ).split(' '),
)

/** Options of these programs that take no value, so that the next word is a file. */
const FLAGS: ReadonlySet<string> = new Set(
  '--write -w --check --fix -i --in-place --inplace -l --list-different -q --quiet --diff -p -f -a'.split(
    ' ',
  ),
)

/** Words before the files: `ruff format x.py`. */
const SUBCOMMANDS = /^(?:format|fmt|check)$/

/**
 * True for a file that the hook's program is only given as data, such as the file a formatter writes: a change of it
 * cannot have run. False where that is not certain.
 */
export function isDataFile(hook: Hook, file: string): boolean {
  const { data, others } = readWords(hook)
  const names = (word: string): boolean => isNamedBy(file, word)
  return data.some(names) && !others.some(names)
}

function readWords({ handler }: Hook): {
  readonly data: readonly string[]
  readonly others: readonly string[]
} {
  const words = handler.type === 'command' && handler.env === undefined ? plainWords(handler.start) : []
  const [program = '', ...rest] = words
  if (!TOOLS.has(toolName(program))) return { data: [], others: words }
  const isData = rest.map((word, index) => !word.startsWith('-') && !takesNext(rest[index - 1]))
  return {
    data: rest.filter((word, index) => isData[index] && !SUBCOMMANDS.test(word)),
    others: [program, ...rest.filter((_, index) => !isData[index])],
  }
}

function takesNext(word: string | undefined): boolean {
  return word !== undefined && word.startsWith('-') && word !== '--' && !FLAGS.has(word)
}

/** A program of the repository may be anything, whatever its name; only the folder of npm is what it seems. */
function toolName(program: string): string {
  return program.includes('/') ? (/(?:^|\/)node_modules\/\.bin\/([\w-]+)$/.exec(program)?.[1] ?? '') : program
}

/** Shell text counts only where no shell would do anything with it but cut it into words. */
function plainWords(start: Start): readonly string[] {
  switch (start.kind) {
    case 'argv':
      return start.filled === undefined ? start.words : []
    case 'script':
      return start.args.length === 0 ? cut(start.source) : []
    case 'inline':
      return cut(start.command)
  }
}

function cut(text: string): readonly string[] {
  return /^[\w./@:+ =-]+\n?$/.test(text) ? text.trim().split(/ +/) : []
}

function isNamedBy(file: string, word: string): boolean {
  const name = path.normalize(word).split(path.sep).join('/')
  const whole = file.split(path.sep).join('/')
  return whole === name || whole.endsWith(`/${name.replace(/^(?:\.\.?\/)+/, '')}`)
}
