import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isIssue } from '../../src/core/issue.ts'
import { splitWords } from '../../src/shells/argv.ts'
import { readWords } from '../../src/shells/pieces.ts'
import { findShellSyntax } from '../../src/shells/syntax.ts'

let empty = ''
beforeAll(() => void (empty = mkdtempSync(join(tmpdir(), 'hookwright-oracle-'))))
afterAll(() => rmSync(empty, { recursive: true, force: true }))

const RUNS = 1_500

/** Fragments rather than characters, so that most lines are well formed and many say something to a shell. */
const PLAIN = ['a', 'b.c', '--d=e', 'F=1', '/', '%', '@', ':', ',', '!', '$', '~', '#', '?', '[x]', '^']
const ESCAPED = ['\\\n', '\\ ', '\\$', '\\"']
const QUOTED = [
  `'a b'`,
  `'$x'`,
  `'#'`,
  `"a b"`,
  '"\\$x"',
  '"\\a"',
  '"\\\\\n$x"',
  '"\\\\\n\\$x"',
  '"`"',
  '"$"',
  '"~"',
  '""',
  `''`,
]
const SYNTAX = ['|', '&', ';', '>', '*', '$x', '${x}', '`', '(', '\n', '\\', '"', `'`]
const BLANKS = [' ', ' ', ' ', '\t']
const fragment = fc.constantFrom(...PLAIN, ...ESCAPED, ...QUOTED, ...SYNTAX, ...BLANKS)
const line = fc.array(fragment, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))

/** What `sh` makes of the same text, given as arguments. */
function shellWords(text: string): string[] {
  const printed = execFileSync('/bin/sh', ['-c', `set -- ${text}\nprintf '%s\\0' "$@"`], {
    cwd: empty,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return printed.split('\0').slice(0, -1)
}

/** After `set --` a line break would end the command before its first word. */
function startsLate(text: string): boolean {
  return readWords(text)[0]?.lineBreak !== undefined
}

test.skipIf(process.platform === 'win32')(
  'a command line without shell syntax means the same with and without a shell',
  { timeout: 60_000 },
  () => {
    let compared = 0
    fc.assert(
      fc.property(line, (text) => {
        const words = splitWords(text)
        if (isIssue(words) || findShellSyntax(text) || startsLate(text)) return
        compared += 1
        expect(words).toEqual(shellWords(text))
      }),
      { numRuns: RUNS },
    )
    expect(compared).toBeGreaterThan(RUNS / 20)
  },
)
