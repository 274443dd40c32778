import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  callPack,
  packEvent,
  packPlace,
  postToolUse,
  preToolUse,
  promptEvent,
  type PackCallOptions,
  type PackPlace,
} from '../../../test/helpers/pack-context.ts'
import { ALNUM, drawer } from '../../../test/packs/secrets/samples.ts'
import type { Event } from '../../core/event.ts'
import { verifyChain } from './chain.ts'
import { audit as code } from './code.ts'
import { audit as manifest } from './manifest.ts'

const TOKEN = `hf_${drawer(77)(ALNUM, 34)}`

async function write(event: Event, call: PackCallOptions) {
  return callPack({ manifest, code }, event, call)
}

function fileOf({ stateDir }: PackPlace): string {
  return join(stateDir, 'audit/audit.jsonl')
}

function textOf(place: PackPlace): string {
  return readFileSync(fileOf(place), 'utf8')
}

function linesOf(place: PackPlace): readonly Record<string, unknown>[] {
  return textOf(place)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('a line', () => {
  test('holds facts, sizes and digests of a call, and no content', async () => {
    const place = packPlace()
    expect(await write(preToolUse('Bash', { command: 'echo hi' }, place), { place })).toBeUndefined()
    expect(linesOf(place)).toEqual([
      {
        n: 1,
        at: expect.stringMatching(/^\d{4}-/) as unknown,
        host: 'claude-code',
        event: 'PreToolUse',
        session: 's',
        project: place.projectDir,
        tool: 'Bash',
        decision: 'open',
        parts: { input: { bytes: 21, sha256: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown } },
        prev: '0'.repeat(64),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      },
    ])
    expect(textOf(place)).not.toContain('echo hi')
  })

  test('holds content where that is wanted, with secrets hidden', async () => {
    const place = packPlace()
    await write(promptEvent(`deploy with ${TOKEN}`, place), { place, options: { content: true } })
    expect(linesOf(place)).toMatchObject([
      { content: { prompt: 'deploy with [redacted huggingface-token]' } },
    ])
    expect(textOf(place)).not.toContain(TOKEN)
  })

  test.for(manifest.hooks.map(({ event }) => event))('is written for %s', async (name) => {
    const place = packPlace()
    await write(packEvent(name, place), { place })
    expect(linesOf(place)).toMatchObject([{ event: name }])
  })

  test('goes to a file for this user alone', async () => {
    const place = packPlace()
    await write(packEvent('Stop', place), { place })
    expect(statSync(fileOf(place)).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(fileOf(place))).mode & 0o777).toBe(0o700)
  })
})

describe('the chain (S43)', () => {
  async function written(): Promise<PackPlace> {
    const place = packPlace()
    for (const tool of ['A', 'B', 'C', 'D']) await write(postToolUse(tool, {}, place, 'ok'), { place })
    return place
  }

  function headOf({ stateDir }: PackPlace): { n: number; hash: string } {
    const folder = join(stateDir, 'audit/heads')
    const [name = ''] = readdirSync(folder)
    return JSON.parse(readFileSync(join(folder, name), 'utf8')) as { n: number; hash: string }
  }

  test('of an untouched file is whole', async () => {
    const place = await written()
    expect(verifyChain(textOf(place), headOf(place))).toMatchObject({ lines: 4, last: { n: 4 } })
  })

  test.for([
    {
      name: 'an edited line',
      change: (text: string) => text.replace('"tool":"B"', '"tool":"X"'),
      line: 2,
      why: 'it was changed',
    },
    {
      name: 'a removed line',
      change: (text: string) => text.split('\n').toSpliced(1, 1).join('\n'),
      line: 2,
      why: 'it does not follow the line before it',
    },
    {
      name: 'two lines in another order',
      change: (text: string) => {
        const [a, b, ...rest] = text.split('\n')
        return [b, a, ...rest].join('\n')
      },
      line: 2,
      why: 'it does not follow the line before it',
    },
    { name: 'a torn line', change: (text: string) => text.slice(0, -20), line: 4, why: 'it has no hash' },
    {
      name: 'a removed end',
      change: (text: string) => text.split('\n').slice(0, 2).join('\n'),
      line: 2,
      why: 'the file does not end with line 4 as it was written',
    },
    {
      name: 'an emptied file',
      change: () => '',
      line: 0,
      why: 'the file does not end with line 4 as it was written',
    },
  ])('$name is seen', async ({ change, line, why }) => {
    const place = await written()
    expect(verifyChain(change(textOf(place)), headOf(place))).toEqual({ line, why })
  })

  test.for([
    {
      name: 'an edited line',
      change: (text: string) => text.replace('"tool":"B"', '"tool":"X"'),
      why: ['The file of hookwright/audit was changed by somebody else: line 2, it was changed.'],
    },
    {
      name: 'a removed end',
      change: (text: string) => text.split('\n').slice(0, 2).join('\n'),
      why: [
        'The file of hookwright/audit was changed by somebody else: line 2, the file does not end with line 4 as it was written.',
      ],
    },
    { name: 'nothing', change: (text: string) => text, why: undefined },
  ])('is verified when a session starts: $name', async ({ change, why }) => {
    const place = await written()
    writeFileSync(fileOf(place), change(textOf(place)))
    const found = await write(packEvent('SessionStart', place), { place })
    expect(found?.issues.map(({ message }) => message)).toEqual(why)
    expect(linesOf(place).at(-1)).toMatchObject({ n: 5, event: 'SessionStart' })
  })

  test('that a file was removed is seen when a session starts', async () => {
    const place = await written()
    rmSync(fileOf(place))
    const found = await write(packEvent('SessionStart', place), { place })
    expect(found).toMatchObject({ decision: 'none', issues: [{ code: 'pack.audit-changed' }] })
  })

  test.for([
    ['is emptied', (file: string) => writeFileSync(file, '')],
    ['is removed', (file: string) => rmSync(file)],
    ['loses its end', (file: string) => truncateSync(file, readFileSync(file, 'utf8').indexOf('\n') + 1)],
    ['is another one', (file: string) => writeFileSync(file, '{"n":4}\n')],
  ] as const)('is compared with its end before each line: it %s', async ([, harm]) => {
    const place = await written()
    harm(fileOf(place))
    const stop = packEvent('Stop', place, { sessionId: 'other' })
    expect((await write(stop, { place }))?.issues.map(({ message }) => message)).toEqual([
      'The file of hookwright/audit was changed by somebody else: it did not end with line 4 as it was written.',
    ])
    expect(await write(stop, { place })).toBeUndefined()
    expect(linesOf(place).at(-1)).toMatchObject({ n: 6, event: 'Stop' })
  })

  test('is whole again when its end could not be kept', async () => {
    const place = await written()
    const heads = join(place.stateDir, 'audit/heads')
    const head = readdirSync(heads).find((name) => name.endsWith('.json')) ?? ''
    const kept = readFileSync(join(heads, head), 'utf8')
    rmSync(join(heads, head))
    mkdirSync(join(heads, head))
    const before = textOf(place)
    expect((await write(packEvent('Stop', place), { place }))?.issues).toHaveLength(1)
    expect(textOf(place)).toBe(before)
    rmSync(join(heads, head), { recursive: true })
    writeFileSync(join(heads, head), kept, { mode: 0o600 })
    expect(await write(packEvent('SessionStart', place, { sessionId: 'next' }), { place })).toBeUndefined()
  })

  test('goes on in the next file when one is set aside', async () => {
    const place = packPlace()
    const big = 'x '.repeat(10_000)
    for (let at = 0; at < 60; at++)
      await write(promptEvent(big, place), { place, options: { content: true, rotate: 1 } })
    const folder = dirname(fileOf(place))
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .toSorted()
    expect(names).toHaveLength(2)
    expect(await write(packEvent('SessionStart', place, { sessionId: 'next' }), { place })).toBeUndefined()
    const whole = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
    expect(verifyChain(whole, headOf(place))).toMatchObject({ lines: 61 })
  })

  test('holds where many write at once', async () => {
    const place = packPlace()
    await Promise.all(Array.from({ length: 20 }, () => write(packEvent('Stop', place), { place })))
    expect(verifyChain(textOf(place), headOf(place))).toMatchObject({ lines: 20 })
  })
})

describe('where the file may be', () => {
  test.for([
    { name: 'a user names a file below the state folder', scope: 'user', file: 'team/a.jsonl', ok: true },
    { name: 'a user names any absolute file', scope: 'user', file: 'ABSOLUTE', ok: true },
    { name: 'a user names a file below the home folder', scope: 'user', file: '~/a.jsonl', ok: true },
    { name: 'a relative path that leads out is refused', scope: 'user', file: '../a.jsonl', ok: false },
    { name: 'a project names a file of its own', scope: 'project', file: 'a.jsonl', ok: true },
    { name: 'a project names an absolute file', scope: 'project', file: 'ABSOLUTE', ok: false },
    { name: 'a project leads out of its folder', scope: 'project', file: '../audit.jsonl', ok: false },
    { name: 'a project names the home folder', scope: 'local', file: '~/../../x', ok: false },
    { name: 'a plugin names an absolute file', scope: 'plugin', file: 'ABSOLUTE', ok: false },
  ] as const)('$name', async ({ scope, file, ok }) => {
    const place = packPlace()
    const named = file.replace('ABSOLUTE', join(place.home, 'x/a.jsonl'))
    const found = await write(packEvent('Stop', place), { place, scope, options: { file: named } })
    expect(found?.issues.map(({ code: each }) => each)).toEqual(ok ? undefined : ['pack.audit-file'])
  })

  test('a project does not write into the file of the user', async () => {
    const place = packPlace()
    await write(packEvent('Stop', place), { place })
    await write(packEvent('Stop', place), { place, scope: 'project' })
    expect(linesOf(place)).toHaveLength(1)
  })

  test('a link in its place is not followed', async () => {
    const place = packPlace()
    const target = join(place.home, 'target')
    writeFileSync(target, 'x')
    mkdirSync(dirname(fileOf(place)), { recursive: true, mode: 0o700 })
    chmodSync(place.stateDir, 0o700)
    symlinkSync(target, fileOf(place))
    expect(await write(packEvent('Stop', place), { place })).toMatchObject({
      issues: [{ code: 'pack.audit-unwritable' }],
    })
    expect(readFileSync(target, 'utf8')).toBe('x')
  })
})

describe('what cannot be written', () => {
  test('is one warning for a session, and no verdict', async () => {
    const place = packPlace()
    mkdirSync(fileOf(place), { recursive: true, mode: 0o700 })
    chmodSync(place.stateDir, 0o700)
    const first = await write(packEvent('Stop', place, { sessionId: 'w1' }), { place })
    const second = await write(packEvent('Stop', place, { sessionId: 'w1' }), { place })
    const other = await write(packEvent('Stop', place, { sessionId: 'w2' }), { place })
    expect(first).toMatchObject({
      decision: 'none',
      effects: [],
      issues: [{ code: 'pack.audit-unwritable' }],
    })
    expect(second).toMatchObject({ decision: 'none', issues: [], note: { audit: 'pack.audit-unwritable' } })
    expect(other?.issues).toHaveLength(1)
    rmSync(fileOf(place), { recursive: true })
    expect(await write(packEvent('Stop', place), { place })).toBeUndefined()
  })
})
