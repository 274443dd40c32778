import { describe, expect, test } from 'vitest'
import type { Issue } from '../core/issue.ts'
import type { PackManifest } from './manifest.ts'
import { checkOptions, withDefaults } from './options.ts'

const manifest: PackManifest = {
  name: 'sample',
  summary: 'A sample.',
  options: {
    level: { type: 'choice', values: ['observe', 'ask', 'deny'], default: 'deny', summary: 'x' },
    quiet: { type: 'flag', default: false, summary: 'x' },
    most: { type: 'number', least: 1, most: 10, default: 5, summary: 'x' },
    url: { type: 'text', default: '', summary: 'x' },
    write: { type: 'texts', default: ['*.key'], summary: 'x' },
    levels: {
      type: 'choices',
      keys: ['deletes', 'pushes'],
      values: ['observe', 'deny'],
      default: { deletes: 'deny' },
      summary: 'x',
    },
  },
  hooks: [{ event: 'PreToolUse' }],
}

function said(options: object): readonly string[] {
  return checkOptions(options as Readonly<Record<string, unknown>>, manifest, { pointer: ['with'] }).map(
    ({ message, hint, place }: Issue) =>
      `${place.pointer?.join('.')}: ${message}${hint === undefined ? '' : ` ${hint}`}`,
  )
}

describe('an option that is wrong is told with its place, its value and what is accepted', () => {
  test.for<readonly [object, string]>([
    [
      { level: 'dney' },
      'with.level: "level" must be one of observe, ask, deny, not "dney". Did you mean "deny"?',
    ],
    [{ level: 'hunter2' }, 'with.level: "level" must be one of observe, ask, deny, not this string.'],
    [{ level: 3 }, 'with.level: "level" must be one of observe, ask, deny, not a number.'],
    [{ level: null }, 'with.level: "level" must be one of observe, ask, deny, not null.'],
    [{ quiet: 'yes' }, 'with.quiet: "quiet" must be true or false, not a string.'],
    [{ most: 0 }, 'with.most: "most" must be a number from 1 to 10, not 0.'],
    [{ most: 11 }, 'with.most: "most" must be a number from 1 to 10, not 11.'],
    [{ most: NaN }, 'with.most: "most" must be a number from 1 to 10, not NaN.'],
    [{ most: '5' }, 'with.most: "most" must be a number from 1 to 10, not a string.'],
    [{ url: ['x'] }, 'with.url: "url" must be a text, not a list.'],
    [{ write: '*.key' }, 'with.write: "write" must be a list of strings, not a string.'],
    [{ write: ['a', 1] }, 'with.write: "write" must be a list of strings, not a list with a number in it.'],
    [
      { levels: 'deny' },
      'with.levels: "levels" must be a mapping of deletes, pushes to one of observe, deny, not a string.',
    ],
    [
      { levels: { delete: 'deny' } },
      'with.levels.delete: "delete" is not a key of "levels". Did you mean "deletes"?',
    ],
    [
      { levels: { other: 'deny' } },
      'with.levels.other: "other" is not a key of "levels". Accepted are deletes, pushes.',
    ],
    [
      { levels: { deletes: 'denny' } },
      'with.levels.deletes: "levels.deletes" must be one of observe, deny, not "denny". Did you mean "deny"?',
    ],
    [{ lvel: 'deny' }, 'with.lvel: "lvel" is not an option of hookwright/sample. Did you mean "level"?'],
    [
      { other: 1 },
      'with.other: "other" is not an option of hookwright/sample. Accepted are level, quiet, most, url, write, levels.',
    ],
    [
      { 'a b=c': 1 },
      'with.a b=c: "…" is not an option of hookwright/sample. Accepted are level, quiet, most, url, write, levels.',
    ],
  ])('%j', ([options, message]) => expect(said(options)).toEqual([message]))

  test('and all of them at once', () => expect(said({ quiet: 1, most: 99, nope: 0 })).toHaveLength(3))
})

test.for([
  {},
  { level: 'ask', quiet: true, most: 10, url: '', write: [], levels: {} },
  { most: 1, write: ['a', 'b'], levels: { pushes: 'observe', deletes: 'deny' } },
])('%j is accepted', (options) => expect(said(options)).toEqual([]))

test.for(['__proto__', 'constructor', 'toString'])('an option named %s does not exist', (name) => {
  expect(said(JSON.parse(`{"${name}":{}}`) as object)).toHaveLength(1)
})

test('what is left out has its default, and nothing else is passed on', () =>
  expect(withDefaults(manifest, { level: 'ask', other: 1 })).toEqual({
    level: 'ask',
    quiet: false,
    most: 5,
    url: '',
    write: ['*.key'],
    levels: { deletes: 'deny' },
  }))
