import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isHarmlessSed, isSedScript } from './sed.ts'

const isHarmless = (words: readonly string[]) =>
  isHarmlessSed(words.map((word) => word.replaceAll('*', '\\*')))

const RUNS = [
  ['1eqq x', 'f'],
  ['/./eqq x', 'f'],
  ['$eqq', 'f'],
  ['--expression=1eqq', 'f'],
  ['--exp', '1eqq', 'f'],
  ['-ne1eqq', 'f'],
  ['s_^.*_qq x_e', 'f'],
  ['sa^aqq x#ae', 'f'],
  ['s/^.*/qq/e#', 'f'],
  ['s/^.*/qq/ge', 'f'],
  ['-n', '-e', 'p', '-e', '1e qq', 'f'],
  ['-e', 'a\\', '-e', 'x', '-e', '1eqq', 'f'],
  ['a x\n1eqq', 'f'],
  ['1!{p\n};eqq', 'f'],
  ['\\xoxeqq', 'f'],
  ['0~1eqq', 'f'],
  ['1,+2eqq', 'f'],
  ['-s', 'eqq', 'f'],
  ['#n\n1eqq', 'f'],
  [':a;eqq', 'f'],
  ['ta;:a;eqq', 'f'],
  ['y/a/b/;eqq', 'f'],
  ['r f\neqq', 'f'],
  ['s/[/]/x/;eqq', 'f'],
  ['f', '-e', '1eqq', 'f'],
  ['-i.b', '1eqq', 'f'],
  ['1{;eqq\n}', 'f'],
]

const MAY_RUN_OR_WRITE = [
  ['-f', 'x'],
  ['--file=x'],
  ['-nf', 'x'],
  ['w x', 'f'],
  ['s/a/b/w x', 'f'],
  ['a\\\\\n1eqq'],
  ['s/\\c[/qq/e;s/]/x/'],
  ['s/[[/]/;a x/e'],
  [':x;a y\\\n1eqq'],
  ['1eqq', '-e', 'p'],
  ['-i', '', '1e', 'f'],
  ['v'],
  ['--unheard-of', 'p'],
]

const HARMLESS = [
  ['-e', 's/a/b/', 'x'],
  ['-i', '-e', 's/a/b/', 'x'],
  ['-n', '-e', '/foo/p', 'x'],
  ['-n', '5,10p', 'file.e'],
  ['s/a e /b/', 'x'],
  ['s/[^/]*$//', 'x'],
  ['-i', '', 's/a/b/', 'x'],
  ['-ne', 'p', 'x'],
  ['-E', 's/(a|b)+/\\1/g', 'x'],
  [':a;N;$!ba;s/\\n/ /g', 'x'],
  ['$!N;P;D'],
  ['/a/,/b/{/c/d;s/x/y/g}'],
  ['/x/a\\\nhello world', 'f'],
  ['/x/i foo bar e', 'f'],
  ['-i.bak', 's|a|b|g; s#c#d#', 'x'],
  ['s/[[:space:]]*$//', 'x'],
  ['s/[^[:alnum:]]/_/g'],
  ['y/abc/xyz/'],
  ['$='],
  ['/^$/d'],
  ['10q'],
  ['-n', '/a/{n;p;}'],
  ['s/[\\/]/x/'],
  ['2~3d'],
  ['/a/I,+2p'],
  ['/a/!s/b/c/'],
  ['s/a/b/2g;t;s/c/d/'],
  ['/BEGIN/r file.txt'],
  ['w /dev/stdout'],
  ['-l', '5', 'p', 'e'],
  ['p', '--', 'e'],
]

describe('what sed is told', () => {
  test.for([...RUNS, ...MAY_RUN_OR_WRITE])('%j may run or write something', (words) =>
    expect(isHarmless(words)).toBe(false),
  )

  test.for(HARMLESS)('%j is harmless', (words) => expect(isHarmless(words)).toBe(true))

  test('a line number and a text that are only known at run time are harmless, a command is not', () => {
    expect(isHarmlessSed(['-n', '*,*p', 'f'])).toBe(true)
    expect(isHarmlessSed(['s/a/*/', '*'])).toBe(true)
    expect(isHarmlessSed(['1*', 'f'])).toBe(false)
    expect(isHarmlessSed(['*', 'f'])).toBe(false)
    expect(isHarmlessSed(['s/a/b/*', 'f'])).toBe(false)
  })

  test('the words behind the script are files', () => {
    expect([0, 1, 2].map((at) => isSedScript(['-n', '1p', '*'], at))).toEqual([false, true, false])
    expect([0, 1, 2].map((at) => isSedScript(['-f', '1p', '*'], at))).toEqual([true, true, true])
  })

  test('a script of 200,000 characters is read in linear time', () => {
    const start = performance.now()
    for (const piece of [':a;', '[', 's/[', 's/a/b/;', '1,', '{', 'a\\\n', '\\'])
      isHarmless([piece.repeat(200_000 / piece.length)])
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})

describe.runIf(process.platform === 'linux')('the real sed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sed-'))
  const marker = join(folder, 'qq')
  writeFileSync(marker, '#!/bin/sh\necho MARKED >&2\n')
  chmodSync(marker, 0o755)
  afterAll(() => rmSync(folder, { recursive: true }))

  function marks(words: readonly string[]): boolean {
    writeFileSync(join(folder, 'f'), 'one/two\nthree\n')
    const { stderr } = spawnSync('/bin/sed', words, {
      cwd: folder,
      env: { PATH: folder },
      encoding: 'utf8',
      timeout: 5_000,
    })
    return stderr.includes('MARKED')
  }

  test('runs the marker for every script of the first table', () => {
    expect(RUNS.filter((words) => !marks(words))).toEqual([])
  })

  test('runs it for no script that is called harmless, of 400 put together at random', () => {
    const scripts = Array.from({ length: 400 }, (_, seed) => randomScript(seed + 1))
    const ran = scripts.filter((script) => marks([script, 'f']))
    console.log(`${ran.length} of ${scripts.length} scripts ran the marker`)
    expect(ran.length).toBeGreaterThan(5)
    expect(ran.filter((script) => isHarmless([script]))).toEqual([])
  }, 60_000)
})

const PIECES =
  '1 $ /one/ \\,o, ! { } ; ; ; \n \n s/o/x/ s,o,x, s/[/]/x/ s/.*/qq/ s/[]/]/q/ s/[^\\n]/x/ e g a\\ a\\\n a\\\\\n i x c\\\n \\\n # :a b t p eqq eqq eqq;\n r y/o/e/ [ ] \\'.split(
    ' ',
  )

function randomScript(seed: number): string {
  let state = seed * 2_654_435_761
  const pick = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16
  return Array.from({ length: 1 + (pick() % 7) }, () => PIECES[pick() % PIECES.length]).join('')
}
