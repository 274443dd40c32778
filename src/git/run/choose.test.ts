import { describe, expect, test } from 'vitest'
import { gitHook } from '../../../test/helpers/git-hooks.ts'
import { isIssue } from '../../core/issue.ts'
import { chooseHooks, type Wish } from './choose.ts'
import { parseSelector, type Selector } from './selectors.ts'

const projects = [
  { path: 'sub', hooks: [gitHook({ id: 'a' }), gitHook({ id: 'b', groups: ['slow'] })] },
  {
    path: '',
    hooks: [
      gitHook({ id: 'a', alias: 'first' }),
      gitHook({ id: 'm', stages: ['manual'] }),
      gitHook({ id: 'msg', stages: ['commit-msg'], groups: ['text'] }),
      gitHook({ id: 'p', stages: ['pre-push'], groups: ['slow', 'net'] }),
      gitHook({ id: 'x:y' }),
    ],
  },
]
const all = projects

function selectors(texts: readonly string[], here = ''): readonly Selector[] {
  return texts.map((text) => {
    const selector = parseSelector(text, { root: '/w', here })
    if (isIssue(selector)) throw new Error(selector.message)
    return selector
  })
}

type Texts = { include?: readonly string[]; skip?: readonly string[] } & Partial<
  Omit<Wish, 'include' | 'skip'>
>

function choose({ include = [], skip = [], ...more }: Texts) {
  const choice = chooseHooks(all, {
    include: selectors(include),
    skip: selectors(skip),
    skipsFrom: '--skip',
    groups: [],
    requireGroups: [],
    noGroups: [],
    ...more,
  })
  if (choice.nothing) return choice.nothing.message
  const chosen = choice.projects.flatMap(({ path, hooks }) =>
    hooks.map(({ hook, isSkipped }) => `${path}:${hook.id}${isSkipped ? ' skipped' : ''}`),
  )
  return [choice.stage, ...chosen]
}

describe('which hooks run', () => {
  test.for([
    ['all of the stage', {}, ['pre-commit', 'sub:a', 'sub:b', ':a', ':x:y']],
    ['an id is meant in every project', { include: ['a'] }, ['pre-commit', 'sub:a', ':a']],
    ['an alias is an id', { include: ['first'] }, ['pre-commit', ':a']],
    ['a path means the project', { include: ['sub/'] }, ['pre-commit', 'sub:a', 'sub:b']],
    ['a path with an id means that hook', { include: ['sub:a'] }, ['pre-commit', 'sub:a']],
    ['the root has a name', { include: ['.:a'] }, ['pre-commit', ':a']],
    ['an id with a colon', { include: [':x:y'] }, ['pre-commit', ':x:y']],
    ['only hooks for other stages were named: manual', { include: ['m'] }, ['manual', ':m']],
    ['mixed with others: before a commit', { include: ['m', 'a'] }, ['pre-commit', 'sub:a', ':a']],
    ['a stage that was said', { stage: 'pre-push' }, ['pre-push', 'sub:a', 'sub:b', ':a', ':p', ':x:y']],
    ['skipped by name is shown', { skip: ['b'] }, ['pre-commit', 'sub:a', 'sub:b skipped', ':a', ':x:y']],
    ['skips win', { include: ['a'], skip: ['sub:a'] }, ['pre-commit', 'sub:a skipped', ':a']],
    ['a skipped project is not shown', { skip: ['sub/'] }, ['pre-commit', ':a', ':x:y']],
    ['groups reach every stage', { groups: ['slow'] }, ['pre-commit', 'sub:b', ':p']],
    ['all groups', { requireGroups: ['slow', 'net'] }, ['pre-commit', ':p']],
    ['no group', { noGroups: ['slow'], stage: 'pre-push' }, ['pre-push', 'sub:a', ':a', ':x:y']],
    ['ungrouped', { groups: ['@ungrouped'], stage: 'manual' }, ['manual', 'sub:a', ':a', ':m', ':x:y']],
    [
      'message hooks have no files',
      { groups: ['text'] },
      'No hooks found after filtering with the given selectors',
    ],
    ['nothing left', { include: ['nope'] }, 'No hooks found after filtering with the given selectors'],
  ] as const)('%s', ([, wish, expected]) => {
    expect(choose(wish)).toEqual(expected)
  })
})

test('selectors that mean nothing are told', () => {
  const wish = {
    include: selectors(['a', 'nope']),
    skip: selectors(['no/']),
    skipsFrom: 'SKIP',
    groups: ['none'],
    requireGroups: [],
    noGroups: [],
  }
  const choice = chooseHooks(all, { ...wish, groups: [] })
  expect(choice.warnings.map(({ message }) => message)).toEqual([
    'selector `nope` did not match any hooks',
    'selector `SKIP=no/` did not match any hooks',
  ])
})

test.for(['../x/', '/abs/', '/w/../x/', '', ':', 'a:'])('selector %j is refused', (text) => {
  expect(parseSelector(text, { root: '/w', here: '' })).toMatchObject({ code: 'selector.invalid' })
})

test('paths are written from where the caller is, or in full', () => {
  const inSub = { root: '/w', here: 'sub' }
  expect(parseSelector('./deep:a', inSub)).toMatchObject({ project: 'sub/deep', id: 'a' })
  expect(parseSelector('../other/', inSub)).toMatchObject({ project: 'other' })
  expect(parseSelector('.', inSub)).toMatchObject({ project: 'sub' })
  expect(parseSelector('/w/other:a', inSub)).toMatchObject({ project: 'other', id: 'a' })
  expect(parseSelector('/w/', inSub)).toMatchObject({ project: '' })
})
