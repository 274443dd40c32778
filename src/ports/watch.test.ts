import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { collector, testFolder, type TestFolder } from '../../test/helpers/watching.ts'
import { openWatcher, type FileChange } from './watch.ts'

type Step = readonly [act: (folder: TestFolder) => void, heard: string]
type Case = {
  readonly claim: string
  readonly before?: (folder: TestFolder) => void
  readonly path: string
  readonly steps: readonly Step[]
}

const swap = (folder: TestFolder, name: string, text: string): void =>
  renameSync(folder.write(`${name}.tmp`, text), folder.at(name))

const CASES: readonly Case[] = [
  {
    claim: 'a file comes, changes and goes',
    path: 'f',
    steps: [
      [(folder) => folder.write('f', '1'), 'add f'],
      [(folder) => folder.write('f', '22'), 'change f'],
      [(folder) => rmSync(folder.at('f')), 'unlink f'],
    ],
  },
  {
    claim: 'a file that is replaced by renaming changes, every time',
    before: (folder) => folder.write('f', '1'),
    path: 'f',
    steps: [
      [(folder) => swap(folder, 'f', '2'), 'change f'],
      [(folder) => swap(folder, 'f', '3'), 'change f'],
      [(folder) => folder.write('f', '44'), 'change f'],
    ],
  },
  {
    claim: 'an editor that moves the old file aside makes one change',
    before: (folder) => folder.write('f', '1'),
    path: 'f',
    steps: [
      [
        (folder) => {
          renameSync(folder.at('f'), folder.at('f~'))
          folder.write('f', '22')
          rmSync(folder.at('f~'))
        },
        'change f',
      ],
    ],
  },
  {
    claim: 'fifty writes at once are one change',
    before: (folder) => folder.write('f', ''),
    path: 'f',
    steps: [
      [
        (folder) => {
          for (let index = 1; index <= 50; index += 1) folder.write('f', 'x'.repeat(index))
        },
        'change f',
      ],
    ],
  },
  {
    claim: 'a file below folders that do not exist yet is found',
    path: 'a/b/f',
    steps: [[(folder) => folder.write('a/b/f', '1'), 'add a/b/f']],
  },
  {
    claim: 'a folder may be deleted and made again',
    before: (folder) => folder.write('a/f', '1'),
    path: 'a/f',
    steps: [
      [(folder) => rmSync(folder.at('a'), { recursive: true }), 'unlink a/f'],
      [(folder) => folder.write('a/f', '1'), 'add a/f'],
      [(folder) => folder.write('a/f', '22'), 'change a/f'],
    ],
  },
  {
    claim: 'a folder that is made again at once is the new one',
    before: (folder) => folder.write('a/f', '1'),
    path: 'a/f',
    steps: [
      [
        (folder) => {
          rmSync(folder.at('a'), { recursive: true })
          folder.write('a/f', '22')
        },
        'change a/f',
      ],
      [(folder) => folder.write('a/f', '333'), 'change a/f'],
    ],
  },
  {
    claim: 'a folder that another is moved over is the new one',
    before: (folder) => {
      folder.write('a/f', '1')
      folder.write('next/f', '22')
    },
    path: 'a/f',
    steps: [
      [
        (folder) => {
          renameSync(folder.at('a'), folder.at('old'))
          renameSync(folder.at('next'), folder.at('a'))
        },
        'change a/f',
      ],
      [(folder) => folder.write('a/f', '333'), 'change a/f'],
    ],
  },
  {
    claim: 'a folder changes when something comes or goes in it',
    path: 'a',
    steps: [
      [(folder) => mkdirSync(folder.at('a')), 'add a'],
      [(folder) => folder.write('a/f', '1'), 'change a'],
      [(folder) => rmSync(folder.at('a/f')), 'change a'],
      [(folder) => rmSync(folder.at('a'), { recursive: true }), 'unlink a'],
    ],
  },
]

const LINKED: readonly Case[] = [
  {
    claim: 'a link changes with what it points to',
    before: (folder) => {
      folder.write('dotfiles/f', '1')
      symlinkSync('dotfiles/f', folder.at('f'))
    },
    path: 'f',
    steps: [
      [(folder) => swap(folder, 'dotfiles/f', '2'), 'change f'],
      [(folder) => folder.write('dotfiles/f', '33'), 'change f'],
    ],
  },
  {
    claim: 'a link through a folder that is swapped changes',
    before: (folder) => {
      folder.write('v1/f', '1')
      folder.write('v2/f', '22')
      symlinkSync('v1', folder.at('data'))
      symlinkSync('data/f', folder.at('f'))
    },
    path: 'f',
    steps: [
      [
        (folder) => {
          symlinkSync('v2', folder.at('data.tmp'))
          renameSync(folder.at('data.tmp'), folder.at('data'))
        },
        'change f',
      ],
    ],
  },
]

function listen(folder: TestFolder, paths: readonly string[]) {
  const heard = collector<string>()
  const tell = ({ kind, path }: FileChange): void => heard.tell(`${kind} ${relative(folder.dir, path)}`)
  const watcher = openWatcher({ onChange: (changes) => changes.forEach(tell) })
  onTestFinished(() => watcher.close())
  watcher.watch(paths.map(folder.at))
  return { watcher, heard }
}

async function follow({ before, path, steps }: Case): Promise<void> {
  const folder = testFolder()
  before?.(folder)
  const { heard } = listen(folder, [path])
  for (const [act, expected] of steps) {
    act(folder)
    expect(await heard.next()).toBe(expected)
  }
  expect(heard.rest).toEqual([])
}

describe('openWatcher', () => {
  test.for(CASES)('$claim', follow)
  test.skipIf(process.platform === 'win32').for(LINKED)('$claim', follow)

  test("other files and editors' temporary ones are nobody's business", async () => {
    const folder = testFolder()
    folder.write('f', '1')
    const { heard } = listen(folder, ['f'])
    folder.write('.f.swp', '1')
    folder.write('4913', '')
    rmSync(folder.at('4913'))
    folder.write('sub/f', '1')
    folder.write('f', '22')
    expect(await heard.next()).toBe('change f')
    expect(heard.rest).toEqual([])
  })

  test('a new list replaces the old one, and says nothing of what is there already', async () => {
    const folder = testFolder()
    folder.write('a', '1')
    folder.write('b', '1')
    const { watcher, heard } = listen(folder, ['a'])
    watcher.watch([folder.at('b')])
    folder.write('a', '22')
    folder.write('b', '22')
    expect(await heard.next()).toBe('change b')
    expect(heard.rest).toEqual([])
  })

  test('a thousand files are watched through one folder', async () => {
    const folder = testFolder()
    const names = Array.from({ length: 1_000 }, (_, index) => `f${index}`)
    for (const name of names) folder.write(name, '1')
    const { heard } = listen(folder, names)
    for (const name of ['f0', 'f999']) folder.write(name, '22')
    const changed = [await heard.next(), await heard.next()]
    expect(changed.toSorted()).toEqual(['change f0', 'change f999'])
  })

  test('after close() nothing is reported, not even what had begun', async () => {
    const folder = testFolder()
    const { watcher, heard } = listen(folder, ['f'])
    const other = listen(folder, ['f'])
    folder.write('f', '1')
    await watcher.close()
    expect(await other.heard.next()).toBe('add f')
    expect(heard.rest).toEqual([])
  })

  test('a folder that refuses to be watched is looked at instead, and that is said', async () => {
    const folder = testFolder()
    const heard = collector<string>()
    const watcher = openWatcher({
      onChange: (changes) => changes.forEach(({ kind }) => heard.tell(kind)),
      onProblem: ({ code }) => heard.tell(code),
      watchFolder: () => {
        throw Object.assign(new Error('no more'), { code: 'ENOSPC' })
      },
    })
    onTestFinished(() => watcher.close())
    watcher.watch([folder.at('f')])
    expect(await heard.next()).toBe('watch.refused')
    folder.write('f', '1')
    expect(await heard.next()).toBe('add')
  })

  test('an open watcher does not keep its process alive', async () => {
    const folder = testFolder()
    const before = process.getActiveResourcesInfo().filter(isHeld)
    const { watcher } = listen(folder, ['f', 'a/b/c'])
    folder.write('f', '1')
    expect(process.getActiveResourcesInfo().filter(isHeld)).toEqual(before)
    await watcher.close()
  })
})

const isHeld = (resource: string): boolean => resource.startsWith('FSEvent')
