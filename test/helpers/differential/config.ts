import type { Random } from './random.ts'

type Hook = Record<string, unknown>

const PATTERNS = [
  '\\.py$',
  '^src/',
  '(?x)^(\n  a\n  | src/.*\n)$',
  '(?i)READ',
  '[.](md|txt)$',
  'x\\.y',
  '^[^/]*$',
  'nothing-like-this',
]
const TAGS = [
  'python',
  'text',
  'yaml',
  'json',
  'executable',
  'shell',
  'markdown',
  'non-executable',
  'binary',
  'symlink',
]
const BUILTIN = [
  { id: 'trailing-whitespace' },
  { id: 'end-of-file-fixer' },
  { id: 'check-yaml' },
  { id: 'check-json' },
  { id: 'mixed-line-ending' },
  { id: 'check-merge-conflict' },
  { id: 'check-symlinks' },
  { id: 'detect-private-key' },
  { id: 'check-executables-have-shebangs' },
  { id: 'check-case-conflict' },
  { id: 'fix-byte-order-marker' },
  { id: 'trailing-whitespace', args: ['--markdown-linebreak-ext=md'] },
  { id: 'check-added-large-files', args: ['--maxkb=1'] },
  { id: 'no-commit-to-branch', args: ['--branch', 'other'] },
]

/** What a hook does besides writing down what it was given. */
const ENDS = [
  '',
  '',
  '',
  '; exit 1',
  '; exit 3',
  '; echo some words; echo more >&2',
  '; echo fixed >> README.added',
  '; for f in "$@"; do [ -f "$f" ] && [ ! -L "$f" ] && echo fix >> "$f"; done; exit 0',
]

/** A config with hooks that call `record`, and hooks of the runner itself. JSON is YAML. */
export function makeConfig(random: Random, record: string): string {
  const local = Array.from({ length: 1 + random.below(5) }, (_, n) =>
    localHook(random, { id: `h${n}`, record }),
  )
  const repos: object[] = [{ repo: 'local', hooks: local }]
  if (random.chance(0.4))
    repos.push({ repo: 'builtin', hooks: random.some(BUILTIN, 3).map((hook) => withOrder(random, hook)) })
  if (random.chance(0.15))
    repos.push({
      repo: 'meta',
      hooks: [{ id: random.pick(['identity', 'check-hooks-apply', 'check-useless-excludes']) }],
    })
  const top = {
    ...(random.chance(0.15) && { files: random.pick(['\\.(py|md|txt)$', '^(?!docs/)']) }),
    ...(random.chance(0.15) && { exclude: random.pick(PATTERNS) }),
    ...(random.chance(0.15) && { fail_fast: true }),
    ...(random.chance(0.1) && { default_stages: ['pre-commit', 'manual'] }),
    ...(random.chance(0.1) && { default_env: { GIVEN: 'top' } }),
  }
  return `${JSON.stringify({ ...top, repos: repos.filter((repo) => (repo as { hooks: unknown[] }).hooks.length > 0) }, undefined, 1)}\n`
}

function localHook(random: Random, { id, record }: { readonly id: string; readonly record: string }): Hook {
  if (random.chance(0.06))
    return withOrder(random, {
      id,
      name: `fails ${id}`,
      language: 'fail',
      entry: 'must not be',
      files: random.pick(PATTERNS),
    })
  const isShell = random.chance(0.6)
  const start = `${record} ${id}`
  const entry = isShell ? `${start} "$@"${random.pick(ENDS)}` : start
  return withOrder(random, {
    id,
    name: random.pick([
      `name of ${id}`,
      `日本 ${id}`,
      `a rather long name for a hook called ${id}, to see what happens`,
    ]),
    language: 'system',
    entry,
    ...(isShell && { shell: random.pick(['sh', 'bash']) }),
    ...(random.chance(0.3) && { args: random.pick([['--fix'], ['a b', '$x'], ['']]) }),
    ...(random.chance(0.2) && { env: { GIVEN: id } }),
    ...selection(random),
    ...(random.chance(0.15) && { always_run: true }),
    ...(random.chance(0.35) && { pass_filenames: random.pick([false, 1, 2, 5]) }),
    ...(random.chance(0.2) && { require_serial: true }),
    ...(random.chance(0.15) && { description: 'Says something.\nAnd more.' }),
    ...(random.chance(0.15) && { alias: `alias-${id}` }),
    ...(random.chance(0.1) && { log_file: `${id}.log` }),
  })
}

function selection(random: Random): Hook {
  return {
    ...(random.chance(0.3) && { files: random.pick(PATTERNS) }),
    ...(random.chance(0.1) && { files: { glob: random.pick(['**/*.md', 'src/**', '*.{py,txt}']) } }),
    ...(random.chance(0.2) && { exclude: random.pick(PATTERNS) }),
    ...(random.chance(0.25) && { types: [random.pick(TAGS)] }),
    ...(random.chance(0.15) && { types_or: [random.pick(TAGS), random.pick(TAGS)] }),
    ...(random.chance(0.15) && { exclude_types: [random.pick(TAGS)] }),
  }
}

function withOrder(random: Random, hook: Hook): Hook {
  return {
    ...hook,
    ...(random.chance(0.25) && { priority: random.below(4) }),
    ...(random.chance(0.15) && { groups: [random.pick(['one', 'two'])] }),
    ...(random.chance(0.15) && { stages: [random.pick(['pre-commit', 'manual', 'pre-push'])] }),
    ...(random.chance(0.15) && { verbose: true }),
    ...(random.chance(0.1) && { fail_fast: true }),
  }
}

/** A command line for `run`, and the variables around it. */
export function makeCall(
  random: Random,
  names: readonly string[],
): { readonly args: readonly string[]; readonly env: Record<string, string> } {
  const files = random.some(
    names.filter((name) => !name.startsWith('-')),
    5,
  )
  const input = random.pick([
    [],
    [],
    ['-a'],
    ['-a'],
    ['--from-ref', 'HEAD~1'],
    ['--last-commit'],
    files.length > 0 ? ['--files', ...files] : ['-a'],
    ['--glob', '**/*.md'],
    ['-d', 'src'],
  ])
  return {
    args: [
      ...(random.chance(0.15) ? [random.pick(['h0', 'h1', 'alias-h0', '.:h0'])] : []),
      ...input,
      ...(random.chance(0.15) ? ['--skip', random.pick(['h0', 'h1'])] : []),
      ...(random.chance(0.1) ? ['--stage', random.pick(['manual', 'pre-push', 'post-commit'])] : []),
      ...(random.chance(0.1) ? ['--fail-fast'] : []),
      ...(random.chance(0.1) ? ['--dry-run'] : []),
      ...(random.chance(0.2) ? ['-v'] : []),
      ...(random.chance(0.08) ? ['--group', 'one'] : []),
      ...(random.chance(0.05) ? ['-q'] : []),
      ...(random.chance(0.05) ? ['--hide-status', 'passed'] : []),
      ...(random.chance(0.1) ? ['--show-diff-on-failure'] : []),
    ],
    env: random.chance(0.1) ? { SKIP: 'h0,h2' } : {},
  }
}
