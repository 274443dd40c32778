import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gitHook } from '../../../test/helpers/git-hooks.ts'
import { gitIn, makeMirror } from '../../../test/helpers/mirrors.ts'
import { prepareIn, runReady } from '../../../test/helpers/prepared.ts'
import { isIssue } from '../../core/issue.ts'
import { locate } from '../../process/locate.ts'
import type { GitHook } from '../contracts/model.ts'
import { fetchRepo } from '../store/clone.ts'
import { node } from './node.ts'

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'hw-node-')))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const npm = locate('npm', { cwd: '/', env: { PATH: process.env['PATH'] ?? '' } })
if (npm === undefined) console.log('node hooks that install something are not tested: no npm on PATH')

const SCRIPT =
  '#!/usr/bin/env node\nconsole.log(JSON.stringify([require("tiny-lib").name, process.argv.slice(2)]))\n'
const PACKAGE = { name: 'tiny', version: '1.0.0', bin: { tiny: 'tiny.js' } }

const nodeHook = (more: Partial<GitHook>): GitHook => gitHook({ language: 'node', entry: 'tiny', ...more })

function makePackage(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(home, name)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

const library = (): string =>
  makePackage('tiny-lib', {
    'package.json': '{"name":"tiny-lib","version":"1.0.0"}',
    'index.js': 'exports.name = "lib"',
  })

describe.skipIf(npm === undefined)('installed by npm', { timeout: 120_000 }, () => {
  test('a hook of a repository runs with its dependencies, also when repository and registry are gone', async () => {
    const files = { 'package.json': JSON.stringify(PACKAGE), 'tiny.js': SCRIPT }
    const mirror = makeMirror(home, files)
    gitIn(mirror, 'tag', 'v1')
    const context = prepareIn(home)
    const clone = (await fetchRepo({ url: mirror, rev: 'v1' }, context)) as string
    const repo = { kind: 'remote', url: mirror, rev: 'v1', clone } as const
    const hook = nodeHook({ repo, additionalDependencies: [library()] })
    const first = await runReady(await node.prepare(hook, context), ['a b', 'c'], home)
    expect(first).toEqual({ code: 0, output: '["lib",["a b","c"]]\n' })
    expect(context.said).toEqual([`Cloning ${mirror}`, `Installing environment for ${mirror}`])
    // The store alone is enough from now on.
    rmSync(mirror, { recursive: true })
    const offline = {
      ...context,
      env: { ...context.env, NPM_CONFIG_REGISTRY: 'http://127.0.0.1:9', NPM_CONFIG_OFFLINE: '1' },
    }
    expect(await runReady(await node.prepare(hook, offline), [], home)).toEqual({
      code: 0,
      output: '["lib",[]]\n',
    })
    expect(context.said).toHaveLength(2)
    expect(readdirSync(join(context.storeDir, 'scratch'))).toEqual([])
  })

  test('`prepare` of the repository runs when it is packed', async () => {
    const scripts = {
      prepare:
        "node -e \"require('fs').writeFileSync('tiny.js', '#!/usr/bin/env node\\nconsole.log(1 + 1)')\"",
    }
    const mirror = makeMirror(home, {
      'package.json': JSON.stringify({ ...PACKAGE, scripts, files: ['tiny.js'] }),
    })
    const context = prepareIn(home)
    const clone = (await fetchRepo({ url: mirror, rev: 'main' }, context)) as string
    const repo = { kind: 'remote', url: mirror, rev: 'main', clone } as const
    expect(await runReady(await node.prepare(nodeHook({ repo }), context), [], home)).toEqual({
      code: 0,
      output: '2\n',
    })
  })

  test('R41: neither a calling git nor a calling npm is followed', async () => {
    const outer = makeMirror(home, { 'package.json': '{"name":"outer"}' }, 'outer')
    const context = prepareIn(home)
    const env = {
      ...context.env,
      GIT_DIR: join(outer, '.git'),
      GIT_WORK_TREE: outer,
      npm_config_prefix: join(home, 'elsewhere'),
      npm_config_global: 'false',
      npm_config_local_prefix: outer,
      INIT_CWD: outer,
    }
    const mirror = makeMirror(home, {
      'package.json': JSON.stringify(PACKAGE),
      'tiny.js': '#!/usr/bin/env node\nconsole.log("ok")',
    })
    const clone = (await fetchRepo({ url: mirror, rev: 'main' }, { ...context, env })) as string
    const repo = { kind: 'remote', url: mirror, rev: 'main', clone } as const
    const ready = await node.prepare(nodeHook({ repo }), { ...context, env })
    expect(await runReady(ready, [], home)).toEqual({ code: 0, output: 'ok\n' })
    expect(existsSync(join(home, 'elsewhere'))).toBe(false)
    expect(gitIn(outer, 'status', '--porcelain')).toBe('')
  })

  test('a build that fails shows the end of what npm printed, and leaves nothing', async () => {
    const context = prepareIn(home)
    const problem = await node.prepare(
      nodeHook({ id: 'x', additionalDependencies: ['/nowhere/at/all'] }),
      context,
    )
    expect(problem).toMatchObject({ code: 'env.build-failed', place: { hook: 'x' } })
    expect(isIssue(problem) && problem.detail).toMatch(/nowhere/)
    expect(readdirSync(join(context.storeDir, 'envs'))).toEqual([])
  })

  test('what differs gets an environment of its own, what does not shares one', async () => {
    const context = prepareIn(home)
    const folderOf = async (more: Partial<GitHook>): Promise<string | undefined> => {
      const ready = await node.prepare(nodeHook({ entry: 'node', ...more }), context)
      return isIssue(ready) || ready.kind !== 'process' ? undefined : ready.env['NODE_PATH']
    }
    const same = [await folderOf({ id: 'a' }), await folderOf({ id: 'b', args: ['x'] })]
    const others = [
      await folderOf({ env: { A: '1' } }),
      await folderOf({ additionalDependencies: [library()] }),
      await folderOf({ languageVersion: 'system' }),
    ]
    expect(new Set(same).size).toBe(1)
    expect(new Set([...same, ...others]).size).toBe(4)
  })
})

describe('language_version', () => {
  const own = process.versions.node.split('.')
  test.for([
    'default',
    'system',
    own[0],
    `v${own.join('.')}`,
    `node${own[0]}`,
    `node@${own[0]}`,
    '>=18',
    process.execPath,
  ] as string[])('"%s" takes the Node.js of this machine', async (languageVersion) => {
    const context = prepareIn(home)
    const env = { ...context.env, PATH: dirname(process.execPath) }
    const ready = await node.prepare(nodeHook({ entry: 'node -p 1', languageVersion }), { ...context, env })
    expect(await runReady(ready, [], home)).toEqual({ code: 0, output: '1\n' })
  })

  test.for([
    ['99', /needs Node\.js 99: found only \d/],
    ['lts/nosuch', /needs Node\.js lts\/nosuch: found only/],
    ['newest', /"newest" is no request for a version/],
    ['/nowhere/node', /none was found/],
  ] as const)('"%s" is an issue that says what is there', async ([languageVersion, message]) => {
    const problem = await node.prepare(nodeHook({ id: 'x', languageVersion }), prepareIn(home))
    expect(problem).toMatchObject({
      code: 'language.toolchain',
      place: { hook: 'x' },
      hint: expect.any(String) as string,
    })
    expect(isIssue(problem) && problem.message).toMatch(message)
  })

  test('`only-managed` is refused, because nothing is downloaded', async () => {
    const problem = await node.prepare(nodeHook({ languagePreference: 'only-managed' }), prepareIn(home))
    expect(isIssue(problem) && problem.message).toMatch(/no version is ever downloaded/)
  })

  test('without any Node.js on PATH the issue names it', async () => {
    const context = prepareIn(home)
    const problem = await node.prepare(nodeHook({}), { ...context, env: { ...context.env, PATH: home } })
    expect(isIssue(problem) && problem.message).toBe('Hook "hook" needs Node.js: none was found on PATH.')
  })

  test('one that does not work is passed over', async () => {
    mkdirSync(join(home, 'shims'))
    writeFileSync(join(home, 'shims/node'), '#!/bin/sh\nexit 127\n')
    chmodSync(join(home, 'shims/node'), 0o755)
    const context = prepareIn(home)
    const env = { ...context.env, PATH: `${join(home, 'shims')}:${dirname(process.execPath)}` }
    const ready = await node.prepare(nodeHook({ entry: 'node -p 2' }), { ...context, env })
    expect(await runReady(ready, [], home)).toEqual({ code: 0, output: '2\n' })
  })

  test('a missing npm is named', async () => {
    mkdirSync(join(home, 'bin'))
    symlinkSync(process.execPath, join(home, 'bin/node'))
    const context = prepareIn(home)
    const env = { ...context.env, PATH: join(home, 'bin') }
    const problem = await node.prepare(nodeHook({ additionalDependencies: ['x'] }), { ...context, env })
    expect(isIssue(problem) && problem.message).toMatch(/needs npm to install its environment/)
  })
})

test('with `shell` the source runs in the environment', async () => {
  const context = prepareIn(home)
  const ready = await node.prepare(
    nodeHook({ shell: 'sh', entry: 'echo "$NODE_PATH" | wc -l; echo "$@"' }),
    context,
  )
  expect((await runReady(ready, ['a'], home)).output).toMatch(/^\s*1\na\n$/)
})
