import { describe, expect, test } from 'vitest'
import { configCorpus, type CorpusFile } from '../../../test/helpers/config-corpus.ts'
import { isIssue } from '../../core/issue.ts'
import type { Edit, EditedConfig, EditFormat } from './edit.ts'
import { editConfig } from './edit-config.ts'
import { readLists, type ListItem } from './read-lists.ts'

const FOREIGN = { matcher: 'Bash', command: 'theirs.sh', timeout: 5 }
const OURS = { matcher: '*', command: 'hookwright run --host "x"', timeout: 65 }

/** Lists two keys deep, as most hosts have them, and at the top of the file. */
const SHAPES = {
  nested: {
    list: ['hooks', 'Stop'],
    others: [
      ['hooks', 'PreToolUse'],
      ['hooks', 'Start'],
    ],
  },
  flat: { list: ['hooks'], others: [['hooks']] },
} as const

const FORMATS = ['json', 'jsonc', 'yaml', 'toml'] as const

const CASES = FORMATS.flatMap((format) =>
  Object.entries(SHAPES).flatMap(([shape, places]) =>
    configCorpus(format, { list: places.list, item: FOREIGN }).map((file) => ({
      format,
      shape,
      places,
      file,
    })),
  ),
)

function ok(result: EditedConfig | ReturnType<typeof editConfig>): EditedConfig {
  if (isIssue(result)) throw new Error(`${result.message} ${result.hint} ${JSON.stringify(result.place)}`)
  return result
}

function isOurs({ value }: ListItem): boolean {
  return String((value as { command?: unknown } | null)?.command).startsWith('hookwright')
}

function removals(text: string, format: EditFormat): readonly Edit[] {
  const items = readLists(text, { file: 'f', format })
  if (isIssue(items)) throw new Error(items.message)
  return items
    .filter(isOurs)
    .toReversed()
    .map(({ list, index }) => ({ kind: 'remove', list, index }))
}

function install(
  text: string,
  { format, places }: Pick<(typeof CASES)[number], 'format' | 'places'>,
): EditedConfig {
  const lists = [places.list, ...places.others]
  return ok(
    editConfig(text, { file: 'f', format }, [
      { kind: 'set', path: ['version'], value: 1 },
      ...lists.map((list): Edit => ({ kind: 'append', list, value: OURS })),
    ]),
  )
}

const hasEnough = (files: readonly CorpusFile[]): boolean => files.length >= 40

describe('the corpus', () => {
  test.for(FORMATS)('has 40 files of %s', (format) =>
    expect(hasEnough(configCorpus(format, { list: ['hooks'], item: FOREIGN }))).toBe(true),
  )

  test.for(CASES.map((each) => [`${each.format}, ${each.shape}: ${each.file.name}`, each] as const))(
    '%s: removing what was added gives the same bytes',
    ([, one]) => {
      const { format, file } = one
      const added = install(file.text, one)
      expect(removals(added.text, format)).toHaveLength(1 + one.places.others.length)
      const edits = [...removals(added.text, format), { kind: 'unset', path: ['version'] } as const]
      expect(ok(editConfig(added.text, { file: 'f', format }, edits, added.traces)).text).toBe(file.text)
    },
  )
})
