import fc from 'fast-check'
import { stringify } from 'yaml'
import { expect, test } from 'vitest'
import { isIssue } from '../../core/issue.ts'
import type { Edit, EditFormat } from './edit.ts'
import { editConfig } from './edit-config.ts'
import { readLists } from './read-lists.ts'

const OURS = { command: 'hookwright run "$X" \\ \u{1F984}\n', on: true, timeout: 1.5 }
const LISTS = [['hooks', 'Stop'], ['hooks', 'on'], ['other']]

const key = fc.oneof(fc.constantFrom('hooks', 'Stop', 'on', 'other', 'a b'), fc.string({ maxLength: 5 }))
const { any } = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.integer(),
    fc.boolean(),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(key, tie('any'), { maxKeys: 3 }),
  ),
}))
const document = fc.record(
  {
    hooks: fc.dictionary(key, fc.array(any, { maxLength: 3 }), { maxKeys: 3 }),
    x: any,
    other: fc.array(any),
  },
  { requiredKeys: [] },
)
const unit = fc.constantFrom('', '  ', '    ', '\t')

/** An issue leaves the file alone; otherwise taking away what was added gives the same text. */
function comesBack(text: string, format: EditFormat, { mayRefuse = false } = {}): void {
  const source = { file: 'f', format }
  const added = editConfig(
    text,
    source,
    LISTS.map((list): Edit => ({ kind: 'append', list, value: OURS })),
  )
  if (isIssue(added) && mayRefuse) return
  if (isIssue(added)) throw new Error(`${added.code} ${added.message} ${text}`)
  const items = readLists(added.text, source)
  if (isIssue(items)) throw new Error(items.message)
  const own = items.filter(({ value }) => (value as { command?: unknown } | null)?.command === OURS.command)
  expect(own).toHaveLength(LISTS.length)
  const edits = own.toReversed().map(({ list, index }): Edit => ({ kind: 'remove', list, index }))
  const back = editConfig(added.text, source, edits, added.traces)
  expect(isIssue(back) ? back : back.text).toBe(text)
}

test('JSON in any indentation comes back byte for byte', () => {
  fc.assert(
    fc.property(document, unit, fc.boolean(), (value, indent, isWindows) => {
      const text = JSON.stringify(value, undefined, indent)
      comesBack(isWindows ? text.replaceAll('\n', '\r\n') : text, 'json')
    }),
    { numRuns: 300 },
  )
})

test('JSON with spaces, comments and commas anywhere comes back byte for byte', () => {
  const filler = fc.constantFrom('', ' ', '\n', '\r\n', '\t', '/* c */', ' // c\n', '\n  // [{,\n', '/*\n*/')
  fc.assert(
    fc.property(document, fc.array(filler, { minLength: 7, maxLength: 7 }), (value, fillers) => {
      let count = 0
      const next = (): string => fillers[count++ % fillers.length] ?? ''
      const tokens = JSON.stringify(value).match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^[\]{},:"]+/g) ?? []
      comesBack(tokens.map((token) => `${next()}${token}`).join(''), 'jsonc')
    }),
    { numRuns: 300 },
  )
})

test('YAML in block and flow style comes back byte for byte', () => {
  fc.assert(
    fc.property(
      document,
      fc.constantFrom(2, 4),
      fc.constantFrom('any', 'flow', 'block'),
      (value, indent, collectionStyle) => {
        comesBack(stringify(value, { indent, collectionStyle, indentSeq: indent === 2 }), 'yaml')
      },
    ),
    { numRuns: 200 },
  )
})

test.for(['json', 'jsonc', 'yaml', 'toml'] as const)('%s: no text makes an edit throw', (format) => {
  const character = fc.constantFrom(...`{}[]:,"'#-=/*|>&!\n\r\t .ax1hooks`.split(''))
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 40 }), (text) =>
      comesBack(text, format, { mayRefuse: true }),
    ),
    {
      numRuns: 500,
    },
  )
})
