import { stringify } from 'yaml'
import { MARK } from './collect.ts'

/** A file of the user's that does not load, with a marked secret in it. `path` is below the home folder. */
export type BrokenFile = readonly [claim: string, path: string, text: string]

const HOOKWRIGHT = '.config/hookwright/hookwright'
const CLAUDE = '.claude/settings.json'
const COPILOT = '.copilot/hooks/guard.json'

/** A secret that looks like a number: the commonest slip in YAML is a value without quotes. */
export const NUMBER = 4815162342
export const MARKS = [MARK, String(NUMBER)] as const

type Entry = Readonly<Record<string, unknown>>

const BEARER = `Authorization: Bearer ${MARK}`
const url = `http://127.0.0.1:1/?k=${MARK}`

const entries: readonly (readonly [string, Entry])[] = [
  ['a variable without quotes', { command: 'true', env: { TOKEN: NUMBER } }],
  ['a variable that is a list', { command: 'true', env: { TOKEN: [MARK] } }],
  ['variables as a list', { command: 'true', env: [`TOKEN=${MARK}`] }],
  ['variables as one text', { command: 'true', env: `TOKEN=${MARK}` }],
  ['a variable with its value in the key', { command: 'true', env: { [`TOKEN=${MARK}`]: null } }],
  ['headers as a list', { url: 'https://example.test/', headers: [BEARER] }],
  ['headers as one text', { url: 'https://example.test/', headers: BEARER }],
  ['a header with a line break', { url: 'https://example.test/', headers: { A: `a\n${MARK}` } }],
  ['a header with its value in the key', { url: 'https://example.test/', headers: { [BEARER]: '' } }],
  ['a header as a number', { url: 'https://example.test/', headers: { A: NUMBER } }],
  [
    'a variable in a header that is not listed',
    { url: `https://example.test/${MARK}`, headers: { A: '$B' } },
  ],
  ['arguments as one text', { command: 'true', args: `--token=${MARK}` }],
  ['an argument that is a mapping', { command: 'true', args: [{ token: MARK }] }],
  ['an argument without quotes', { command: 'true', args: [NUMBER] }],
  ['a command as a list', { command: ['curl', '-H', BEARER] }],
  ['a command with an open quote', { command: `curl -H "${BEARER}` }],
  ['a command that ends in a backslash', { command: `curl ${MARK}\\` }],
  ['a command that needs a shell', { command: `curl -H "${BEARER}" | sh` }],
  ['a URL that is none', { url: MARK }],
  ['a URL in the open', { url: `http://example.test/${MARK}` }],
  ['an input that is a text', { server: 'db', tool: 't', input: `token=${MARK}` }],
  ['names of variables with values', { url: 'https://example.test/', allowedEnvVars: [`A=${MARK}`] }],
  ['an unknown key with a value in it', { command: 'true', [`TOKEN=${MARK}`]: true }],
  ['a value under an unknown key', { command: 'true', environ: { TOKEN: MARK } }],
  ['a shell that is none', { command: 'true', shell: MARK }],
  ['a shell that is a mapping', { command: 'true', shell: { token: MARK } }],
  ['a type that is none', { type: MARK, command: 'true' }],
  ['a flag that is none', { command: 'true', guard: MARK }],
  ['a timeout that is none', { command: 'true', timeout: MARK }],
  ['an id that is none', { command: 'true', id: `a ${MARK}` }],
  ['a pack that is none', { use: MARK }],
  ['a pack with a secret behind it', { use: `hookwright/secrets ${MARK}` }],
  ['options of a pack as a text', { use: 'hookwright/secrets', with: MARK }],
  ['an option that is none', { use: 'hookwright/secrets', with: { [`TOKEN=${MARK}`]: true } }],
  ['a value under an option that is none', { use: 'hookwright/secrets', with: { token: MARK } }],
  ['an option of a pack with a wrong word', { use: 'hookwright/dangerous-commands', with: { level: MARK } }],
  [
    'an option of a pack with a wrong number',
    { use: 'hookwright/dangerous-commands', with: { level: NUMBER } },
  ],
  ['a list of a pack with a number', { use: 'hookwright/dangerous-commands', with: { folders: [NUMBER] } }],
  [
    'a key of an option of a pack',
    { use: 'hookwright/dangerous-commands', with: { categories: { [BEARER]: 'deny' } } },
  ],
]

const servers: readonly (readonly [string, unknown])[] = [
  ['a server as a URL', url],
  ['a server as a list', ['node', MARK]],
  ['a server with headers as a list', { url: 'https://example.test/', headers: [BEARER] }],
  ['a server with a variable without quotes', { command: 'x', env: { TOKEN: NUMBER } }],
  ['a server with an open URL', { url: `http://example.test/${MARK}` }],
  ['a server with an unknown key', { [`http://x/?k=${MARK}`]: null }],
]

const documents: readonly (readonly [string, object])[] = [
  ...entries.map(([name, entry]) => [name, { hooks: { PreToolUse: [{ id: 'h', ...entry }] } }] as const),
  ...servers.map(([name, server]) => [name, { mcpServers: { db: server } }] as const),
  ['an entry that is a text', { hooks: { PreToolUse: [`curl ${MARK}`] } }],
  ['an event that is a text', { hooks: { PreToolUse: `curl ${MARK}` } }],
  ['hooks that are a text', { hooks: `curl ${MARK}` }],
  ['servers that are a text', { mcpServers: url }],
  ['a group of another host', { hooks: { PreToolUse: [{ hooks: [{ type: MARK }] }] } }],
]

/** What no parser takes. */
const texts: readonly (readonly [string, string, string])[] = [
  ['a value that begins like an alias', 'yaml', `env: { TOKEN: *${MARK} }`],
  ['a value that begins like a tag', 'yaml', `env: { TOKEN: !${MARK} x }`],
  ['a value that begins like a bad tag', 'yaml', `env:\n  TOKEN: !<${MARK}\n`],
  ['a value that begins like a verbatim tag', 'yaml', `env:\n  TOKEN: !<${MARK}> x\n`],
  ['a value that begins like a named tag', 'yaml', `env:\n  TOKEN: !a!${MARK} x\n`],
  ['a value that begins like a block', 'yaml', `env:\n  TOKEN: |${MARK}\n`],
  ['a value with an escape', 'yaml', `env:\n  TOKEN: "\\U${NUMBER} "\n`],
  ['a value after a value', 'yaml', `env:\n  TOKEN: "a" ${MARK}\n`],
  ['a value with a reserved mark', 'yaml', `env:\n  TOKEN: @${MARK}\n`],
  ['a list in a mapping', 'yaml', `env:\n  A: b\n  - ${MARK}\n`],
  ['a directive', 'yaml', `%${MARK} x\n---\nhooks: {}\n`],
  ['a key twice', 'yaml', `env: { "TOKEN=${MARK}": a, "TOKEN=${MARK}": b }`],
  ['an open quote', 'json', `{ "env": { "TOKEN": "${MARK} } }`],
  ['a bare word', 'json', `{ "env": { "TOKEN": ${MARK} } }`],
  ['single quotes', 'json', `{ "env": { "TOKEN": '${MARK}' } }`],
  ['a bad escape', 'json', `{ "env": { "TOKEN": "\\x${MARK}" } }`],
  ['a key twice', 'json', `{ "TOKEN=${MARK}": 1, "TOKEN=${MARK}": 2 }`],
  ['a bare word', 'toml', `[env]\nTOKEN = ${MARK}\n`],
  ['an open quote', 'toml', `[env]\nTOKEN = "${MARK}\n`],
  ['a key twice', 'toml', `"TOKEN=${MARK}" = 1\n"TOKEN=${MARK}" = 2\n`],
  ['a key without a value', 'toml', `[env]\n${MARK}\n`],
  ['a number of a variable', 'toml', `[[hooks.PreToolUse]]\ncommand = "true"\nenv = { TOKEN = ${NUMBER} }\n`],
  [
    'headers as a list',
    'toml',
    `[[hooks.PreToolUse]]\nurl = "https://example.test/"\nheaders = ["${BEARER}"]\n`,
  ],
  ['a server as a text', 'toml', `[mcpServers]\ndb = "${url}"\n`],
]

export const ownFiles: readonly BrokenFile[] = [
  ...documents.flatMap(([name, document]): BrokenFile[] => [
    [`${name} (YAML)`, `${HOOKWRIGHT}.yaml`, stringify(document)],
    [`${name} (JSON)`, `${HOOKWRIGHT}.json`, JSON.stringify(document, undefined, 2)],
  ]),
  ...texts.map(([name, ending, text]): BrokenFile => [
    `${name} (${ending})`,
    `${HOOKWRIGHT}.${ending}`,
    text,
  ]),
]

const handlers: readonly (readonly [string, unknown])[] = [
  ['headers as a list', { type: 'http', url: 'https://example.test/', headers: [BEARER] }],
  ['headers as one text', { type: 'http', url: 'https://example.test/', headers: BEARER }],
  ['a header as a number', { type: 'http', url: 'https://example.test/', headers: { A: NUMBER } }],
  ['a URL as a list', { type: 'http', url: [url] }],
  ['an argument that is an object', { type: 'command', command: 'true', args: [{ token: MARK }] }],
  ['arguments as one text', { type: 'command', command: 'true', args: MARK }],
  ['a command as a list', { type: 'command', command: ['curl', MARK] }],
  ['a command as a number', { type: 'command', command: NUMBER }],
  ['a type that is none', { type: MARK }],
  ['a type that is an object', { type: { token: MARK } }],
  ['a shell that is none', { type: 'command', command: 'true', shell: MARK }],
  ['an input that is a text', { type: 'mcp_tool', server: 's', tool: 't', input: MARK }],
  ['a handler that is a text', `curl ${MARK}`],
  ['a timeout that is a text', { type: 'command', command: 'true', timeout: MARK }],
]

/** Claude Code's handlers, in a group. */
export const claudeEvents: readonly (readonly [string, unknown])[] = [
  ...handlers.map(([name, handler]) => [name, [{ hooks: [handler] }]] as const),
  ['a group that is a text', [`curl ${MARK}`]],
  ['handlers that are a text', [{ hooks: `curl ${MARK}` }]],
  ['a matcher that is an object', [{ matcher: { token: MARK }, hooks: [] }]],
  ['an event that is a text', `curl ${MARK}`],
]

export const claudeFiles: readonly BrokenFile[] = [
  ...claudeEvents.map(([name, groups]): BrokenFile => [
    name,
    CLAUDE,
    JSON.stringify({ hooks: { PreToolUse: groups } }),
  ]),
  ['hooks that are a text', CLAUDE, JSON.stringify({ hooks: MARK })],
  ['a switch that is a text', CLAUDE, JSON.stringify({ disableAllHooks: MARK, hooks: {} })],
  ['a status line that is a text', CLAUDE, JSON.stringify({ statusLine: `curl ${MARK}` })],
  ['a key twice', CLAUDE, `{ "TOKEN=${MARK}": 1, "TOKEN=${MARK}": 2 }`],
]

const copilotEntries: readonly (readonly [string, unknown])[] = [
  ['a variable as a number', { bash: 'true', env: { TOKEN: NUMBER } }],
  ['variables as a list', { bash: 'true', env: [`TOKEN=${MARK}`] }],
  ['a command as a list', { bash: ['curl', MARK] }],
  ['arguments with an object', { exec: 'true', args: [{ token: MARK }] }],
  ['a URL as an object', { type: 'http', url: { token: MARK } }],
  ['headers as a list', { type: 'http', url: 'https://example.test/', headers: [BEARER] }],
  ['a type that is none', { type: MARK }],
  ['a timeout that is a text', { bash: 'true', timeoutSec: MARK }],
  ['a matcher that is an object', { bash: 'true', matcher: { token: MARK } }],
  ['an entry that is a text', `curl ${MARK}`],
]

export const copilotFiles: readonly BrokenFile[] = [
  ...copilotEntries.map(([name, entry]): BrokenFile => [
    name,
    COPILOT,
    JSON.stringify({ version: 1, hooks: { preToolUse: [entry] } }),
  ]),
  ['an event that is a text', COPILOT, JSON.stringify({ version: 1, hooks: { preToolUse: `curl ${MARK}` } })],
  ['hooks that are a text', COPILOT, JSON.stringify({ version: 1, hooks: MARK })],
  ['a version that is a text', COPILOT, JSON.stringify({ version: MARK, hooks: {} })],
  ['a surface that is none', COPILOT, JSON.stringify({ version: 1, hookwright: MARK, hooks: MARK })],
]

export const pluginManifests: readonly (readonly [string, object])[] = [
  ['a name that is an object', { name: { token: MARK } }],
  ['hooks that are a number', { name: 'p', hooks: NUMBER }],
  ['hooks with an object among paths', { name: 'p', hooks: [{ token: MARK }] }],
  ...claudeEvents.map(([name, groups]) => [name, { name: 'p', hooks: { PreToolUse: groups } }] as const),
]
