import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { places } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { dialects } from '../../test/helpers/dialects.ts'
import type { Files } from '../ports/files.ts'
import { openState } from '../ports/state.ts'
import type { LoadRequest } from './gather.ts'
import { load } from './load.ts'
import { digestMeaning } from './meaning.ts'
import { readSnapshot } from './snapshot.ts'

const FILE = '/home/dev/app/hookwright.yaml'
const TEXT = 'version: 1\nhooks:\n  Stop:\n    - deny: "No."\n'

function request(fields: Partial<LoadRequest> = {}): LoadRequest {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-snapshot-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return {
    sources: ['hookwright'],
    host: 'claude-code',
    places: places(),
    files: memoryFiles({ [FILE]: TEXT }),
    state: openState(join(dir, 'hookwright')),
    dialects,
    maxBytes: 1_000_000,
    maxDepth: 64,
    ...fields,
  }
}

/** Does the snapshot for this request stand for these texts? */
function hits(asked: LoadRequest, texts: readonly string[]): boolean {
  const files = texts.map((text) => ({ dialect: 'hookwright', path: FILE, scope: 'project' as const, text }))
  return readSnapshot(asked)?.matches({ files, broken: [] }) ?? false
}

test('R55 what was loaded once is found again as long as no byte changed', async () => {
  const asked = request()
  const loaded = await load(asked)
  expect(hits(asked, [TEXT])).toBe(true)
  expect(readSnapshot(asked)?.loaded).toEqual(loaded)
  expect(await load(asked)).toEqual(loaded)
})

test('the second load compiles nothing', async () => {
  const asked = request()
  await load(asked)
  const dialectsThatThrow = new Map(
    [...dialects].map(([name, dialect]) => [
      name,
      { ...dialect, config: () => Promise.reject(new Error('compiled')) },
    ]),
  )
  await expect(load({ ...asked, dialects: dialectsThatThrow })).resolves.toMatchObject({
    hooks: [{ event: 'Stop' }],
  })
})

test.for([
  ['a byte more', [`${TEXT} `]],
  ['another file beside it', [TEXT, TEXT]],
  ['no file', []],
] as const)('a snapshot does not stand for %s', async ([, texts]) => {
  const asked = request()
  await load(asked)
  expect(hits(asked, texts)).toBe(false)
})

test.for([
  ['other sources', (asked: LoadRequest) => ({ ...asked, sources: ['claude-code'] })],
  ['another host', (asked: LoadRequest) => ({ ...asked, host: 'hookwright' })],
  [
    'another project',
    (asked: LoadRequest) => ({ ...asked, places: { ...asked.places, projectDir: '/other' } }),
  ],
  [
    'another directory in it',
    (asked: LoadRequest) => ({ ...asked, places: { ...asked.places, startDir: '/home/dev/app/src' } }),
  ],
] as const)('a snapshot is not found for %s', async ([, change]) => {
  const asked = request()
  await load(asked)
  expect(readSnapshot(change(asked))).toBeUndefined()
})

test('a snapshot of another version of hookwright is not used', async () => {
  const asked = request()
  await load(asked)
  rewriteSnapshot(asked, (text) => text.replace(/"key":"\[\\"[\d.]+\\"/, String.raw`"key":"[\"0.0.1\"`))
  expect(readSnapshot(asked)).toBeUndefined()
})

test.for([
  ['cut off', (text: string) => text.slice(0, text.length / 2)],
  ['empty', () => ''],
  ['not an object', () => '7'],
  ['without hooks', (text: string) => text.replace('"hooks":[', '"crooks":[')],
  ['with no list where one belongs', (text: string) => text.replace('"imported":[]', '"imported":null')],
] as const)('a snapshot that is %s is ignored, and replaced by the next load', async ([, spoil]) => {
  const asked = request()
  const loaded = await load(asked)
  rewriteSnapshot(asked, spoil)
  expect(readSnapshot(asked)).toBeUndefined()
  expect(await load(asked)).toEqual(loaded)
  expect(hits(asked, [TEXT])).toBe(true)
})

test('nothing is remembered of a directory in the place of a file', async () => {
  const asked = request({ files: memoryFiles({ [`${FILE}/x`]: '' }) })
  const loaded = await load(asked)
  expect(loaded.broken).toHaveLength(1)
  expect(readSnapshot(asked)).toBeUndefined()
})

test('R54 a file replaced while it is being read never pairs its new text with the old hooks', async () => {
  const texts = [TEXT, TEXT, TEXT.replace('No.', 'Never.')]
  const asked = request({ files: changing(texts) })
  await load(asked)
  expect(hits(asked, [TEXT.replace('No.', 'Never.')])).toBe(false)
})

/** Each read of the file finds the next text; the last one stays. */
function changing(texts: readonly string[]): Files {
  let reads = 0
  const files = memoryFiles({ [FILE]: TEXT })
  return {
    ...files,
    readBytes: (path, maxBytes) => {
      if (path !== FILE) return files.readBytes(path, maxBytes)
      reads += 1
      return new TextEncoder().encode(texts[Math.min(reads, texts.length) - 1])
    },
  }
}

function rewriteSnapshot({ state }: LoadRequest, change: (text: string) => string): void {
  const folder = join(state.dir, 'snapshots')
  for (const name of readdirSync(folder)) {
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')))
  }
}

test('a snapshot brings the digest that its hook would have, and another hook has another one', async () => {
  const asked = request()
  const project = { dir: asked.places.projectDir, written: asked.places.projectDir }
  const [compiled] = (await load(asked)).hooks
  const [read] = readSnapshot(asked)?.loaded.hooks ?? []
  if (compiled === undefined || read === undefined) throw new Error('no hook')
  expect(digestMeaning(read, project)).toBe(digestMeaning({ ...compiled }, project))
  const files = memoryFiles({ [FILE]: TEXT.replace('No.', 'Not so.') })
  const [changed] = (await load({ ...asked, files })).hooks
  if (changed === undefined) throw new Error('no hook')
  expect(digestMeaning(changed, project)).not.toBe(digestMeaning(read, project))
})
