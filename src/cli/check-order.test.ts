import { expect, test } from 'vitest'
import { issue, notice, type Issue, type Place } from '../core/issue.ts'
import { inFileOrder } from './check-order.ts'

const at = (file: string, line?: number, column = 1): Place => ({
  file,
  ...(line !== undefined && { line, column, pointer: [] }),
})
const shown = (issues: readonly Issue[]) =>
  inFileOrder(issues).map(({ code, place }) => `${place.file ?? '-'}:${place.line ?? 0} ${code}`)

test('issues of one file stand together, in the order of its lines', () =>
  expect(
    shown([
      issue('a', at('x', 9), ''),
      issue('b', at('y', 1), ''),
      notice('c', {}, ''),
      issue('d', at('x', 2), ''),
    ]),
  ).toEqual(['x:2 d', 'x:9 a', 'y:1 b', '-:0 c']))

test.for([
  ['the same twice', issue('a', at('x', 1), 'm'), issue('a', at('x', 1), 'm'), 1],
  [
    'one matcher, said twice',
    issue('matcher.dead', at('x', 1, 4), 'Matcher "bash" matches nothing.'),
    issue('matcher.dead', at('x', 1, 5), 'Matcher "bash" of hook a is not the name of a tool.'),
    1,
  ],
  [
    'two words of one matcher',
    issue('matcher.dead', at('x', 1, 5), 'Matcher "bash" of hook a is not the name of a tool.'),
    issue('matcher.dead', at('x', 1, 9), 'Matcher "edit" of hook a is not the name of a tool.'),
    2,
  ],
  [
    'one program, at two places',
    issue('program.missing', at('x', 1), 'm'),
    issue('program.missing', at('x', 2), 'm'),
    1,
  ],
  [
    'two hooks with one script',
    issue('program.missing', { file: 's', line: 1 }, '"jq" of hook a'),
    issue('program.missing', { file: 's', line: 1 }, '"jq" of hook b'),
    1,
  ],
  [
    'two hooks with one program',
    issue('program.missing', at('x', 1), '"jq" of hook a'),
    issue('program.missing', at('x', 3), '"jq" of hook b'),
    2,
  ],
  ['two lines', issue('habit.git', at('x', 1), 'm'), issue('habit.git', at('x', 2), 'm'), 2],
] as const)('%s', ([, first, second, count]) => expect(inFileOrder([first, second])).toHaveLength(count))
