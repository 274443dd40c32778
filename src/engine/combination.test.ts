import { describe, expect, test } from 'vitest'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import { dialectWith, engineOf } from '../../test/helpers/engine.ts'
import { addContext, allow, noAnswer, type Answer } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { FunctionHandler, Hook } from '../core/hook.ts'
import type { Combination } from '../dialects/dialect.ts'

const functionHook = (id: string, run: FunctionHandler, fields: Partial<Hook> = {}): Hook =>
  hook({ id, handler: { type: 'function', run }, ...fields })

describe('a host whose hooks run one after the other when one of them says so', () => {
  const order: Combination['order'] = (steps) =>
    steps.some(({ hook: { note } }) => note === 'sequential') ? 'serial' : 'parallel'

  async function ranWith(notes: readonly (string | undefined)[]): Promise<readonly string[]> {
    const ran: string[] = []
    const step = (note: string | undefined, index: number): Hook =>
      functionHook(
        `${index}`,
        async () => {
          ran.push(`${index} starts`)
          await Promise.resolve()
          ran.push(`${index} ends`)
        },
        note === undefined ? {} : { note },
      )
    await engineOf(notes.map(step), { dialect: () => dialectWith({ order }) }).run(toolEvent('Bash'))
    return ran
  }

  test('none does: they run together', async () =>
    expect((await ranWith([undefined, undefined])).slice(0, 2)).toEqual(['0 starts', '1 starts']))

  test('the last does: all of them wait', async () =>
    expect(await ranWith([undefined, 'sequential'])).toEqual(['0 starts', '0 ends', '1 starts', '1 ends']))

  test('a hook whose matcher does not fit has no say', async () => {
    const asked: string[][] = []
    const other = functionHook('other', () => {}, { matcher: { kind: 'names', names: ['Edit'] } })
    const hooks = [functionHook('a', () => {}), other, functionHook('b', () => {})]
    const dialect = () =>
      dialectWith({
        order: (steps) => {
          asked.push(steps.map(({ hook: { id } }) => id))
          return 'serial'
        },
      })
    await engineOf(hooks, { dialect }).run(toolEvent('Bash'))
    expect(asked).toEqual([['a', 'b']])
  })
})

describe('what the following step sees', () => {
  const serial = () => 'serial' as const

  /** Runs steps with these answers and returns what each saw. */
  async function seenBy(
    answers: readonly Answer[],
    { next, see, event }: { next: Combination['next']; see: (event: Event) => unknown; event: Event },
  ): Promise<readonly unknown[]> {
    const seen: unknown[] = []
    const hooks = answers.map((answer, index) =>
      functionHook(
        `${index}`,
        (shown) => {
          seen.push(see(shown))
          return answer
        },
        { event: event.name },
      ),
    )
    const dialect = () => dialectWith({ order: serial, ...(next && { next }) })
    await engineOf(hooks, { dialect }).run(event)
    return seen
  }

  const prompt: Event = {
    name: 'UserPromptSubmit',
    native: 'BeforeAgent',
    host: 'library',
    cwd: '/home/dev/app',
    projectDir: '/home/dev/app',
    at: 0,
    prompt: 'fix it',
    fields: {},
  }

  test('a prompt with the context of those before', async () => {
    const next: Combination['next'] = (event, { answer: { effects } }) => {
      const texts = effects.flatMap((effect) => (effect.kind === 'add-context' ? [effect.text] : []))
      return texts.length === 0 ? undefined : { ...event, prompt: [event.prompt ?? '', ...texts].join('\n') }
    }
    const answers = [addContext('one'), noAnswer, addContext('two'), noAnswer]
    expect(await seenBy(answers, { next, see: (event) => event.prompt, event: prompt })).toEqual([
      'fix it',
      'fix it\none',
      'fix it\none',
      'fix it\none\ntwo',
    ])
  })

  test('a model request with the fields that those before changed', async () => {
    const next: Combination['next'] = (event, { answer: { effects } }) => {
      const changes = effects.flatMap((effect) => (effect.kind === 'native' ? [effect.value as object] : []))
      const request = Object.assign({}, event.fields['llm_request'], ...changes) as unknown
      return { ...event, fields: { ...event.fields, llm_request: request } }
    }
    const changed = (value: object): Answer => ({
      ...noAnswer,
      effects: [{ kind: 'native', wire: 'made-up', field: 'llm_request', value }],
    })
    const event = { ...prompt, fields: { llm_request: { model: 'a', messages: [] } } }
    const answers = [changed({ model: 'b' }), changed({ topP: 1 }), noAnswer]
    expect(await seenBy(answers, { next, see: ({ fields }) => fields['llm_request'], event })).toEqual([
      { model: 'a', messages: [] },
      { model: 'b', messages: [] },
      { model: 'b', messages: [], topP: 1 },
    ])
  })

  test('is chosen with the outcome at hand, which says more than the answer', async () => {
    const next: Combination['next'] = (event, { hook: { id }, outcome }) => ({
      ...event,
      prompt: `${id} ${outcome.kind}`,
    })
    expect(await seenBy([allow(), allow()], { next, see: (event) => event.prompt, event: prompt })).toEqual([
      'fix it',
      '0 answered',
    ])
  })

  test('is the event as it came where the host hands nothing on', async () =>
    expect(
      await seenBy([addContext('one'), noAnswer], {
        next: undefined,
        see: (event) => event.prompt,
        event: prompt,
      }),
    ).toEqual(['fix it', 'fix it']))
})
