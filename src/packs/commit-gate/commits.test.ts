import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  bashLine,
  packContext,
  packPlace,
  preToolUse,
  type PackPlace,
} from '../../../test/helpers/pack-context.ts'
import type { Event } from '../../core/event.ts'
import { lookAt } from '../projects/look.ts'
import { commitFolders } from './commits.ts'
import { commitGate } from './manifest.ts'

const FILES = {
  'package.json': '{"scripts":{"release":"npm test && git commit -am release","build":"tsc"}}',
  Makefile: 'release:\n\tgit commit -am release\n',
  'release.sh': 'set -e\ngit commit -am release\n',
  'sub/a/b/x': '',
}

function repository(): PackPlace {
  const place = packPlace(FILES)
  const git = (...args: readonly string[]): unknown => execFileSync('git', args, { cwd: place.projectDir })
  git('init', '-q')
  for (const [name, value] of [
    ['ci', 'commit'],
    ['save', '-c user.name=x ci -am save'],
    ['wip', '!git add -A && git commit -m wip'],
    ['last', 'log -1'],
    ['round', 'trip'],
    ['trip', 'round'],
    ['peek', 'commit --dry-run'],
    ['ran', `!touch ${join(place.projectDir, 'ran')}`],
  ] as const)
    git('config', `alias.${name}`, value)
  git('config', 'core.fsmonitor', `touch ${join(place.projectDir, 'ran')}; false`)
  return place
}

async function foldersOf(event: Event, place: PackPlace): Promise<readonly string[]> {
  const context = packContext(commitGate, { place })
  const found = await commitFolders(event, { context, look: lookAt(context.files) })
  return found.map((folder) => relative(place.projectDir, folder) || '.')
}

test.for<[string, readonly string[]]>([
  ['git commit -m x', ['.']],
  ['cd sub && git -C a -C b commit -am "x y"', ['sub/a/b']],
  ['bash -c "git commit -m x"', ['.']],
  ['sudo -u me env A=1 git commit', ['.']],
  ['git --work-tree=sub commit', ['sub']],
  ['GIT_DIR=sub/.git git commit', ['sub']],
  ['git --git-dir sub/.git commit', ['sub']],
  ['(cd sub; git commit) | cat', ['sub']],
  ['true || git commit', ['.']],
  ['g=git; $g commit', ['.']],
  ['git -C sub commit; git commit', ['sub', '.']],
  ['/usr/bin/git commit', ['.']],
  ['git $SUBCOMMAND -m x', ['.']],
  ['git -C "$WHERE" commit', ['.']],
  ['git ci -m x', ['.']],
  ['git CI -m x', ['.']],
  ['git -C sub save', ['sub']],
  ['git wip', ['.']],
  ['git -c alias.z=commit z -m x', ['.']],
  ['git -c alias.z="!git commit -m x" z', ['.']],
  ['sh release.sh', ['.']],
  ['npm run release', ['.']],
  ['make release', ['.']],
  ['git last', []],
  ['git peek', []],
  ['git round', []],
  ['git ran', []],
  ['git nothing-of-this-name', []],
  ['git log --grep commit', []],
  ['git commit --dry-run', []],
  ['git commit --help', []],
  ['git help commit', []],
  ['git --help commit', []],
  ['echo "git commit -m x"', []],
  ['git show HEAD -- commit', []],
  ['gh pr merge 3', []],
  ['npm run build', []],
  ['cd /nowhere-at-all && git commit', []],
])('%s', async ([line, expected]) => {
  const place = repository()
  expect(await foldersOf(bashLine(line, place), place)).toEqual(expected)
  expect(existsSync(join(place.projectDir, 'ran'))).toBe(false)
})

test.for<[string, string, readonly string[]]>([
  ['PowerShell', 'git commit -m x', ['.']],
  ['PowerShell', 'Set-Location sub; & git.exe commit -m x', ['sub']],
  ['PowerShell', 'git log --grep commit', []],
  ['PowerShell', 'Write-Output "git commit"', []],
])('%s: %s', async ([tool, command, expected]) => {
  const place = packPlace(FILES)
  expect(await foldersOf(preToolUse(tool, { command }, place), place)).toEqual(expected)
})

describe('tools of MCP servers', () => {
  test.for<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ['mcp__git__git_commit', { repo_path: 'sub', message: 'x' }, ['sub']],
    ['mcp__git__commit', {}, ['.']],
    ['mcp__x__gitCommit', {}, ['.']],
    ['mcp__GitKraken__git_add_or_commit', { action: 'commit', directory: 'sub/a' }, ['sub/a']],
    ['mcp__GitKraken__git_add_or_commit', { action: 'add' }, []],
    ['mcp__git__git_diff_commit', {}, []],
    ['mcp__github__list_commits', {}, []],
    ['mcp__github__get_commit', {}, []],
    ['mcp__db__commit', {}, []],
    ['mcp__shell__run', { command: 'git commit -m x', cwd: 'sub' }, ['sub']],
  ])('%s %j', async ([tool, input, expected]) => {
    const place = packPlace(FILES)
    expect(await foldersOf(preToolUse(tool, input, place), place)).toEqual(expected)
  })
})
