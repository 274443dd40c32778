import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from './random.ts'

const FOLDERS = ['', '', 'src/', 'src/deep/er/', 'docs/', 'with space/', 'sub/']
const NAMES = [
  'a',
  'b',
  'main',
  'read me',
  'x.y',
  'ünïcode',
  'new\nline',
  '-dash',
  'quote"d',
  "it's",
  '$VAR',
  'semi;colon',
]
const ENDINGS = ['.py', '.md', '.yaml', '.json', '.txt', '.sh', '.js', '', '.toml', '.bin']
const CONTENTS = [
  'plain\n',
  'no end',
  'trailing  \nspace\t\n',
  '\n\n\n',
  '',
  'a: 1\n',
  '{"a": 1}\n',
  '#!/bin/sh\necho\n',
  '#!/usr/bin/env python3\nprint()\n',
  '\u0000\u0001binary',
  'crlf\r\nline\r\n',
  'dup\n\n\n',
]

/** git without any of this machine's settings. */
export function git(cwd: string, ...args: readonly string[]): string {
  const settings = [
    'user.name=n',
    'user.email=e@example.com',
    'commit.gpgsign=false',
    'init.defaultBranch=main',
  ]
  return execFileSync('git', [...settings.flatMap((each) => ['-c', each]), ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: dirname(cwd), GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A repository with two commits, staged and unstaged changes; the same for the same numbers. */
export function makeRepository(root: string, random: Random, config: string): readonly string[] {
  mkdirSync(root, { recursive: true })
  git(root, 'init', '-q', '.')
  const names = fill(root, random, 4 + random.below(14))
  writeFileSync(join(root, '.pre-commit-config.yaml'), config)
  git(root, 'add', '-A')
  git(root, 'commit', '-q', '-m', 'one')
  fill(root, random, random.below(6))
  git(root, 'add', '-A')
  git(root, 'commit', '-q', '--allow-empty', '-m', 'two')
  const staged = fill(root, random, 1 + random.below(8))
  if (random.chance(0.3)) remove(root, names[0])
  git(root, 'add', '-A')
  if (random.chance(0.5)) unstage(root, random, [...names, ...staged])
  if (random.chance(0.2)) writeFileSync(join(root, 'untracked.txt'), 'x  \n')
  return [...new Set([...names, ...staged])]
}

function fill(root: string, random: Random, count: number): readonly string[] {
  return Array.from({ length: count }, () => {
    const name = `${random.pick(FOLDERS)}${random.pick(NAMES)}${random.pick(ENDINGS)}`
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    quietly(() => unlinkSync(path))
    if (random.chance(0.06)) quietly(() => symlinkSync('nowhere', path))
    else writeFileSync(path, random.pick(CONTENTS))
    if (random.chance(0.15)) quietly(() => chmodSync(path, 0o755))
    return name
  })
}

/** Changes that are not staged: new text, removed files. */
function unstage(root: string, random: Random, names: readonly string[]): void {
  for (const name of random.some(names, 4)) {
    if (random.chance(0.2)) remove(root, name)
    else quietly(() => writeFileSync(join(root, name), 'unstaged  \n'))
  }
}

function remove(root: string, name: string | undefined): void {
  if (name !== undefined) quietly(() => unlinkSync(join(root, name)))
}

function quietly(effect: () => void): void {
  try {
    effect()
  } catch {
    // A name may be gone already, or be a folder by now.
  }
}
