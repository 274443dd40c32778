import { describe, expect, test } from 'vitest'
import { createSandbox, type Finished, type Sandbox } from '../helpers/cli.ts'
import { payload } from '../helpers/hooks.ts'
import { PROJECT_FILE, USER_FILE } from '../helpers/trust.ts'

/** One or more of every kind that a person does not see, or sees elsewhere than it stands. */
const HIDDEN = [
  0x1b, 0x85, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f,
  0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2064, 0x2066, 0x206f, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0,
  0xfff9, 0x1d173, 0xe0001, 0xe0041, 0xe007f, 0xe0100,
].map((point) => String.fromCodePoint(point))
const HOSTILE = `x${HIDDEN.join('y')}z`

function hidden({ stdout, stderr }: Pick<Finished, 'stdout' | 'stderr'>): readonly string[] {
  return HIDDEN.filter((character) => `${stdout}${stderr}`.includes(character)).map(
    (character) => `U+${character.codePointAt(0)?.toString(16)}`,
  )
}

const FILE = JSON.stringify({
  version: 1,
  mcpServers: { server: { command: HOSTILE, args: [HOSTILE], env: { A: HOSTILE } } },
  hooks: {
    PreToolUse: [
      { id: 'a', deny: HOSTILE },
      { matcher: HOSTILE, ask: HOSTILE, statusMessage: HOSTILE },
      { if: `Bash(${HOSTILE} *)`, command: `echo ${HOSTILE}`, cwd: HOSTILE, env: { A: HOSTILE } },
      { command: `echo '${HOSTILE}'`, shell: 'bash', args: [HOSTILE] },
      { url: `https://127.0.0.1:1/${HOSTILE}`, headers: { 'X-A': 'a' }, allowedUrls: [HOSTILE] },
      { server: 'server', tool: HOSTILE, input: { [HOSTILE]: HOSTILE } },
      { prompt: HOSTILE, model: HOSTILE },
      { context: HOSTILE },
    ],
  },
})
/** Each is wrong in another way. */
const BROKEN = [
  FILE.replace('"deny"', `"deny${HOSTILE}"`),
  FILE.replace('"a"', `"id-${HOSTILE}"`),
  FILE.replace('PreToolUse', HOSTILE),
  FILE.replaceAll('"server"', JSON.stringify(HOSTILE)),
  FILE.replace('"A"', `"A${HOSTILE}"`),
  `version: 1\n${HOSTILE}: 1\n`,
  `version: ${HOSTILE}\nhooks: {}\n`,
  `version: 1\nhooks:\n  PreToolUse:\n    - { shell: "${HOSTILE}", command: a }\n`,
  `version: 1\nhooks: [${HOSTILE}\n  - "`,
  `version: 1\nhooks:\n  PreToolUse: &${HOSTILE} [*${HOSTILE}]\n`,
]
const COMMANDS = [
  ['list'],
  ['check'],
  ['trust', 'show'],
  ['log'],
  ['explain', '--host', 'claude-code'],
].flatMap((args) => [args, [...args, '--json']])

async function sweep(sandbox: Sandbox): Promise<Record<string, readonly string[]>> {
  const input = JSON.stringify(payload('PreToolUse', { cwd: sandbox.project }))
  const found: Record<string, readonly string[]> = {}
  const note = (name: string, finished: Finished): void => {
    const leaks = hidden(finished)
    if (leaks.length > 0) found[name] = leaks
  }
  note('run', await sandbox.event(payload('PreToolUse')))
  note('run --trust-project', await sandbox.event(payload('PreToolUse'), ['--trust-project']))
  note('run --json', await sandbox.event(payload('PreToolUse'), ['--trust-project', '--json']))
  await Promise.all(COMMANDS.map(async (args) => note(args.join(' '), await sandbox.cli(args, { input }))))
  return found
}

describe('no command prints a character that a person cannot see', () => {
  test('B12 from a file of the project', async () => {
    const sandbox = createSandbox()
    sandbox.write(PROJECT_FILE, FILE)
    expect(await sweep(sandbox)).toEqual({})
    const { stdout } = await sandbox.cli(['trust', 'show'])
    expect(stdout).toContain(String.raw`\u{200B}`)
    expect(stdout).toContain(String.raw`\u{E0041}`)
    expect(stdout).toContain(String.raw`\u{2028}`)
  })

  test('in a file of the user', async () => {
    const sandbox = createSandbox()
    sandbox.write(USER_FILE, FILE)
    expect(await sweep(sandbox)).toEqual({})
  })

  test.for(BROKEN.map((text, number) => [number, text] as const))('in broken file %i', async ([, text]) => {
    const sandbox = createSandbox()
    sandbox.write(PROJECT_FILE, text)
    expect(await sweep(sandbox)).toEqual({})
  })

  test('in the files of other hosts, and in the names of files', async () => {
    const sandbox = createSandbox()
    const command = `echo ${HOSTILE}`
    const settings = { hooks: { PreToolUse: [{ matcher: HOSTILE, hooks: [{ type: 'command', command }] }] } }
    sandbox.write('.claude/settings.json', JSON.stringify(settings))
    const copilot = { version: 1, hooks: { preToolUse: [{ type: 'command', bash: command, cwd: HOSTILE }] } }
    sandbox.write(`.github/hooks/a\u200B\u202E.json`, JSON.stringify(copilot))
    sandbox.write(
      PROJECT_FILE,
      JSON.stringify({ version: 1, imports: ['claude-code', 'copilot'], hooks: {} }),
    )
    expect(await sweep(sandbox)).toEqual({})
  })

  test('R31 in the ids of hooks, whatever is done with them', async () => {
    const sandbox = createSandbox()
    const copilot = { version: 1, hooks: { preToolUse: [{ type: 'command', bash: 'true' }] } }
    sandbox.write(`.github/hooks/a\u200B\u202E\u001B[31m.json`, JSON.stringify(copilot))
    const source = ['--source', 'copilot']
    const listed = await sandbox.cli(['list', '--json', ...source])
    const { hooks } = JSON.parse(listed.stdout) as { hooks: readonly { id: string }[] }
    const id = hooks[0]?.id ?? ''
    expect(id).toContain('\u202E')
    const all = [
      ['disable', '--yes'],
      ['disable', 'nope', '--yes'],
      ['disable', id, '--yes'],
      ['enable', id],
      ['trust', 'add', 'nope', '--yes'],
    ]
    for (const args of [...all, ['trust', 'add', '--yes'], ['list', HOSTILE]])
      expect([args, hidden(await sandbox.cli([...args, ...source]))]).toEqual([args, []])
  })

  test('S29 from what a hook says', async () => {
    const sandbox = createSandbox()
    const answer = {
      systemMessage: HOSTILE,
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: HOSTILE,
        additionalContext: HOSTILE,
      },
    }
    sandbox.write('answer.json', JSON.stringify(answer))
    sandbox.write('noise', HOSTILE)
    const cat = (file: string, more: string) => ({ command: `cat ${sandbox.path(file)}${more}`, shell: 'sh' })
    const entries = [
      cat('answer.json', ''),
      cat('noise', ''),
      cat('noise', ' >&2; exit 2'),
      cat('noise', ' >&2; exit 1'),
    ]
    sandbox.write(
      USER_FILE,
      JSON.stringify({
        version: 1,
        hooks: { PreToolUse: entries, UserPromptSubmit: entries, SessionStart: entries },
      }),
    )
    expect(await sweep(sandbox)).toEqual({})
    for (const event of ['UserPromptSubmit', 'SessionStart']) {
      const finished = await sandbox.event(payload(event, { prompt: 'x', source: 'startup' }))
      expect(hidden(finished)).toEqual([])
      expect(`${finished.stdout}${finished.stderr}`).toContain('u{200B}')
    }
  })

  test('in git hooks', async () => {
    const sandbox = createSandbox()
    await sandbox.shell('git init -q . && git config user.email a@b && git config user.name a')
    sandbox.write('noise', HOSTILE)
    const hook = {
      id: HOSTILE,
      name: HOSTILE,
      entry: `cat noise ${HOSTILE}`,
      language: 'system',
      always_run: true,
      verbose: true,
    }
    const repos = [{ repo: 'local', hooks: [{ ...hook, pass_filenames: false }] }]
    sandbox.write('.pre-commit-config.yaml', JSON.stringify({ repos }))
    await sandbox.shell('git add -A')
    for (const args of [
      ['git', 'list'],
      ['git', 'list', '--verbose'],
      ['git', 'run'],
      ['git', 'trust', 'show'],
      ['git', 'trust', 'show', '--json'],
      ['git', 'list', '--json'],
      ['git', 'run', '--json'],
      ['git', 'validate-config'],
    ])
      expect([args.join(' '), hidden(await sandbox.cli(args))]).toEqual([args.join(' '), []])
  })
})

describe('what people write stays as it is in reasons', () => {
  test.for([
    [
      'an emoji made of several',
      'Ask \u{1F469}\u200D\u{1F4BB} or \u{1F3F3}\uFE0F\u200D\u{1F308} \u2764\uFE0F',
    ],
    ['Persian with its non-joiner', '\u0646\u0645\u06CC\u200C\u0634\u0648\u062F'],
    ['Hindi with its joiner', '\u0915\u094D\u200D\u0937'],
  ] as const)('%s', async ([, reason]) => {
    const sandbox = createSandbox()
    sandbox.write(USER_FILE, JSON.stringify({ version: 1, hooks: { PreToolUse: [{ deny: reason }] } }))
    const { stdout } = await sandbox.event(payload('PreToolUse'))
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecisionReason: reason } })
  })

  test('but an emoji cannot hide a joiner in a command under review', async () => {
    const sandbox = createSandbox()
    const command = 'echo \u{1F469}\u200D\u{1F4BB}'
    sandbox.write(PROJECT_FILE, JSON.stringify({ version: 1, hooks: { Stop: [{ command }] } }))
    expect((await sandbox.cli(['trust', 'show'])).stdout).toContain(String.raw`\u{200D}`)
  })
})
