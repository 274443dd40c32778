import { describe, expect, test } from 'vitest'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import { dialectWith, engineOf } from '../../test/helpers/engine.ts'
import { MOST_PARTS } from '../core/call-parts.ts'
import { allow, deny, noAnswer, rewriteInput, type Answer } from '../core/decision.ts'
import type { CallPart, Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import type { Combination, Dialect } from '../dialects/dialect.ts'

const edit = (file_path: string): CallPart => ({ name: 'Edit', input: { file_path, new_string: 'x' } })
const write = (file_path: string): CallPart => ({ name: 'Write', input: { file_path, content: 'x' } })

function patchEvent(parts: readonly CallPart[], more: Partial<Event> = {}): Event {
  const first = parts[0] as CallPart
  const patch = 'TEXT'
  const event = toolEvent(first.name, { ...first.input, patch }, { host: 'claude-code', ...more })
  return { ...event, tool: { ...event.tool!, nativeName: 'apply_patch', nativeInput: { patch }, parts } }
}

function looking(id: string, seen: string[], fields: Partial<Hook> = {}, answer = () => noAnswer): Hook {
  const run = (event: Event): Answer => {
    seen.push(`${id} ${event.tool?.name} ${String(event.tool?.input['file_path'])}`)
    return answer()
  }
  return hook({ id, handler: { type: 'function', run }, ...fields })
}

/** Says yes to these files and nothing to others. */
function allowing(...files: readonly string[]): Hook {
  const isOne = ({ tool }: Event): boolean => files.includes(String(tool?.input['file_path']))
  return hook({
    id: 'docs',
    handler: { type: 'function', run: (event) => (isOne(event) ? allow('docs') : noAnswer) },
  })
}

const names = (...list: string[]): Hook['matcher'] => ({ kind: 'names', names: list })

/** A host whose calls can only be given another patch. */
const patching: Partial<Dialect> = {
  rewriteCall: (tool, input) =>
    typeof input['patch'] === 'string' && input['patch'] !== tool.input['patch']
      ? { ...tool, input, nativeInput: { patch: input['patch'] } }
      : 'a patch can only be replaced as a whole',
}

describe('a call of several parts', () => {
  test('a hook of another wire sees each part that it matches', async () => {
    const seen: string[] = []
    const hooks = [looking('w', seen, { matcher: names('Write') }), looking('all', seen)]
    const { results } = await engineOf(hooks).run(patchEvent([edit('/a'), write('/b'), edit('/c')]))
    expect(seen.toSorted()).toEqual(['all Edit /a', 'all Edit /c', 'all Write /b', 'w Write /b'])
    expect(results.map(({ hook: { id } }) => id)).toEqual(['w', 'all', 'all', 'all'])
  })

  test('a no about one part is a no about the call', async () => {
    const guard = hook({
      handler: {
        type: 'function',
        run: (event) => (event.tool?.input['file_path'] === '/.env' ? deny('not .env') : noAnswer),
      },
    })
    const { verdict } = await engineOf([guard]).run(patchEvent([edit('/a'), edit('/.env')]))
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'not .env' })
  })

  test('an allow of one part is not an allow of the call', async () => {
    const { verdict } = await engineOf([allowing('/docs/a')]).run(
      patchEvent([edit('/docs/a'), edit('/src/b')]),
    )
    expect(verdict.decision).toBe('none')
    expect(verdict.issues).toMatchObject([
      {
        code: 'allow.partial',
        message: 'The allow of hook docs was not passed on: it was given for 1 of the 2 files of the call.',
      },
    ])
  })

  test('an allow of every part is an allow of the call', async () => {
    const { verdict } = await engineOf([allowing('/docs/a', '/docs/b')]).run(
      patchEvent([edit('/docs/a'), edit('/docs/b')]),
    )
    expect(verdict).toMatchObject({ decision: 'allow', reason: 'docs', issues: [] })
  })

  test('a grant for one part is not passed on', async () => {
    const grant = { kind: 'permission-result', behavior: 'allow' } as const
    const grants = hook({
      id: 'grants',
      event: 'PermissionRequest',
      handler: {
        type: 'function',
        run: (event) =>
          event.tool?.input['file_path'] === '/a' ? { ...noAnswer, effects: [grant] } : noAnswer,
      },
    })
    const request = { name: 'PermissionRequest', native: 'PermissionRequest' }
    const { verdict } = await engineOf([grants]).run(patchEvent([edit('/a'), edit('/b')], request))
    expect(verdict.effects).toEqual([])
  })

  test('where the last hook decides, a no about one part is not overruled by a yes about the next', async () => {
    const guard = hook({
      handler: {
        type: 'function',
        run: (event) => (event.tool?.input['file_path'] === '/.env' ? deny('not .env') : allow('fine')),
      },
    })
    const combination = { ...claudeCode.combination, lastOnly: () => ['decision'] as const }
    const { verdict } = await engineOf([guard], {
      dialect: () => ({ ...claudeCode, combination }),
    }).run(patchEvent([edit('/.env'), edit('/a')]))
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'not .env' })
  })

  test('a hook of the host sees the call once and whole', async () => {
    const seen: string[] = []
    const event = patchEvent([edit('/a'), edit('/b')], {
      payload: { wire: 'own', bytes: new TextEncoder().encode('{}') },
    })
    await engineOf([looking('own', seen, { wire: 'own' })]).run(event)
    expect(seen).toEqual(['own Edit /a'])
  })

  test('conditions are asked about each part', async () => {
    const asked: string[] = []
    const seen: string[] = []
    const condition = (_: string, event: Event) => {
      asked.push(String(event.tool?.input['file_path']))
      const holds = event.tool?.input['file_path'] === '/b'
      return { holds, whole: holds, why: 'it is /b' }
    }
    const engine = engineOf([looking('g', seen, { matcher: names('Write'), condition: 'Write(/b)' })], {
      loadConditions: () => Promise.resolve(condition),
    })
    await engine.run(patchEvent([edit('/a'), write('/b'), write('/c')]))
    expect(seen).toEqual(['g Write /b'])
    expect(asked).toEqual(['/b', '/c'])
  })

  test('a rewrite of a part denies the call, with the reason', async () => {
    const rewrites = looking('r', [], {}, () => rewriteInput({ file_path: '/elsewhere' }))
    const { verdict } = await engineOf([rewrites], host()).run(patchEvent([edit('/a'), edit('/b')]))
    expect(verdict).toMatchObject({
      decision: 'deny',
      reason: 'Hook r changed the input: a patch can only be replaced as a whole',
    })
  })

  test('a hook that gives a part back as it was changes nothing', async () => {
    const echoes = hook({
      handler: { type: 'function', run: (event) => rewriteInput({ ...event.tool?.input }) },
    })
    const { verdict } = await engineOf([echoes], host()).run(patchEvent([edit('/a'), edit('/b')]))
    expect(verdict).toMatchObject({ decision: 'none', effects: [] })
  })

  test('a rewrite that the host can express is passed on', async () => {
    const own = hook({
      wire: 'own',
      handler: {
        type: 'function',
        run: (event) => rewriteInput({ ...event.tool?.input, patch: 'OTHER' }),
      },
    })
    const event = patchEvent([edit('/a'), edit('/b')], { payload: { wire: 'own', bytes: new Uint8Array() } })
    const { verdict } = await engineOf([own], host()).run(event)
    expect(verdict.effects).toMatchObject([{ kind: 'rewrite-input', input: { patch: 'OTHER' } }])
  })

  test('more parts than hooks are asked about are denied, not let through', async () => {
    const seen: string[] = []
    const parts = Array.from({ length: MOST_PARTS + 1 }, (_, index) => edit(`/${index}`))
    const { verdict } = await engineOf([looking('g', seen)]).run(patchEvent(parts))
    expect(seen).toEqual([])
    expect(verdict.decision).toBe('deny')
    expect(verdict.reason).toContain(`The call changes ${MOST_PARTS + 1} files`)
  })

  test('a serial group hands each part on by itself', async () => {
    const seen: string[] = []
    const combination: Partial<Combination> = { order: () => 'serial', stopAt: ['deny'] }
    const hooks = [looking('a', seen), looking('b', seen)]
    await engineOf(hooks, { dialect: () => dialectWith(combination) }).run(
      patchEvent([edit('/1'), edit('/2')]),
    )
    expect(seen).toEqual(['a Edit /1', 'a Edit /2', 'b Edit /1', 'b Edit /2'])
  })
})

function host(): Parameters<typeof engineOf>[1] {
  return { host: () => ({ ...claudeCode, ...patching }) }
}
