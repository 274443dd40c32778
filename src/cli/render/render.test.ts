import { expect, test } from 'vitest'
import { hook } from '../../../test/helpers/builders.ts'
import { issue, warning } from '../../core/issue.ts'
import { renderReviewed } from './approval.ts'
import { detailLines, issueLine } from './issue-line.ts'
import { createStyle, printable } from './style.ts'
import { table } from './table.ts'

const plain = createStyle(false)

test.for([
  ['a place', issue('x', { file: '/a', line: 2, column: 3 }, 'No.'), '/a:2:3: No.'],
  ['a hook', issue('x', { hook: 'h' }, 'No.', 'Do this.'), 'hook h: No. Do this.'],
  ['a hook and its file', issue('x', { hook: 'h', file: '/a' }, 'No.'), 'hook h (/a): No.'],
  ['a hook in its line', issue('x', { hook: 'h', file: '/a', line: 2 }, 'No.'), 'hook h (/a:2:1): No.'],
  ['a hook of the program', issue('x', { hook: 'h', file: '' }, 'No.'), 'hook h: No.'],
  ['a file that the sentence names', issue('x', { file: '/a' }, '"/a" is gone.'), '"/a" is gone.'],
  ['another severity', warning('x', {}, 'Hm.'), 'warning: Hm.'],
  ['several lines', issue('x', {}, 'One\n  two.'), 'One two.'],
  [
    'escape sequences',
    issue('x', {}, 'a\u001B[2Jb\u009B1mc\u202Ed'),
    String.raw`a\u{1B}[2Jb\u{9B}1mc\u{202E}d`,
  ],
] as const)('an issue with %s is one line', ([, problem, line]) => expect(issueLine(problem)).toBe(line))

test('what was captured is shown on lines of its own, and cannot steer the terminal', () => {
  const problem = { ...issue('x', {}, 'No.'), detail: 'one\n \u001B[2Jtwo\n' }
  expect(detailLines(problem)).toEqual(['  one', String.raw`   \u{1B}[2Jtwo`])
  expect(detailLines(issue('x', {}, 'No.'))).toEqual([])
})

test('text for a terminal keeps tabs and line ends, and no other control character', () => {
  const all = Array.from({ length: 0xa0 }, (_, code) => String.fromCodePoint(code)).join('')
  expect(printable(all).match(/(?![\t\n])\p{Cc}/gu)).toBeNull()
  expect(printable('\t\n')).toBe('\t\n')
})

test('a table pads every column but the last', () => {
  expect(table(['A', 'LONG', 'C'], [['aaa', 'b', 'c c']], plain)).toEqual(['A    LONG  C', 'aaa  b     c c'])
})

test('colour is on or off as a whole', () => {
  expect(createStyle(true).red('x')).toBe('\u001B[31mx\u001B[39m')
  expect(plain.red('x')).toBe('x')
})

test.for([
  [
    'a command: its words kept apart, its variables and its terms',
    hook({
      id: 'h',
      matcher: { kind: 'names', names: ['Bash', 'Edit'] },
      condition: 'Bash(ls *)',
      handler: {
        type: 'command',
        start: { kind: 'argv', words: ['a', 'b c', ''] },
        env: { NODE_OPTIONS: '--import ./x.mjs' },
        cwd: 'src',
      },
      guard: true,
      stopOnDeny: true,
      timeoutMs: 2_500,
      onFailure: 'deny',
    }),
    [
      'new       h on PreToolUse Bash|Edit if Bash(ls *) FILE',
      '          a "b c" ""',
      '          NODE_OPTIONS="--import ./x.mjs"',
      '          in src, at most 2.5 s, if it fails: deny, guard, stopOnDeny',
      '          names ./x.mjs, but no such file of the project was found to watch',
    ],
  ],
  [
    'a script: all of it, with its arguments',
    hook({
      id: 'h',
      handler: { type: 'command', start: { kind: 'script', shell: 'sh', source: 'one\ntwo\n', args: ['x'] } },
    }),
    [
      'new       h on PreToolUse FILE',
      '          sh: x',
      '          one',
      '          two',
      '          at most 1 s, if it fails: ignore',
      '          covers no file of the project',
    ],
  ],
  [
    'a rule: its reason and its context',
    hook({ id: 'h', handler: { type: 'rule', decision: 'deny', reason: 'No.', context: 'Look\naway.' } }),
    ['new       h on PreToolUse FILE', '          deny: No.', '          context: Look', '          away.'],
  ],
] as const)('approval is asked with all there is of %s', ([, candidate, lines]) => {
  const digest = { digest: '', meaning: '', scripts: [], followed: {}, gaps: [] }
  const fresh = { state: 'new', why: 'never approved', changed: [], differences: [], powers: {} } as const
  const shown = renderReviewed({ hook: candidate, digest, ...fresh }, plain, 0)
  expect(shown.map((line) => line.replace(candidate.source.file, 'FILE'))).toEqual(lines)
})
