import { Buffer } from 'node:buffer'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPrek, runOwnBuiltins, runPrekBuiltins } from '../../../test/helpers/prek-builtins.ts'
import { isIssue } from '../../core/issue.ts'
import type { Git } from '../contracts/git.ts'
import { BUILTIN_HOOKS } from './index.ts'

/** What prek 0.5.3 says, one sign per mode: "+" passes. The third part is the encoding of the second. */
type Row = readonly [verdicts: string, document: string, encoding?: 'latin1']

type Corpus = { readonly format: string; readonly modes: readonly (readonly string[])[] }

const CORPORA: readonly Corpus[] = [
  ...['json', 'json5', 'jsonc', 'toml', 'xml'].map((format) => ({ format, modes: [[]] })),
  { format: 'yaml', modes: [[], ['-m'], ['--unsafe']] },
]

const MODES = CORPORA.flatMap(({ format, modes }) =>
  modes.map((args, mode) => ({ format, args, mode, title: [`check-${format}`, ...args].join(' ') })),
)

function rowsOf(format: string): readonly Row[] {
  const url = new URL(`../../../test/fixtures/syntax/${format}.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as Row[]
}

function caseOf({ format, args }: { readonly format: string; readonly args: readonly string[] }) {
  const files = rowsOf(format).map(
    ([, text, encoding], index) => [`d${index}.${format}`, Buffer.from(text, encoding ?? 'utf8')] as const,
  )
  return { hook: `check-${format}`, args, files: new Map(files) }
}

/** The numbers of the documents a hook complains about. */
function refusedIn(output: string): readonly number[] {
  const numbers = [...output.matchAll(/^c0\/d(\d+)\.\w+: Failed to /gm)].map((found) => Number(found[1]))
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

test.for(CORPORA)('the corpus of check-$format has at least 60 documents', ({ format, modes }) => {
  const rows = rowsOf(format)
  expect(rows.length).toBeGreaterThanOrEqual(60)
  expect(rows.every(([verdicts]) => verdicts.length === modes.length)).toBe(true)
})

test.for(MODES)('$title passes and fails the documents of its corpus', async ({ format, args, mode }) => {
  const [outcome] = await runOwnBuiltins([caseOf({ format, args })])
  const expected = rowsOf(format).flatMap(([verdicts], index) => (verdicts[mode] === '-' ? [index] : []))
  expect(refusedIn(outcome?.output ?? '')).toEqual(expected)
})

test.for(MODES)('$title says what is wrong, and where', async ({ format, args }) => {
  const [outcome] = await runOwnBuiltins([caseOf({ format, args })])
  const lines = (outcome?.output ?? '').split('\n').filter((line) => line.startsWith('c0/'))
  const verb = format === 'xml' || args.includes('--unsafe') ? 'parse' : 'decode'
  const form = new RegExp(
    `: Failed to (?:${format} ${verb} \\([^\\n]+ at line \\d+, column \\d+\\)|decode UTF-8 \\(.+\\))$`,
  )
  expect(lines.filter((line) => !form.test(line))).toEqual([])
})

test.for(MODES)('$title agrees with prek on its whole corpus', ({ format, args, mode }, { skip }) => {
  const prek = findPrek()
  if ('missing' in prek) return skip(prek.missing)
  const [outcome] = runPrekBuiltins(prek.program, [caseOf({ format, args })])
  const expected = rowsOf(format).flatMap(([verdicts], index) => (verdicts[mode] === '-' ? [index] : []))
  expect(refusedIn(outcome?.output ?? '')).toEqual(expected)
})

const DEEP = 100_000
const nested = (open: string, close: string, inside = ''): string =>
  open.repeat(DEEP) + inside + close.repeat(DEEP)

test.for([
  ['check-json', [], nested('[', ']'), 0],
  ['check-json', [], nested('{"a":', '}', '1'), 0],
  ['check-json', [], '['.repeat(DEEP), 1],
  ['check-json5', [], nested('[', ']'), 0],
  ['check-jsonc', [], nested('[', ']'), 1],
  ['check-toml', [], `a = ${nested('[', ']')}\n`, 1],
  ['check-xml', [], nested('<a>', '</a>'), 0],
  ['check-xml', [], '<a>'.repeat(DEEP), 1],
  ['check-yaml', [], nested('[', ']'), 1],
  ['check-yaml', ['--unsafe'], nested('[', ']'), 1],
  ['check-yaml', ['--unsafe'], `${'- '.repeat(DEEP)}a\n`, 1],
  ['check-yaml', [], `${'? '.repeat(DEEP)}a\n`, 1],
] as const)('%s %o survives a text that is 100,000 levels deep', async ([id, args, text, code]) => {
  expect((await check(id, { args, text })).code).toBe(code)
})

test.for([
  ['check-json', [], '"'.padEnd(2_000_000, 'a')],
  ['check-json5', [], '/*'.padEnd(2_000_000, '*')],
  ['check-xml', [], '<!DOCTYPE a [<!ELEMENT '.padEnd(2_000_000, 'a')],
  ['check-xml', [], `<a ${'b '.repeat(500_000)}`],
  ['check-yaml', [], `a: ${'&x '.repeat(300_000)}`],
  ['check-yaml', ['--unsafe'], `"${'\\q'.repeat(10)}${'x'.repeat(2_000_000)}`],
] as const)('%s %o refuses a long hostile text', async ([id, args, text]) => {
  expect((await check(id, { args, text })).code).toBe(1)
})

async function check(
  id: string,
  { args, text }: { readonly args: readonly string[]; readonly text: string },
): Promise<{ readonly code: number; readonly output: string }> {
  const cwd = mkdtempSync(join(tmpdir(), 'hookwright-syntax-'))
  try {
    writeFileSync(join(cwd, 'file'), text)
    const context = { cwd, args, git: {} as Git, signal: new AbortController().signal }
    const result = await BUILTIN_HOOKS.get(id)?.run(['file'], context)
    if (result === undefined || isIssue(result)) throw new Error(result?.message ?? id)
    return { code: result.code, output: result.output.toString() }
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}
