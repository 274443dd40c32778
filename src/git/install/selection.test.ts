import { expect, test } from 'vitest'
import { isIssue } from '../../core/issue.ts'
import { parseSelector } from '../run/selectors.ts'
import { selectionOptions } from './selection.ts'

test.for([
  ['ruff', '/w', 'ruff'],
  [':a:b', '/w', ':a:b'],
  [':a/b', '/w', ':a/b'],
  ['sub/', '/w', './sub/'],
  ['.', '/w', '././'],
  ['er/', '/w/low', './low/er/'],
  ['../other:x', '/w/low', 'other:x'],
  ['.:x', '/w/low', 'low:x'],
  ['.:x', '/w', '.:x'],
] as const)('%s from %s is %s from the workspace', ([text, cwd, expected]) => {
  const options = selectionOptions({ include: [text], skip: [text], cwd, workspace: '/w' })
  expect(options).toEqual([`--select=${expected}`, `--skip=${expected}`])
  const here = cwd === '/w' ? '' : cwd.slice(3)
  expect(meaning(parseSelector(expected, { root: '/w', here: '' }))).toEqual(
    meaning(parseSelector(text, { root: '/w', here })),
  )
})

function meaning(selector: ReturnType<typeof parseSelector>): object {
  return isIssue(selector) ? selector : { project: selector.project, id: selector.id }
}

test('a selector that leads out of the workspace is refused', () => {
  const refused = selectionOptions({ include: ['../x/'], skip: [], cwd: '/w', workspace: '/w' })
  expect(refused).toMatchObject({ code: 'selector.invalid' })
})
