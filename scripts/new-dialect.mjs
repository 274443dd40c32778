// Makes the folder of a new dialect in the Claude family and its entry in the registry:
//   node scripts/new-dialect.mjs NAME "TITLE" [--root FOLDER]
// What it writes runs as it is. Then correct the profile, and run: npm run generate
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: resolve(import.meta.dirname, '..') } },
})
const [name = '', title = ''] = positionals
if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || title === '')
  stop(
    'Usage: node scripts/new-dialect.mjs NAME "TITLE"; the name is lower case with hyphens, such as acme-cli.',
  )

const folder = join(values.root, 'src/dialects', name)
if (existsSync(folder)) stop(`${folder} exists already.`)
const constant = name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase())
const VARIABLE = name.replaceAll('-', '_').toUpperCase()

mkdirSync(join(folder, 'fixtures'), { recursive: true })
write('profile.ts', profile())
write('index.ts', index())
write('fixtures/pre-tool-use.json', `${JSON.stringify(fixture(), undefined, 2)}\n`)
write('index.test.ts', test())
register(join(values.root, 'src/dialects/registry.ts'))
console.log(`src/dialects/${name} and its entry in the registry are written. Next:`)
console.log('  correct the profile: events, variables, tools, files, combination, failures')
console.log('  put captured payloads into fixtures/, golden cases into test/conformance/')
console.log(`  npm run generate, then fill docs/hosts/${name}.md`)

function profile() {
  return `import { pickEvents } from '../_families/claude/event-table.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { claudeContract } from '../claude-code/contract.ts'

/** Known from documents only: docs/hosts/${name}.md. */
export const profile: ClaudeProfile = {
  name: '${name}',
  title: '${title.replaceAll("'", String.raw`\'`)}',
  wire: '${name}',
  events: pickEvents(claudeContract.events, { PreToolUse: 'PreToolUse', Stop: 'Stop' }),
  variables: { projectDir: '${VARIABLE}_PROJECT_DIR' },
  host: {
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
    failures: () => 'none',
    files: ({ projectDir }) => [{ find: 'file', scope: 'project', path: \`\${projectDir}/.${name}/hooks.json\` }],
  },
}
`
}

function index() {
  return `import { claudeFamily } from '../_families/claude/family.ts'
import type { Dialect } from '../dialect.ts'
import { profile } from './profile.ts'

export const ${constant}: Dialect = claudeFamily(profile)
`
}

function fixture() {
  return {
    hook_event_name: 'PreToolUse',
    session_id: 's1',
    cwd: '/',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  }
}

function test() {
  return `import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ${constant} } from './index.ts'

test('a payload is an event of the host', () => {
  const bytes = readFileSync(join(import.meta.dirname, 'fixtures/pre-tool-use.json'))
  const event = ${constant}.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1 })
  expect(event).toMatchObject({ name: 'PreToolUse', host: '${name}', tool: { name: 'Bash' } })
})
`
}

/** Before the end of the list: the order is that of help and tables. */
function register(file) {
  const text = readFileSync(file, 'utf8')
  const end = text.indexOf('] as const satisfies readonly DialectEntry[]')
  if (end < 0) stop(`${file} has no list of dialects.`)
  const entry = `  {
    name: '${name}',
    title: '${title.replaceAll("'", String.raw`\'`)}',
    files: /(?:^|\\/)\\.${name}\\/hooks\\.json$/,
    load: async () => (await import('./${name}/index.ts')).${constant},
  },
`
  writeFileSync(file, `${text.slice(0, end)}${entry}${text.slice(end)}`)
}

function write(file, text) {
  writeFileSync(join(folder, file), text)
}

function stop(message) {
  console.error(message)
  process.exit(64)
}
