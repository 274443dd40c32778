import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import { decodePath, encodePath } from '../../src/git/contracts/paths.ts'
import type { Repository } from './repository.ts'

/** Everything about a work tree and its index that a user could miss. */
export type Picture = {
  readonly files: Readonly<Record<string, string>>
  readonly index: string
  readonly diff: string
}

export function picture(repository: Repository): Picture {
  const files: Record<string, string> = {}
  walk(repository.root, '', files)
  return {
    files,
    index: repository.git('ls-files', '-s', '-v'),
    diff: repository.git('diff', '--no-renames', '--full-index', '--binary'),
  }
}

function walk(root: string, below: string, files: Record<string, string>): void {
  for (const bytes of fs.readdirSync(encodePath(root + below), 'buffer')) {
    const name = `${below}/${decodePath(bytes)}`
    if (name === '/.git') continue
    const path = encodePath(root + name)
    const stats = fs.lstatSync(path)
    const mode = (stats.mode & 0o7777).toString(8)
    if (stats.isSymbolicLink()) files[name] = `-> ${fs.readlinkSync(path, 'latin1')}`
    else if (stats.isDirectory()) {
      files[`${name}/`] = mode
      walk(root, name, files)
    } else files[name] = `${mode} ${fs.readFileSync(path, 'latin1')}`
  }
}

/** A file of a work tree under any name, whatever is in its way. */
export function place(
  root: string,
  name: string,
  content: string | { readonly link: string },
  mode = 0o644,
): void {
  const path = encodePath(`${root}/${name}`)
  clear(root, name)
  if (typeof content !== 'string') return fs.symlinkSync(content.link, path)
  fs.writeFileSync(path, Buffer.from(content, 'latin1'))
  fs.chmodSync(path, mode)
}

function clear(root: string, name: string): void {
  const parts = name.split('/')
  parts.forEach((_, index) => {
    const path = encodePath(`${root}/${parts.slice(0, index + 1).join('/')}`)
    const stats = fs.lstatSync(path, { throwIfNoEntry: false })
    const isLast = index === parts.length - 1
    if (stats && (isLast || !stats.isDirectory())) fs.rmSync(decodable(path), { recursive: true })
    if (!isLast) fs.mkdirSync(path, { recursive: true })
  })
}

/** `rmSync` takes bytes too, but its types say so only for plain files. */
function decodable(path: Buffer): fs.PathLike {
  return path
}

export function erase(root: string, name: string): void {
  fs.rmSync(encodePath(`${root}/${name}`), { recursive: true, force: true })
}

/** The same numbers for the same seed (mulberry32). */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const NAMES = [
  'a.txt',
  'b.txt',
  'bin.dat',
  'run.sh',
  'link',
  'deep/er/c.txt',
  'deep/er/d.txt',
  'deep/e.txt',
  'folder/f',
  'folder/g',
  'with space',
  'new\nline',
  'quo"te',
  '-dash',
  'caf\u00e9',
  'bad\udcff\udcfename',
  'crlf.bat',
  'empty',
  ':(glob)x',
  'star*',
]
const CONTENTS = [
  '',
  'one\n',
  'one\ntwo\nthree\n',
  'no final newline',
  'one\r\ntwo\r\n',
  'mixed\r\nends\n',
  '\0\x01\x02binary\xff',
  ' trailing \n\n\n',
  'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n',
  '\xef\xbb\xbfbom\n',
]

/** Tracked files of all kinds, committed, then partly staged again. */
export function fillRandomly(repository: Repository, next: (below: number) => number): void {
  for (const name of NAMES) if (next(4) > 0) placeAny(repository.root, name, next)
  repository.git('add', '-A')
  repository.git('commit', '-q', '-m', 'first', '--allow-empty')
  for (const name of NAMES) if (next(5) === 0) placeAny(repository.root, name, next)
  repository.git('add', '-A')
}

/** Unstaged changes of all kinds, untracked files and intent-to-add entries. */
export function disturbRandomly({ root, git }: Repository, next: (below: number) => number): void {
  for (const name of NAMES) {
    const kind = next(7)
    if (kind === 0) erase(root, name)
    if (kind === 1 || kind === 2) placeAny(root, name, next)
    if (kind === 3 && next(3) === 0) place(root, `${name}/untracked inside`, 'precious\n')
  }
  if (next(4) === 0) place(root, 'deep', 'a file where a folder was')
  if (next(4) === 0) place(root, 'folder', { link: 'deep' })
  if (next(3) === 0) {
    place(root, 'intended', 'to be added\n')
    git('add', '--intent-to-add', 'intended')
  }
  place(root, 'untracked', 'never touched\n')
}

function placeAny(root: string, name: string, next: (below: number) => number): void {
  const content = CONTENTS[next(CONTENTS.length)] as string
  if (next(8) === 0) place(root, name, { link: content.split('\0')[0]?.slice(0, 20).trim() || 'nowhere' })
  else place(root, name, content, next(3) === 0 ? 0o755 : 0o644)
}
