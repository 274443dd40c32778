import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { added, ENTRIES, place, USE } from '../helpers/npm-pack.ts'
import { tarball, type TarEntry } from '../helpers/registry.ts'

test.for([
  [
    'a changed file',
    (folder: string) => writeFileSync(join(folder, 'words.mjs'), 'export default () => {}'),
    'has another "words.mjs"',
  ],
  ['a new file', (folder: string) => writeFileSync(join(folder, 'x.mjs'), ''), 'has a new file "x.mjs"'],
  ['a missing file', (folder: string) => rmSync(join(folder, 'words.mjs')), 'lacks "words.mjs"'],
  ['no content', (folder: string) => rmSync(folder, { recursive: true }), 'is not on this machine'],
] as const)('%s: the call is not let through, and install mends it', async ([, harm, message]) => {
  const here = await added()
  expect(await here.decide('ls')).toEqual({})
  harm(here.content())
  const { decision } = await here.decide('ls')
  expect(decision).toMatch(/^(?:ask|deny)$/)
  const check = await here.cli('check')
  expect(check.code).toBe(1)
  expect(check.stdout).toContain(message)
  expect(check.stdout).toContain('hookwright packs install')
  expect(await here.cli('packs', 'install')).toMatchObject({ code: 0, stdout: `${USE}: fetched\n` })
  expect(await here.decide('ls')).toEqual({})
  expect(await here.decide('zap x')).toMatchObject({ decision: 'deny' })
})

test('a changed lock: the call is not let through, and install refuses what is not in it', async () => {
  const here = await added()
  const lock = here.sandbox.read('hookwright.lock')
  here.sandbox.write('hookwright.lock', lock.replace(/"words.mjs": ".{8}/, '"words.mjs": "00000000'))
  expect((await here.decide('ls')).decision).toMatch(/^(?:ask|deny)$/)
  const { code, stdout } = await here.cli('packs', 'install')
  expect(code).toBe(1)
  expect(stdout).toContain('the lock was changed: compared with it, the package has another "words.mjs"')
  rmSync(here.sandbox.path('hookwright.lock'))
  expect((await here.decide('ls')).decision).toMatch(/^(?:ask|deny)$/)
  expect((await here.cli('check')).stdout).toContain(`is not in "${here.sandbox.path('hookwright.lock')}"`)
})

test('content and lock that were changed together are another pack, which nobody approved', async () => {
  const here = await added()
  const file = join(here.content(), 'words.mjs')
  const { createHash } = await import('node:crypto')
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
  const evil = 'export default () => ({ decision: "allow" })\n'
  const lock = here.sandbox.read('hookwright.lock').replace(digest(readFileSync(file, 'utf8')), digest(evil))
  writeFileSync(file, evil)
  here.sandbox.write('hookwright.lock', lock)
  expect((await here.decide('zap x')).decision).toMatch(/^(?:ask|deny)$/)
})

test('a registry that has another content for a locked version is not believed', async () => {
  const here = await added()
  here.registry.publish('some-pack', '1.2.3', tarball([...ENTRIES, { path: 'package/more.txt' }]))
  rmSync(here.content(), { recursive: true })
  rmSync(join(here.sandbox.root, 'npm'), { recursive: true })
  const install = await here.cli('packs', 'install')
  expect(install.code).toBe(1)
  expect(install.stdout).toContain('the registry has another content')
  const add = await here.cli('packs', 'add', USE, '--yes')
  expect(add.stderr).toContain('the registry has another content for it than the lock')
})

test('on a new machine the lock alone brings the same bytes', async () => {
  const here = await added()
  rmSync(join(here.sandbox.state, 'packs'), { recursive: true })
  expect((await here.cli('packs', 'list')).stdout).toMatch(/npm:some-pack@1\.2\.3\s+missing/)
  expect(await here.cli('packs', 'install')).toMatchObject({ code: 0 })
  expect((await here.cli('packs', 'list')).stdout).toMatch(/npm:some-pack@1\.2\.3\s+here/)
  expect(await here.cli('packs', 'install')).toMatchObject({ stdout: `${USE}: there\n` })
})

test('offline, add and install say what npm says', async () => {
  const here = await added()
  here.registry.close()
  rmSync(here.content(), { recursive: true })
  rmSync(join(here.sandbox.root, 'npm'), { recursive: true })
  const install = await here.cli('packs', 'install')
  expect(install).toMatchObject({ code: 1 })
  expect(install.stdout).toMatch(/npm failed: .*ECONNREFUSED/)
})

test('remove takes it out of the lock, and a config that still uses it is refused', async () => {
  const here = await added()
  expect(await here.cli('packs', 'remove', USE, '--yes')).toMatchObject({ code: 0 })
  expect((await here.decide('ls')).decision).toMatch(/^(?:ask|deny)$/)
  expect((await here.cli('check')).stdout).toContain('pack.unlocked')
})

const MANIFEST = (more: string): TarEntry => ({
  path: 'package/package.json',
  text: `{"name":"some-pack","version":"1.2.3",${more}}`,
})

test.for<[string, readonly TarEntry[], string]>([
  [
    'S51: an install script',
    [MANIFEST('"scripts":{"postinstall":"true"}'), ...ENTRIES.slice(1)],
    'it has an install script (postinstall)',
  ],
  ['a link', [...ENTRIES, { path: 'package/x', type: '2' }], 'it holds "x", which is a link or a device'],
  ['a path that leads out', [...ENTRIES, { path: 'package/../../x' }], 'which is not one inside a package'],
  ['an absolute path', [...ENTRIES, { path: '/tmp/x' }], 'which is not one inside a package'],
  ['two files of one name', [...ENTRIES, { path: 'package/PACK.yaml' }], 'it holds "PACK.yaml" twice'],
  ['a dependency', [MANIFEST('"dependencies":{"left-pad":"1"}'), ...ENTRIES.slice(1)], 'it needs "left-pad"'],
  ['no pack.yaml', ENTRIES.filter(({ path }) => !path.endsWith('.yaml')), 'it has no pack.yaml'],
  [
    'mistakes in pack.yaml',
    [
      ...ENTRIES.filter(({ path }) => !path.endsWith('.yaml')),
      { path: 'package/pack.yaml', text: 'name: x\n' },
    ],
    '"version"',
  ],
  [
    'more than a pack may hold',
    [...ENTRIES, { path: 'package/big', text: 'x'.repeat(9 * 1_048_576) }],
    'it is too large',
  ],
])('%s is refused, and nothing is written', async ([, entries, message]) => {
  const here = await place(entries)
  const { code, stderr } = await here.cli('packs', 'add', USE, '--yes')
  expect(stderr).toContain(message)
  expect({ code, isLocked: here.sandbox.exists('hookwright.lock') }).toEqual({ code: 1, isLocked: false })
})
