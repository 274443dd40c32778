import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commit, contextIn, gitIn, isolated, makeMirror } from '../../../test/helpers/mirrors.ts'
import { prekFile } from '../../../test/helpers/prek-file.ts'
import { KNOWN } from '../config/known.ts'
import { readGitConfig } from '../config/read-config.ts'
import { updateConfig, type Updated } from './autoupdate.ts'
import { reportUpdates } from './update-report.ts'
import type { UpdateOptions } from './update-rules.ts'

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'hw-update-')))
  mkdirSync(join(home, 'project'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const hooks = (...ids: readonly string[]): string =>
  ids.map((id) => `- {id: ${id}, name: x, entry: x, language: system}\n`).join('')

/** One commit per list, with these tags on it; `~` before a tag makes it an annotated one. */
function mirrorWith(tags: readonly (readonly string[])[], name = 'mirror'): string {
  const folder = makeMirror(home, { '.pre-commit-hooks.yaml': hooks('one') }, name)
  for (const [index, names] of tags.entries()) {
    if (index > 0) commit(folder, {})
    for (const tag of names)
      if (tag.startsWith('~')) gitIn(folder, 'tag', '-a', tag.slice(1), '-m', 'x')
      else gitIn(folder, 'tag', tag)
  }
  return folder
}

async function update(
  text: string,
  options: Partial<UpdateOptions> = {},
  name = '.pre-commit-config.yaml',
): Promise<Updated> {
  const file = join(home, 'project', name)
  const { config, issues } = readGitConfig(text, file, KNOWN)
  if (config === undefined) throw new Error(JSON.stringify(issues))
  const context = contextIn(home)
  const updated = await updateConfig(
    { text, config, options: { now: Date.now(), ...options } },
    { ...context, cwd: dirname(file) },
  )
  const scratch = join(context.storeDir, 'scratch')
  expect(existsSync(scratch) ? readdirSync(scratch) : []).toEqual([])
  return updated
}

const yaml = (rev: string, url = '../mirror'): string =>
  `repos:\n  - repo: ${url}\n    rev: ${rev}\n    hooks:\n      - id: one\n`
const revOf = ({ text }: Updated): string | undefined => /rev: *(.*)/.exec(text)?.[1]

const CHOICES = [
  ['the newest tag', [['v1.0'], ['v1.1'], []], 'v1.0', {}, 'v1.1'],
  ['the newest by date, not by number', [['v2.0'], ['v1.5']], 'v1.0', {}, 'v1.5'],
  ['of several on one commit a version', [['v1.0'], ['v2', 'v2.0.0', 'nightly']], 'v1.0', {}, 'v2.0.0'],
  [
    'of several on one commit the one most like the present',
    [['v1.0'], ['v1.1', 'v1.1.0']],
    'v1.0',
    {},
    'v1.1',
  ],
  ['the higher version of equally near ones', [['v1.9.0', 'v1.10.0', 'v1.2.0']], 'v1.0.0', {}, 'v1.10.0'],
  ['a tag without a dot where there is no other', [['stable'], ['latest']], 'stable', {}, 'latest'],
  ['an annotated tag', [['v1.0'], ['~v1.1']], 'v1.0', {}, 'v1.1'],
  ['a pre-release', [['v1.0.0'], ['v2.0.0-rc1']], 'v1.0.0', {}, 'v2.0.0-rc1'],
  ['nothing without tags', [[], []], '0.1', {}, '0.1'],
  ['nothing when it is the newest', [['v1.0'], ['v1.1']], 'v1.1', {}, 'v1.1'],
  ['what an included glob allows', [['v1.0'], ['v1.1'], ['x1.2']], 'v1.0', { includeTags: ['v*'] }, 'v1.1'],
  [
    'not what an excluded glob forbids',
    [['v1.0'], ['v1.1'], ['v1.2-rc']],
    'v1.0',
    { excludeTags: ['*-rc'] },
    'v1.1',
  ],
  ['a tag on the tip of the default branch', [['v1.0'], ['v1.1']], 'v1.0', { bleedingEdge: true }, 'v1.1'],
  ['the commit of the default branch', [['v1.0'], []], 'v1.0', { bleedingEdge: true }, 'HEAD'],
  ['a commit for a tag', [['v1.0'], ['v1.1']], 'v1.0', { freeze: true }, 'HEAD  # frozen: v1.1'],
] as const

describe('chosen is', () => {
  test.for(CHOICES)('%s', async ([, tags, rev, options, expected]) => {
    const mirror = mirrorWith(tags)
    const head = gitIn(mirror, 'rev-parse', 'HEAD')
    const urls = ['../mirror', mirror, pathToFileURL(mirror).href]
    const updated = await update(yaml(`'${rev}'`, urls[rev.length % urls.length]), options)
    const [value = '', comment] = expected.replace('HEAD', head).split('  #')
    expect(revOf(updated)).toBe(`'${value}'${comment === undefined ? '' : `  #${comment}`}`)
  })

  test('nothing that is too young', async () => {
    mirrorWith([['v1.0'], ['v1.1']])
    // The mirrors' days begin in November 2023.
    const updated = await update(yaml('v1.0'), { cooldownDays: 200, now: Date.UTC(2024, 0, 1) })
    expect(updated.updates).toMatchObject([{ kind: 'current' }])
  })

  test('a tag of another branch, when it is newer', async () => {
    const mirror = mirrorWith([['v1.0'], ['v2.0']])
    gitIn(mirror, 'checkout', '-q', '-b', 'old', 'v1.0')
    commit(mirror, {})
    gitIn(mirror, 'tag', 'v1.0.5')
    gitIn(mirror, 'checkout', '-q', 'main')
    expect(revOf(await update(yaml('v1.0')))).toBe('v1.0.5')
  })

  test('what the `update` of the file says', async () => {
    const mirror = mirrorWith([['v1.0'], ['v1.1'], ['v1.2-rc']])
    const at = gitIn(mirror, 'rev-parse', 'v1.1')
    const text = `${yaml('v1.0')}update:\n  freeze: true\n  repos:\n    ../mirror: {exclude_tags: ['*-rc']}\n`
    expect(revOf(await update(text))).toBe(`${at}  # frozen: v1.1`)
  })
})

describe('the text', () => {
  const V = 'v1.1'
  test.for([
    ['plain', 'rev: v1.0', 'rev: v1.1', {}],
    ['single quotes', "rev: 'v1.0'", "rev: 'v1.1'", {}],
    ['double quotes', 'rev: "v1.0"', 'rev: "v1.1"', {}],
    ['a comment stays', 'rev: v1.0   # why', 'rev: v1.1   # why', {}],
    ['a frozen one goes', 'rev: v1.0   # frozen: v0.9', 'rev: v1.1', {}],
    ['a frozen one comes', 'rev: v1.0', 'rev: SHA  # frozen: v1.1', { freeze: true }],
    [
      'a frozen one in place of another comment',
      'rev: v1.0 # why',
      'rev: SHA # frozen: v1.1',
      { freeze: true },
    ],
    [
      'a frozen one that is right stays',
      'rev: SHA # frozen: v1.1',
      'rev: SHA # frozen: v1.1',
      { freeze: true },
    ],
    ['a commit becomes a tag again', 'rev: SHA # frozen: v1.1', 'rev: v1.1', {}],
  ] as const)('%s', async ([, before, after, options]) => {
    const sha = gitIn(mirrorWith([['v1.0'], [V]]), 'rev-parse', 'HEAD')
    const around = (line: string): string =>
      `\uFEFF# top\r\nrepos:\r\n-   repo:   ../mirror # x\r\n    ${line.replace('SHA', sha)}\r\n    hooks: [ {id: one} ]\r\n\r\n# end`
    expect((await update(around(before), options)).text).toBe(around(after))
  })

  test('a version that would be a number gets quotes', async () => {
    mirrorWith([['1.0'], ['2.0']])
    expect(revOf(await update(yaml('1.0')))).toBe('"2.0"')
  })

  test('TOML and flow mappings keep their form', async () => {
    const sha = gitIn(mirrorWith([['v1.0'], [V]]), 'rev-parse', 'HEAD')
    const toml = (rev: string, end: string): string =>
      `[[repos]]\nrepo = "../mirror"\nrev='${rev}'${end}\nhooks = [{ id = "one" }] # x\n`
    expect((await update(toml('v1.0', ' # a'), {}, 'prek.toml')).text).toBe(toml(V, ' # a'))
    expect((await update(toml('v1.0', ''), { freeze: true }, 'prek.toml')).text).toBe(
      toml(sha, '  # frozen: v1.1'),
    )
    const flow = (rev: string, end: string): string =>
      `repos:\n  - {repo: ../mirror, rev: ${rev}, hooks: [{id: one}]}${end}\n`
    const frozen = await update(flow('v1.0', ''), { freeze: true })
    expect(frozen.text).toBe(flow(sha, '  # frozen: v1.1'))
    expect((await update(frozen.text)).text).toBe(flow(V, ''))
  })

  test('an alias is changed at its anchor, once', async () => {
    mirrorWith([['v1.0'], [V]])
    mirrorWith([['v1.0'], [V]], 'same')
    mirrorWith([['v1.0'], ['v1.2']], 'other')
    const entry = (url: string): string => `  - repo: ${url}\n    rev: *rev\n    hooks: [{id: one}]\n`
    const text = (rev: string, second: string): string =>
      `x-rev: &rev ${rev}\nrepos:\n${entry('../mirror')}${entry(second)}`
    expect((await update(text('v1.0', '../same'))).text).toBe(text(V, '../same'))
    const torn = await update(text('v1.0', '../other'))
    expect(torn.updates.map(({ kind }) => kind)).toEqual(['updated', 'failed'])
    expect(torn.text).toBe(text(V, '../other'))
  })

  test('a rev in a block is left alone and said', async () => {
    mirrorWith([['v1.0'], [V]])
    const text = yaml('>-\n      v1.0')
    const updated = await update(text)
    expect(updated.updates).toMatchObject([{ kind: 'failed', issue: { code: 'update.not-editable' } }])
    expect(updated.text).toBe(text)
  })
})

describe('failures', () => {
  test('a hook that is gone keeps its rev', async () => {
    const mirror = mirrorWith([['v1.0']])
    commit(mirror, { '.pre-commit-hooks.yaml': hooks('two') })
    gitIn(mirror, 'tag', 'v1.1')
    const updated = await update(yaml('v1.0'))
    expect(updated.text).toBe(yaml('v1.0'))
    expect(updated.updates).toMatchObject([
      { kind: 'failed', issue: { message: 'Cannot update to rev `v1.1`, hook is missing: one' } },
    ])
  })

  test('one that cannot be reached does not hold up the others', async () => {
    mirrorWith([['v1.0'], ['v1.1']])
    const text = `${yaml('v1.0')}  - repo: ../nosuch\n    rev: v1.0\n    hooks: [{id: one}]\n`
    const updated = await update(text)
    expect(updated.text).toBe(text.replace('v1.0', 'v1.1'))
    const report = reportUpdates(updated.updates, {
      isDryRun: false,
      isVerbose: false,
      failsOnUpdates: false,
    })
    expect(report.stdout).toBe('../mirror\n  updating rev `v1.0` -> `v1.1`\n')
    expect(report.stderr).toMatch(
      /^\.\.\/nosuch\n {2}update failed: Cannot fetch .*not appear to be a git repository\.\n$/,
    )
    expect(report.exitCode).toBe(1)
  })

  test('a selector that names no repository is a warning', async () => {
    const updated = await update(yaml('v1.0'), { repos: ['nosuch'] })
    expect(updated).toMatchObject({ updates: [], issues: [{ severity: 'warning', code: 'update.repo' }] })
  })
})

test('the report numbers lines only where a repository is listed twice', async () => {
  mirrorWith([['v1.0'], ['v1.1']])
  const text = `${yaml('v1.0')}  - repo: ../mirror\n    rev: v1.1 # frozen: v1\n    hooks: [{id: one}]\n`
  const { updates } = await update(text)
  const said = reportUpdates(updates, { isDryRun: true, isVerbose: true, failsOnUpdates: true })
  expect(said.stdout).toBe(
    '../mirror\n  line 3: would update rev `v1.0` -> `v1.1`\n  line 7: already up to date at `v1.1` (frozen: v1)\n',
  )
  expect(said.exitCode).toBe(1)
})

const prek = prekFile()
if (prek === undefined) console.log('updates are not compared with prek: it is not installed')

describe.skipIf(prek === undefined)('as prek', { timeout: 120_000 }, () => {
  const FLAGS: readonly (readonly [string, Partial<UpdateOptions>, readonly string[]])[] = [
    ['plain', {}, []],
    ['frozen', { freeze: true }, ['--freeze']],
    ['bleeding edge', { bleedingEdge: true }, ['--bleeding-edge']],
    ['filtered', { excludeTags: ['v2*'] }, ['--exclude-tag', 'v2*']],
  ]
  test.for(FLAGS)('%s: the same file and the same report', async ([, options, flags]) => {
    const urls = CHOICES.slice(0, 10).map(([, tags], index) => {
      mirrorWith(tags, `m${index}`)
      return [`../m${index}`, CHOICES[index]?.[2] ?? ''] as const
    })
    const entries = urls.map(
      ([url, rev]) => `  - repo: ${url}\n    rev: ${rev}  # note\n    hooks:\n      - id: one\n`,
    )
    const text = `repos:\n${entries.join('')}`
    const file = join(home, 'project/.pre-commit-config.yaml')
    writeFileSync(file, text)
    gitIn(join(home, 'project'), 'init', '-q')
    const env = { ...isolated(home), PREK_HOME: join(home, 'prek') }
    const theirs = spawnSync(prek ?? '', ['update', '--no-progress', ...flags], {
      cwd: join(home, 'project'),
      env,
      encoding: 'utf8',
    })
    const ours = await update(text, options)
    const report = reportUpdates(ours.updates, { isDryRun: false, isVerbose: false, failsOnUpdates: false })
    expect(ours.text).toBe(readFileSync(file, 'utf8'))
    expect(report).toMatchObject({ stdout: theirs.stdout, exitCode: theirs.status })
  })
})
