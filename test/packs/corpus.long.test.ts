import { describe, expect, test } from 'vitest'
import { bestCpuMs } from '../helpers/cpu-time.ts'
import { readCorpus, type CorpusEntry } from './corpus.ts'
import { judgeEntry } from './judge-entry.ts'

const classes = readCorpus()

async function titlesOf(
  entries: readonly CorpusEntry[],
  isMiss: (entry: CorpusEntry) => Promise<boolean>,
): Promise<readonly string[]> {
  const missed: string[] = []
  for (const entry of entries) if (await isMiss(entry)) missed.push(entry.title)
  return missed
}

const LIMIT_MS = 50

describe('hookwright/dangerous-commands with level: deny and unanalysable: ask', () => {
  test.for(classes.filter(({ id }) => id !== 'B18'))(
    '$id $title: every one is denied or asked about',
    { timeout: 60_000 },
    async ({ entries }) => {
      const passed = await titlesOf(entries, async (entry) => (await judgeEntry(entry)) === 'pass')
      expect(passed).toEqual([])
    },
  )

  test('B18 of the harmless at most 1 % is stopped', async () => {
    const harmless = classes.find(({ id }) => id === 'B18')?.entries ?? []
    const stopped = await titlesOf(harmless, async (entry) => (await judgeEntry(entry)) !== 'pass')
    // The list shows what is wrong where they are too many.
    expect(stopped.length > harmless.length / 100 ? stopped : []).toEqual([])
  }, 60_000)

  test(`B14 each is looked at within ${LIMIT_MS} ms of processor time`, async () => {
    const sized = classes.find(({ id }) => id === 'B14')?.entries ?? []
    const slow = await titlesOf(
      sized,
      async (entry) => (await bestCpuMs(LIMIT_MS / 2, () => judgeEntry(entry))) > LIMIT_MS,
    )
    expect(slow).toEqual([])
  }, 60_000)
})
