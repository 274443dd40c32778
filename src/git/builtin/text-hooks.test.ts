import { Buffer } from 'node:buffer'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { isIssue } from '../../core/issue.ts'
import type { Git } from '../contracts/git.ts'
import { BUILTIN_HOOKS } from './index.ts'

type Call = { readonly text: string; readonly args?: readonly string[]; readonly name?: string }
type Result = { readonly code: number | string; readonly output?: string; readonly text?: string }

/** One hook on one file: `f.txt`, or another name. Bytes are latin1. */
async function call(id: string, { text, args = [], name = 'f.txt' }: Call): Promise<Result> {
  const cwd = mkdtempSync(join(tmpdir(), 'hookwright-hook-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  mkdirSync(join(cwd, '.git'))
  writeFileSync(join(cwd, name), Buffer.from(text, 'latin1'))
  const git = { root: cwd, gitDir: join(cwd, '.git') } as Git
  const signal = new AbortController().signal
  const result = await BUILTIN_HOOKS.get(id)?.run([name], { cwd, git, signal, args })
  if (result === undefined || isIssue(result)) return { code: result?.code ?? 'no such hook' }
  const after = readFileSync(join(cwd, name)).toString('latin1')
  return { code: result.code, output: result.output.toString(), text: after }
}

test.for<[id: string, args: readonly string[], before: string, after: string]>([
  ['trailing-whitespace', [], 'a \t\r\n\fb\f\n\v\n \nc\xa0 ', 'a\r\n\fb\n\v\n\nc\xa0'],
  ['trailing-whitespace', ['--markdown-linebreak-ext=txt'], 'a   \n  \nb\t  \n', 'a  \n\nb  \n'],
  ['trailing-whitespace', ['--chars', 'é-'], 'a-\xc3\xa9\n-\xa9\n', 'a\n-\xa9\n'],
  ['end-of-file-fixer', [], 'a', 'a\n'],
  ['end-of-file-fixer', [], 'a\r\n\r\n\n', 'a\r\n'],
  ['end-of-file-fixer', [], '\n\r\n', ''],
  ['end-of-file-fixer', [], `a${'\n'.repeat(300_000)}`, 'a\n'],
  ['mixed-line-ending', [], 'a\r\nb\nc\rd', 'a\nb\nc\nd\n'],
  ['mixed-line-ending', [], 'a\r\nb\nc\r\n', 'a\r\nb\r\nc\r\n'],
  ['mixed-line-ending', ['--fix=cr'], 'a\n', 'a\r'],
])('%s %j makes %j into %j', async ([id, args, text, after]) => {
  expect(await call(id, { text, args })).toEqual({ code: 1, output: 'Fixing f.txt\n', text: after })
  expect(await call(id, { text: after, args })).toEqual({ code: 0, output: '', text: after })
})

test.for<[id: string, args: readonly string[], before: string, after: string, says: string]>([
  ['fix-byte-order-marker', [], '\xef\xbb\xbfa', 'a', 'f.txt: removed byte-order marker\n'],
  ['file-contents-sorter', [], 'b\r\n\na\n \nB', 'B\na\nb\n', 'Sorting f.txt\n'],
  ['file-contents-sorter', ['--ignore-case'], 'b\nA\na\n', 'A\na\nb\n', 'Sorting f.txt\n'],
  ['file-contents-sorter', ['--unique'], 'b\na\nb\n', 'a\nb\n', 'Sorting f.txt\n'],
  [
    'requirements-txt-fixer',
    [],
    '# top\n\nb\n# of a\na==1\nb\n',
    '# top\n\n# of a\na==1\nb\n',
    'Sorting f.txt\n',
  ],
  [
    'pretty-format-json',
    ['--autofix'],
    '{"b":1.50,"a":[]}',
    '{\n  "a": [],\n  "b": 1.5\n}\n',
    'Fixing file f.txt\n',
  ],
])('%s %j fixes %j to %j', async ([id, args, text, after, output]) => {
  expect(await call(id, { text, args })).toEqual({ code: 1, output, text: after })
})

const KEY = 'BEGIN RSA PRIVATE KEY'
test.for<[id: string, args: readonly string[], text: string, output: string]>([
  ['mixed-line-ending', ['--fix=no'], 'a\r\nb\n', 'f.txt: mixed line endings\n'],
  ['requirements-txt-fixer', [], 'a\n b\n', 'f.txt:2: requirement entry starts with whitespace\n'],
  ['detect-private-key', [], `x\n-----${KEY}-----\n`, 'Private key found: f.txt\n'],
  [
    'check-merge-conflict',
    ['--assume-in-merge'],
    'x\n<<<<<<< a\n=======\n>>>>>>> b\n=======\n',
    ['<<<<<<< ', '=======', '>>>>>>> ']
      .map((mark, index) => `f.txt:${index + 2}: Merge conflict string "${mark}" found\n`)
      .join(''),
  ],
  ['deny-pattern', ['-i', 'B$'], 'a\nab\r\nb', 'f.txt:2:ab\nf.txt:3:b\n'],
  ['deny-pattern', ['-m', 'a.b'], 'x\na\nb', 'f.txt:2:a\nb\n'],
  ['require-pattern', ['z'], 'a\n', 'f.txt: no pattern matched\n'],
  ['deny-filename-pattern', ['^f'], '', 'f.txt: filename matches a denied pattern\n'],
  ['require-filename-pattern', ['^g'], '', 'f.txt: filename does not match any required pattern\n'],
  ['check-illegal-windows-names', [], '', 'f.txt: Illegal Windows filename\n'],
  [
    'pretty-format-json',
    [],
    '[1,]',
    'f.txt: invalid JSON (trailing comma at line 1 column 4). Consider using the `check-json` hook.\n',
  ],
])('%s %j says what is wrong with %j and leaves it alone', async ([id, args, text, output]) => {
  expect(await call(id, { text, args })).toEqual({ code: 1, output, text })
})

test.for<[id: string, args: readonly string[], code: string]>([
  ['trailing-whitespace', ['--markdown-linebreak-ext=a.b'], 'git.builtin.args'],
  ['trailing-whitespace', ['--bogus'], 'git.builtin.args'],
  ['file-contents-sorter', ['--unique', '--ignore-case'], 'git.builtin.args'],
  ['deny-pattern', [], 'git.builtin.args'],
  ['deny-pattern', ['['], 'git.builtin.pattern'],
  ['require-filename-pattern', ['-m', 'a'], 'git.builtin.args'],
  ['end-of-file-fixer', ['not-there'], 'git.builtin.unreadable'],
  ['pretty-format-json', [], 'git.builtin.encoding'],
])('%s %j is an issue', async ([id, args, code]) => {
  expect(await call(id, { text: '\xff', args })).toEqual({ code })
})

test('conflict marks count only while something is merged', async () => {
  expect(await call('check-merge-conflict', { text: '<<<<<<< a\n' })).toMatchObject({ code: 0 })
})
