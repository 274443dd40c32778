import { describe, expect, test } from 'vitest'
import {
  bashLine,
  callPack,
  postToolUse,
  preToolUse,
  promptEvent,
  type PackCallOptions,
} from '../../../test/helpers/pack-context.ts'
import { ALNUM, drawer } from '../../../test/packs/secrets/samples.ts'
import type { Event } from '../../core/event.ts'
import { secrets as code } from './code.ts'
import { findSecrets } from './detect/index.ts'
import { secrets as manifest } from './manifest.ts'

const draw = drawer(2026)
const TOKEN = `hf_${draw(ALNUM, 34)}`
const OTHER = `gsk_${draw(ALNUM, 52)}`
const digest = findSecrets(TOKEN)[0]?.digest ?? ''

const place = { projectDir: '/p' }

async function answer(event: Event, call: PackCallOptions = {}) {
  return callPack({ manifest, code }, event, call)
}

describe('where a secret is found', () => {
  test.for([
    { name: 'in a prompt', event: promptEvent(`use ${TOKEN}`, place), where: 'the prompt' },
    {
      name: 'in a command',
      event: bashLine(`curl -H "x: ${TOKEN}" x.dev`, place),
      where: 'the argument "command" of Bash',
    },
    {
      name: 'in the text of a file',
      event: preToolUse('Write', { file_path: '/p/src/a.ts', content: `a\nb\nkey = "${TOKEN}"` }, place),
      where: 'line 3 of the text for src/a.ts',
    },
    {
      name: 'in an edit',
      event: preToolUse('Edit', { file_path: '/p/a.ts', old_string: 'x', new_string: TOKEN }, place),
      where: 'line 1 of the text for a.ts',
    },
    {
      name: 'in one of several edits',
      event: preToolUse(
        'MultiEdit',
        { file_path: '/p/a.ts', edits: [{ old_string: 'x', new_string: TOKEN }] },
        place,
      ),
      where: 'line 1 of the text for a.ts',
    },
    {
      name: 'in a cell of a notebook',
      event: preToolUse('NotebookEdit', { notebook_path: '/p/a.ipynb', new_source: TOKEN }, place),
      where: 'line 1 of the text for a.ipynb',
    },
    {
      name: 'in an address',
      event: preToolUse('WebFetch', { url: `https://x.dev/?k=${TOKEN}`, prompt: '' }, place),
      where: 'the argument "url" of WebFetch',
    },
    {
      name: 'deep in the arguments of an MCP tool',
      event: preToolUse('mcp__x__y', { a: [{ b: { c: `t: ${TOKEN}` } }] }, place),
      where: 'the argument "a.0.b.c" of mcp__x__y',
    },
  ])('$name', async ({ event, where }) => {
    const { decision, reason } = (await answer(event)) ?? {}
    expect(decision).toBe('deny')
    expect(reason).toContain(
      `huggingface-token, ${TOKEN.length} characters, sha256 ${digest.slice(0, 16)}) is in ${where}.`,
    )
    expect(reason).not.toContain(TOKEN.slice(3, 11))
  })

  test.for([
    { name: 'an ordinary prompt', event: promptEvent('fix the build', place) },
    { name: 'an ordinary command', event: bashLine('npm test', place) },
    {
      name: 'an edit that takes a secret out',
      event: preToolUse(
        'Edit',
        { file_path: '/p/a.ts', old_string: TOKEN, new_string: 'process.env.T' },
        place,
      ),
    },
  ])('$name passes', async ({ event }) => expect(await answer(event)).toBeUndefined())
})

describe('options', () => {
  const prompt = promptEvent(TOKEN, place)
  const write = preToolUse('Write', { file_path: '/p/test/x.env', content: TOKEN }, place)
  test.for([
    { name: 'level ask asks', options: { level: 'ask' }, event: prompt, decision: 'ask' },
    { name: 'level observe says nothing', options: { level: 'observe' }, event: prompt, decision: 'none' },
    { name: 'level off looks at nothing', options: { level: 'off' }, event: prompt, decision: undefined },
    {
      name: 'a place has its own level',
      options: { places: { prompts: 'ask' } },
      event: prompt,
      decision: 'ask',
    },
    { name: 'a place may be off', options: { places: { files: 'off' } }, event: write, decision: undefined },
    {
      name: 'a kind may be off',
      options: { kinds: ['huggingface-token'] },
      event: prompt,
      decision: undefined,
    },
    { name: 'a digest is allowed', options: { allow: [digest] }, event: prompt, decision: undefined },
    {
      name: 'a short digest is allowed',
      options: { allow: [digest.slice(0, 16)] },
      event: prompt,
      decision: undefined,
    },
    {
      name: 'a digest as the reason shows it',
      options: { allow: [`sha256 ${digest.slice(0, 16)}…`.replace(' ', ':')] },
      event: prompt,
      decision: undefined,
    },
    {
      name: 'another digest allows nothing',
      options: { allow: ['0'.repeat(64)] },
      event: prompt,
      decision: 'deny',
    },
    { name: 'a file is excluded', options: { paths: ['*.env'] }, event: write, decision: undefined },
    { name: 'a folder is excluded', options: { paths: ['test/'] }, event: write, decision: undefined },
    { name: 'another file is not', options: { paths: ['src/**'] }, event: write, decision: 'deny' },
    { name: 'tests are skipped', options: { skipTests: true }, event: write, decision: undefined },
    {
      name: 'an excluded path does not count for prompts',
      options: { paths: ['**'] },
      event: prompt,
      decision: 'deny',
    },
  ])('$name', async ({ options, event, decision }) => {
    expect((await answer(event, { options }))?.decision).toBe(decision)
  })

  test('a digest that is too short is an issue and allows nothing', async () => {
    const found = await answer(prompt, { options: { allow: [digest.slice(0, 8)] } })
    expect(found).toMatchObject({ decision: 'deny', issues: [{ code: 'pack.secrets-allow' }] })
  })

  test.for([
    { entropy: true, decision: 'deny' },
    { entropy: false, decision: undefined },
  ])('values beside names count where entropy is $entropy', async ({ entropy, decision }) => {
    const event = promptEvent(`DB_PASSWORD=${draw(ALNUM, 20)}`, place)
    expect((await answer(event, { options: { entropy } }))?.decision).toBe(decision)
  })

  test('what is observed is noted, without content', async () => {
    const { note } = (await answer(prompt, { options: { level: 'observe' } })) ?? {}
    expect(note).toEqual({ prompts: 'huggingface-token' })
  })

  test('more than can be looked through is asked about', async () => {
    const found = await answer(promptEvent('a '.repeat(5_000_000), place))
    expect(found).toMatchObject({
      decision: 'ask',
      reason: 'the prompt is too long to be looked through for secrets.',
    })
  })
})

describe('what a tool returned', () => {
  const event = postToolUse('Bash', { command: 'env' }, place, {
    stdout: `A=${TOKEN}\nB=${OTHER}`,
    exit: 0,
    list: [TOKEN],
  })

  test('is shown without secrets, and the person is told', async () => {
    const found = await answer(event)
    expect(found).toMatchObject({
      decision: 'none',
      effects: [
        {
          kind: 'rewrite-output',
          output: {
            stdout: 'A=[redacted huggingface-token]\nB=[redacted groq-key]',
            exit: 0,
            list: ['[redacted huggingface-token]'],
          },
        },
        {
          kind: 'message',
          text: 'hookwright/secrets found 3 secrets (huggingface-token, groq-key) in the result of Bash.',
        },
      ],
    })
  })

  test('stays as it is where it is only observed', async () => {
    const found = await answer(event, { options: { places: { outputs: 'observe' } } })
    expect(found).toMatchObject({ effects: [], note: { outputs: 'huggingface-token, groq-key' } })
  })

  test('stays as it is without a secret', async () => {
    expect(await answer(postToolUse('Bash', {}, place, { stdout: 'ok' }))).toBeUndefined()
  })
})

describe('what an agent may hide a secret in', () => {
  test('a call with very many arguments is asked about', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`a${at}`, 'x']))
    const found = await answer(preToolUse('Bash', { ...many, command: `echo ${TOKEN}` }, place))
    expect(found).toMatchObject({
      decision: 'ask',
      reason: 'The list of arguments is too long to be looked through for secrets.',
    })
  })

  test('an argument that is called as an edit calls what it takes out', async () => {
    const found = await answer(preToolUse('mcp__chat__send', { old_text: TOKEN }, place))
    expect(found?.decision).toBe('deny')
  })

  test('the name of an argument', async () => {
    const found = await answer(preToolUse('mcp__kv__set', { [TOKEN]: 'x' }, place))
    expect(found).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('is in the name of an argument.') as string,
    })
  })

  test.for([
    preToolUse('Write', { file_path: `/p/${TOKEN}.ts`, content: `key = "${OTHER}"` }, place),
    preToolUse('mcp__kv__set', { [TOKEN]: OTHER }, place),
  ])('the reason has nothing of it where a name holds it too (%#)', async (event) => {
    const found = await answer(event)
    expect(found?.reason).toContain('A secret (')
    expect(found?.reason).not.toMatch(new RegExp(`${TOKEN}|${OTHER}`))
  })
})
