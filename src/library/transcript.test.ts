import { appendFileSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asked, call, judged, stop, user, YES } from '../../test/helpers/judged.ts'
import { engineIn } from '../../test/helpers/library.ts'
import type { ModelServer } from '../../test/helpers/model-server.ts'
import { testFolder } from '../../test/helpers/watching.ts'
import type { EventInput } from './event-input.ts'

describe('without messages', () => {
  const line = (type: string, content: unknown, more: object = {}) =>
    JSON.stringify({ type, message: { role: type, content }, uuid: 'u', ...more })
  const TEXT = [
    JSON.stringify({ type: 'summary', summary: 'old' }),
    line('user', 'Fix it.'),
    line('assistant', [{ type: 'tool_use', id: '1', name: 'Bash', input: { command: 'ls' } }]),
    JSON.stringify({ type: 'file-history-snapshot', snapshot: {} }),
    line('assistant', [{ type: 'text', text: 'Done.' }]),
    '{ half',
  ].join('\n')
  const LINES = [
    { n: 1, role: 'user', text: 'Fix it.' },
    { n: 2, role: 'assistant', content: [{ call: 'Bash', input: { command: 'ls' } }] },
    { n: 3, role: 'assistant', text: 'Done.' },
  ]

  test.for(['prompt', 'agent'] as const)(
    'a Stop is judged by the transcript, by a judge of type %s',
    async (type) => {
      const transcriptPath = testFolder().write('t.jsonl', TEXT)
      const { lines, system } = await judged(stop({ transcriptPath }), { type })
      expect(lines).toEqual(LINES)
      expect(system).toContain('All 3 messages are there')
    },
  )

  test("a subagent's stop is judged by its own transcript, else by the session's", async () => {
    const folder = testFolder()
    const transcriptPath = folder.write('parent.jsonl', line('user', 'Parent.'))
    const agent_transcript_path = folder.write('agent.jsonl', line('user', 'Agent.'))
    const event = { name: 'SubagentStop', sessionId: 's1', transcriptPath } as const
    expect((await judged({ ...event, fields: { agent_transcript_path } })).lines).toMatchObject([
      { text: 'Agent.' },
    ])
    expect((await judged(event)).lines).toMatchObject([{ text: 'Parent.' }])
    const gone = { ...event, fields: { agent_transcript_path: folder.at('none.jsonl') } }
    expect((await judged(gone)).lines).toEqual([])
  })

  test('an event that is no end of a turn is judged without the conversation', async () => {
    const transcriptPath = testFolder().write('t.jsonl', TEXT)
    const { text, system } = await judged({
      name: 'PreToolUse',
      sessionId: 's1',
      transcriptPath,
      tool: { name: 'Bash', input: {} },
    })
    expect(text + system).not.toContain('CONVERSATION')
  })

  test('messages count more than the transcript', async () => {
    const transcriptPath = testFolder().write('t.jsonl', TEXT)
    expect((await judged(stop({ transcriptPath, messages: [user('given')] }))).lines).toMatchObject([
      { text: 'given' },
    ])
  })

  test('of a long transcript the end is read, and the judge is told how much is missing', async () => {
    const folder = testFolder()
    const transcriptPath = folder.write('t.jsonl', '')
    for (let at = 0; at < 20; at += 1)
      appendFileSync(transcriptPath, `${line('user', `${at} ${'x'.repeat(300_000)}`)}\n`)
    appendFileSync(transcriptPath, `${line('assistant', 'The end.')}\n`)
    const { lines, system } = await judged(stop({ transcriptPath }))
    expect(lines.at(-1)).toMatchObject({ text: 'The end.' })
    expect(system).toMatch(/first \d+ bytes of the transcript were not read/)
  })

  test.for<[string, (folder: ReturnType<typeof testFolder>) => string | undefined]>([
    ['no transcript is named', () => undefined],
    ['it does not exist', (folder) => folder.at('none.jsonl')],
    ['it is a folder', (folder) => folder.dir],
    ['it holds no messages', (folder) => folder.write('t.jsonl', '{"a":1}\nnot json\n')],
    ['it is empty', (folder) => folder.write('t.jsonl', '')],
  ])('a judge is told that it cannot see the conversation when %s', async ([, make]) => {
    const transcriptPath = make(testFolder())
    const { lines, system, run } = await judged(stop(transcriptPath === undefined ? {} : { transcriptPath }))
    expect(lines).toEqual([])
    expect(system).toContain('The conversation before the event is not there')
    expect(run.results[0]?.outcome).toMatchObject({
      kind: 'answered',
      note: { conversation: expect.stringMatching(/^none/) },
    })
  })
})

describe('an agent', () => {
  const results = (server: ModelServer, at: number) =>
    JSON.stringify(server.requests[at]?.body.messages.at(-1))

  async function reads(path: string, event: Partial<EventInput>) {
    const { server } = await judged(stop(event), {
      type: 'agent',
      script: [call('Read', { path }), call('Grep', { pattern: 'secret|Fix', path }), YES],
    })
    return { read: results(server, 1), grep: results(server, 2), system: asked(server).system }
  }

  test('may read and search the transcript, which lies outside the project', async () => {
    const transcriptPath = testFolder().write('t.jsonl', 'Fix it.\n')
    const { read, grep, system } = await reads(transcriptPath, { transcriptPath })
    expect(read).toContain(String.raw`1\tFix it.`)
    expect(grep).toContain('Fix it.')
    expect(system).toContain('"transcript_path"')
  })

  test.for<[string, (dir: string) => string]>([
    ['the file beside it', (dir) => join(dir, 'other.jsonl')],
    ['its folder', (dir) => dir],
    ['a way back from it', (dir) => join(dir, 't.jsonl/../other.jsonl')],
  ])('may not read %s', async ([, at]) => {
    const folder = testFolder()
    folder.write('other.jsonl', 'secret')
    const transcriptPath = folder.write('t.jsonl', 'Fix it.')
    const { read, grep } = await reads(at(folder.dir), { transcriptPath })
    for (const said of [read, grep]) expect(said).toMatch(/nothing at|"is_error":true/)
    expect(read + grep).not.toContain('secret')
  })

  test('reads the end of a transcript that is too large, and sees that it is the end', async () => {
    const folder = testFolder()
    const transcriptPath = folder.write('t.jsonl', `Fix one\n${'x'.repeat(3_000_000)}\nFix two\n`)
    const { read } = await reads(transcriptPath, { transcriptPath })
    expect(read).toContain('Fix two')
    expect(read).toMatch(/first \d+ bytes .* not shown/)
    expect(read).not.toContain('Fix one')
  })

  describe('and a prompt do not follow a link that the project put in the way:', () => {
    async function both(transcriptPath: string, cwd: string) {
      const event = { transcriptPath, cwd, projectDir: cwd }
      const prompt = await judged(stop(event))
      const agent = await reads(transcriptPath, event)
      return { told: JSON.stringify(prompt.server.requests), read: agent.read + agent.grep + agent.system }
    }

    test.for<[string, (dir: string, secret: string) => string]>([
      [
        'the transcript itself',
        (dir, secret) => {
          symlinkSync(secret, join(dir, 't.jsonl'))
          return join(dir, 't.jsonl')
        },
      ],
      [
        'a folder above it',
        (dir, secret) => {
          symlinkSync(join(secret, '..'), join(dir, 'sessions'))
          return join(dir, 'sessions', 'secret.jsonl')
        },
      ],
      [
        'one behind a link of the user',
        (dir, secret) => {
          symlinkSync(join(secret, '..'), join(dir, 'sessions'))
          const home = testFolder()
          symlinkSync(dir, home.at('link'))
          return home.at('link/sessions/secret.jsonl')
        },
      ],
    ])('%s', async ([, make]) => {
      const outside = testFolder()
      const secret = outside.write('secret.jsonl', line('secret'))
      const project = testFolder()
      const { told, read } = await both(make(project.dir, secret), project.dir)
      expect(told + read).not.toContain('the secret')
      expect(told).toContain('The conversation before the event is not there')
    })

    test('a link of the user’s own is followed', async () => {
      const outside = testFolder()
      outside.write('real/t.jsonl', line('fine'))
      symlinkSync(outside.at('real'), outside.at('linked'))
      const project = testFolder()
      const { told } = await both(outside.at('linked/t.jsonl'), project.dir)
      expect(told).toContain('the fine')
    })

    test('a file swapped in while the agent works', async () => {
      const outside = testFolder()
      const secret = outside.write('secret.jsonl', line('secret'))
      const project = testFolder()
      mkdirSync(project.at('sessions'))
      const transcriptPath = project.write('sessions/t.jsonl', line('fine'))
      const requests: string[] = []
      const { engine } = await engineIn({
        model: (request) => {
          requests.push(JSON.stringify(request))
          if (requests.length > 2) return Promise.resolve({ text: '{"ok":true}', calls: [] })
          if (requests.length === 2) {
            renameSync(transcriptPath, project.at('sessions/old.jsonl'))
            symlinkSync(secret, transcriptPath)
          }
          return Promise.resolve({
            text: '',
            calls: [{ id: '1', name: 'Read', input: { path: transcriptPath } }],
          })
        },
      })
      await engine.addHooks({ hooks: { Stop: [{ hooks: [{ type: 'agent', prompt: 'Fine?' }] }] } })
      await engine.dispatch(stop({ transcriptPath, cwd: project.dir, projectDir: project.dir }))
      expect(requests[1]).toContain('the fine')
      expect(requests[2]).not.toContain('the secret')
    })

    function line(what: string): string {
      return JSON.stringify({ type: 'user', message: { role: 'user', content: `the ${what}` } })
    }
  })
})
