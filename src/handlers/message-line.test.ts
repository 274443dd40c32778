import { describe, expect, test } from 'vitest'
import { messageLine } from './message-line.ts'

const line = (message: unknown): Record<string, unknown> =>
  JSON.parse(messageLine(message, 1)) as Record<string, unknown>
const texts = (count: number) => Array.from({ length: count }, (_, at) => ({ type: 'text', text: `b${at};` }))
const result = (content: unknown) => ({ role: 'user', content: [{ type: 'tool_result', content }] })

describe('of more parts than fit', () => {
  test('the newest are shown, and how many are missing', () => {
    const { content } = line({ role: 'assistant', content: texts(300) }) as { content: unknown[] }
    expect(content).toHaveLength(201)
    expect(content[0]).toEqual({ omitted: '100 earlier parts' })
    expect(content.at(-1)).toEqual({ text: 'b299;' })
  })

  test('the newest of a result are shown, and how many are missing', () => {
    const { content } = line(result(texts(300))) as { content: { result: unknown[] }[] }
    expect(content[0]?.result[0]).toEqual({ omitted: '100 earlier parts' })
    expect(content[0]?.result.at(-1)).toEqual({ text: 'b299;' })
  })

  test('exactly as many as fit are all shown', () => {
    const { content } = line({ role: 'assistant', content: texts(200) })
    expect(content).toEqual(texts(200).map(({ text }) => ({ text })))
  })

  test('a long one hides neither those before it nor those after it', () => {
    const long = { type: 'text', text: `BEGIN${'x'.repeat(100_000)}END` }
    const content = [{ type: 'text', text: 'first' }, long, { type: 'text', text: 'last' }]
    expect(line({ role: 'assistant', content })['content']).toEqual([
      { text: 'first' },
      { text: expect.stringMatching(/^BEGINx+ … \d+ characters left out … x+END$/) as string },
      { text: 'last' },
    ])
  })

  test('many long ones are cut, and those that do not fit are counted', () => {
    const content = Array.from({ length: 150 }, (_, at) => ({
      type: 'text',
      text: `${at}${'x'.repeat(9_000)}`,
    }))
    const shown = line({ role: 'assistant', content })['content'] as Record<string, string>[]
    expect(shown[0]?.['omitted']).toBe(`${151 - shown.length} earlier parts`)
    expect(shown.at(-1)?.['text']).toMatch(/^149x/)
  })
})

describe('a message stays within 25,000 characters', () => {
  const numbers = Array.from({ length: 190 }, () =>
    Array.from({ length: 190 }, () => Array.from({ length: 100 }, (_, at) => 123_456_789_012 + at)),
  )
  const of = (leaf: unknown) => Array.from({ length: 190 }, () => Array.from({ length: 190 }, () => leaf))
  const use = (input: unknown) => ({
    role: 'assistant',
    content: [{ type: 'tool_use', name: 'Plot', input }],
  })
  const loop: Record<string, unknown> = { type: 'tool_result' }
  loop['content'] = [loop, loop]
  test.for<[string, unknown]>([
    ['nested lists of numbers', use(numbers)],
    ['flags', use(of(true))],
    ['nulls', use(of(null))],
    ['empty texts', use(of(''))],
    ['empty objects', use(of({}))],
    ['objects with short keys', use(of({ a: 1, b: 2 }))],
    ['large integers', use(of(10n ** 40n))],
    ['what JSON has no word for', use(of(undefined))],
    ['numbers as parts', { role: 'user', content: of(1.123_456_789).flat() }],
    ['parts of one kind that is left out', { role: 'user', content: of({ type: 'image' }).flat() }],
    ['calls', { role: 'assistant', text: 'x', calls: of({ name: 'a', input: {} }).flat() }],
    ['results in results', { role: 'user', content: [loop] }],
    ['parts that are long', { role: 'user', content: of({ type: 'text', text: 'x'.repeat(500) }).flat() }],
    [
      'keys without end',
      {
        role: 'user',
        content: 'x',
        ...Object.fromEntries(
          of('k')
            .flat()
            .map((k, at) => [`${String(k)}${at}`, [1]]),
        ),
      },
    ],
  ])('whatever it holds: %s', ([, message]) => {
    expect(messageLine(message, 1).length).toBeLessThan(25_000)
  })
})

describe('a call beside a text is shown', () => {
  const call = { id: '1', name: 'rm', input: { path: 'x' } }
  const both = [{ text: 'ok' }, call]
  test.for<[string, object, unknown]>([
    ['in `calls`', { text: 'ok', calls: [call] }, both],
    ['in `toolCalls`', { content: 'ok', toolCalls: [call] }, both],
    ['in `toolInvocations`', { content: 'ok', toolInvocations: [call] }, both],
    [
      'in `tool_calls`',
      { content: 'ok', tool_calls: [{ type: 'function', function: { name: 'rm', arguments: '{}' } }] },
      [{ text: 'ok' }, { call: 'rm', input: '{}' }],
    ],
    [
      'in `function_call`',
      { content: '', function_call: { name: 'rm', arguments: '{}' } },
      [{ name: 'rm', arguments: '{}' }],
    ],
    ['in `parts`', { content: 'ok', parts: [call] }, both],
    ['with a content that is an object', { content: { a: 1 }, tool_calls: [call] }, [{ a: 1 }, call]],
    ['beside an inner message', { message: { role: 'assistant', content: 'ok' }, calls: [call] }, both],
  ])('%s', ([, message, content]) => {
    expect(line({ role: 'assistant', ...message })).toEqual({ n: 1, role: 'assistant', content })
  })

  test('an empty list of calls changes nothing', () =>
    expect(line({ role: 'assistant', text: 'ok', calls: [] })).toEqual({
      n: 1,
      role: 'assistant',
      text: 'ok',
    }))

  test('what is under a key nobody knows is named', () =>
    expect(line({ role: 'assistant', content: 'ok', actions: [call], usage: { tokens: 1 } })).toEqual({
      n: 1,
      role: 'assistant',
      text: 'ok',
      unread: ['actions'],
    }))

  test('a part with a text and something else is shown with both', () =>
    expect(line({ role: 'model', parts: [{ text: 'ok', functionCall: call }] })).toEqual({
      n: 1,
      role: 'model',
      content: [{ text: 'ok', functionCall: call }],
    }))
})

describe('what is left out is known by its whole type', () => {
  test.for(['tool-delete_file', 'tool-image_edit', 'profile', 'document_delete_call', 'file_search_call'])(
    'a part of type %s is shown',
    (type) => {
      const part = { type, input: { path: 'secret' } }
      expect(line({ role: 'assistant', parts: [part, 'x'] })['content']).toEqual([part, { text: 'x' }])
    },
  )

  test.for([
    'image',
    'image_url',
    'input_image',
    'input_audio',
    'document',
    'file',
    'input_file',
    'thinking',
    'redacted_thinking',
    'reasoning',
  ])('a part of type %s is named', (type) =>
    expect(line({ role: 'user', content: [{ type, data: 'AAAA' }] })['content']).toEqual([{ omitted: type }]),
  )
})
