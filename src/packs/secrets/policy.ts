import { matchSegments } from '../../conditions/segments.ts'
import { issue, type Issue } from '../../core/issue.ts'
import type { Options } from '../manifest.ts'
import { findSecrets, type Secret } from './detect/index.ts'
import type { PLACES } from './manifest.ts'

/** Where a secret stands. */
export type SecretPlace = (typeof PLACES)[number]

/** What a secret becomes. */
export type Level = 'off' | 'observe' | 'ask' | 'deny'

/** What the options of a use say. */
export type Policy = {
  levelOf(place: SecretPlace): Level
  /** The secrets of a text that count. */
  find(text: string): readonly Secret[]
  /** True: the file may hold secrets. The path is relative to the project, with `/`. */
  isExcluded(path: string): boolean
  /** What is wrong with the options. */
  readonly issues: readonly Issue[]
}

/** Folders and names of tests and of what they read. */
const TESTS =
  /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|__fixtures__|fixtures?|testdata|e2e|cypress)\/|(?:[._-](?:test|spec)s?\.\w{1,5}|_test\.go|Tests?\.(?:java|kt|cs))$|(?:^|\/)test_[^/]*\.py$/

const DIGEST = /^[0-9a-f]{16,64}$/

export function policyOf(options: Options): Policy {
  const places = options['places'] as Readonly<Record<string, Level>>
  const kindsOff = new Set(options['kinds'] as readonly string[])
  const written = (options['allow'] as readonly string[]).map(plainDigest)
  const allowed = written.filter((digest) => DIGEST.test(digest))
  const patterns = options['paths'] as readonly string[]
  const entropy = options['entropy'] === true && Number(options['threshold'])
  return {
    levelOf: (place) => places[place] ?? (options['level'] as Level),
    find: (text) =>
      findSecrets(text, { entropy }).filter(
        ({ kind, digest }) => !kindsOff.has(kind) && !allowed.some((start) => digest.startsWith(start)),
      ),
    isExcluded: (path) =>
      patterns.some((pattern) => covers(pattern, path)) ||
      (options['skipTests'] === true && TESTS.test(path)),
    issues: written.length === allowed.length ? [] : [shortDigest(written.length - allowed.length)],
  }
}

/** As people copy it: `sha256:0123…`, in any case, cut by `…`. */
function plainDigest(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^sha256[:-]?/, '')
    .replace(/…$|\.{3}$/, '')
    .trim()
}

/** As in a gitignore file: without a slash at any depth, and a folder with all that is in it. */
function covers(pattern: string, path: string): boolean {
  const names = pattern.split('/').filter((name) => name !== '' && name !== '.')
  const isAnchored = pattern.replace(/\/$/, '').includes('/')
  const glob = isAnchored ? names : ['**', ...names]
  const segments = path.split('/')
  return matchSegments(glob, segments) || matchSegments([...glob, '**', '*'], segments)
}

function shortDigest(count: number): Issue {
  const message = `${count} entr${count === 1 ? 'y' : 'ies'} of "allow" of hookwright/secrets ${count === 1 ? 'is' : 'are'} not counted.`
  return issue('pack.secrets-allow', {}, message, 'Write at least 16 hexadecimal digits of the SHA-256.')
}
