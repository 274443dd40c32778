import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createEditor } from '../helpers/editor.ts'
import { entryPoints } from '../helpers/installed.ts'
import { publicNames, undocumented } from '../helpers/undocumented.ts'

const dist = join(import.meta.dirname, '../../dist')

const TIMEOUT = { timeout: 120_000 }

/** Names that the search must come to: options, methods, parts of unions, fields of events, results. */
const SOME: Readonly<Record<string, readonly string[]>> = {
  hookwright: [
    'createEngine',
    'EngineOptions.sources',
    'EngineOptions.trustProject',
    'Engine.stream',
    'EngineSession.update',
    'FunctionHookOptions.onFailure',
    'Hook.handler.start.words',
    'Effect.behavior',
    'SdkHooks.PreMcpToolCall',
    'EventFields.Stop.stop_hook_active',
    'EventFields.Elicitation.mode',
    'HookOutput.hookSpecificOutput.permissionDecision',
  ],
  'hookwright/analyze': ['analyze', 'LineAnalysis.programs', 'Program.redirections', 'AnalyzeOptions.read'],
  'hookwright/dialects': [
    'dialects',
    'loadDialect',
    'LoadDialectOptions.profile',
    'HostDialect.decodeEvent',
    'HostEventInfo.power',
    'HostEvent.name',
    'DecodeOptions.cwd',
    'FailureOptions.onError',
    'Reply.exitCode',
  ],
  'hookwright/git': ['runGitHooks', 'GitHook.passFilenames', 'FileInput.globs', 'GitRunEnd.projects'],
  'hookwright/runtime': [
    'createHookRuntime',
    'HookRuntimeOptions.now',
    'HookRuntime.approve',
    'Attachment.Skill',
  ],
}

test.for(entryPoints())('an editor shows documentation for every name of %s', TIMEOUT, (entryPoint) => {
  const editor = createEditor(`import * as entry from '${entryPoint}'\nexport { entry }\n`)
  expect(editor.errors()).toEqual([])
  const names = publicNames(editor)
  const paths = new Set(names.map(({ path }) => path))
  expect(
    (SOME[entryPoint] ?? ['an entry point without examples']).filter((path) => !paths.has(path)),
  ).toEqual([])
  expect(undocumented(editor, names)).toEqual([])
})

describe('in a program of a user', TIMEOUT, () => {
  const PROGRAM = `import { createEngine, deny, type FunctionHook } from 'hookwright'

const engine = await createEngine({ sources: ['claude-code'], cwd: '/app', trustProject: false })
engine.on('PreToolUse', { matcher: 'Bash', timeoutMs: 5_000 }, ({ tool, sessionId }) =>
  tool.input['command'] === 'rm' ? deny(sessionId) : undefined,
)
const guard: FunctionHook<'PreToolUse'> = () => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' },
})
engine.on('PreToolUse', {}, guard)
engine.on('Stop', {}, ({ fields }) => (fields.stop_hook_active ? undefined : deny(fields.last_assistant_message)))
for await (const item of engine.stream({ name: 'Elicitation', fields: { mode: 'form' } })) console.log(item.kind)
`

  test('hovering over a name that is used shows its documentation', () => {
    const editor = createEditor(PROGRAM)
    expect(editor.errors()).toEqual([])
    const hovers = HOVERS.map(([name, after]) => [name, editor.hoverAt(name, after)] as const)
    expect(hovers.filter(([, text]) => text === '').map(([name]) => name)).toEqual([])
    expect(Object.fromEntries(hovers)).toMatchObject({
      sources: expect.stringMatching(/config files are read[^]*Default: none/),
      stream: expect.stringContaining('yields every start, output and end'),
      mode: expect.stringContaining('`form`'),
    })
  })

  test('a list of completions describes each option', () => {
    const editor = createEditor("import { createEngine } from 'hookwright'\n\nawait createEngine({  })\n")
    const place = editor.text.indexOf('{  }') + 2
    expect(editor.completion(place, 'cwd')).toContain('Default: ')
    expect(editor.completion(place, 'maxProcesses')).toContain('Default 128')
    expect(editor.completion(place, 'env')).toContain('process.env')
  })
})

/** Names in the program, each with the text after which to look for it. */
const HOVERS: readonly (readonly [name: string, after: string])[] = [
  ['createEngine', 'await'],
  ['sources', 'await'],
  ['cwd', 'await'],
  ['trustProject', 'await'],
  ['on(', 'engine.on('],
  ['matcher', 'engine.on('],
  ['timeoutMs', 'engine.on('],
  ['tool', '({ tool'],
  ['sessionId', '({ tool'],
  ['input', 'tool.'],
  ['deny', 'tool.'],
  ['hookSpecificOutput', 'const guard'],
  ['permissionDecision', 'const guard'],
  ['stop_hook_active', "'Stop'"],
  ['last_assistant_message', "'Stop'"],
  ['stream', 'for await'],
  ['mode', "'Elicitation'"],
  ['kind', 'item.'],
]

test('no doc comment stands at the end of a line of code, where it describes nothing', () => {
  const files = readdirSync(dist).filter((name) => name.endsWith('.d.mts'))
  expect(files.length).toBeGreaterThan(2)
  const misplaced = files.flatMap((file) => {
    const lines = readFileSync(join(dist, file), 'utf8').split('\n')
    return lines.flatMap((line, index) => (endsInDoc(line) ? `${file}:${index + 1}: ${line.trim()}` : []))
  })
  expect(misplaced).toEqual([])
})

/** Code, then a doc comment that goes on to the end of the line, and maybe over the next ones. */
function endsInDoc(line: string): boolean {
  const start = line.lastIndexOf('/**')
  if (start === -1 || /^\s*\*?$/.test(line.slice(0, start))) return false
  const rest = line.slice(start)
  return !rest.includes('*/') || rest.trimEnd().endsWith('*/')
}
