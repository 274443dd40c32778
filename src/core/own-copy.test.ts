import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolEvent } from '../../test/helpers/builders.ts'
import type { Event } from './event.ts'
import { ownCopy, ownEvent } from './own-copy.ts'

test('a copy equals the original and shares nothing with it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      const copy = ownCopy(value)
      expect(copy).toEqual(value)
      spoil(copy)
      expect(JSON.stringify(value)).toBe(text)
    }),
  )
})

test('a key named __proto__ stays a key', () => {
  const value = JSON.parse('{"__proto__":{"a":{"b":1}}}') as Record<string, unknown>
  const copy = ownCopy(value)
  expect([Object.keys(copy), Object.getPrototypeOf(copy)]).toEqual([['__proto__'], Object.prototype])
  expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
})

test('a value that contains itself is copied once', () => {
  const value: Record<string, unknown> = { list: [] }
  Object.assign(value, { self: value, again: value, list: [value, { value }] })
  const copy = ownCopy(value)
  expect(copy).not.toBe(value)
  expect([copy['self'], copy['again']]).toEqual([copy, copy])
  expect((copy['list'] as unknown[])[0]).toBe(copy)
})

test('dates, maps and bytes are copied', () => {
  const value = { at: new Date(5), map: new Map([['a', { b: 1 }]]), bytes: new Uint8Array([1, 2]), big: 1n }
  const copy = ownCopy(value)
  expect(copy).toEqual(value)
  copy.bytes[0] = 9
  copy.map.get('a')!.b = 2
  expect([value.bytes[0], value.map.get('a')]).toEqual([1, { b: 1 }])
})

test('what cannot be cloned is shared', () => {
  class Client {
    call = (): void => {}
  }
  const value = { client: new Client(), run: () => 1 }
  const copy = ownCopy(value)
  expect([copy.client, copy.run]).toEqual([value.client, value.run])
  expect(copy.client).toBe(value.client)
})

test('every part of an event is copied', () => {
  const event = (): Event => {
    const { tool, ...rest } = toolEvent('Edit', { edits: [{ old: 'a' }] })
    return {
      ...rest,
      tool: { ...tool!, nativeInput: { list: [{ a: 1 }] }, response: { files: ['x'] } },
      agent: { id: 'a' },
      fields: { nested: { deep: [1] } },
      payload: { wire: 'claude-code', bytes: new Uint8Array([1]) },
    }
  }
  const original = event()
  const copy = ownEvent(original)
  expect(copy).toEqual(original)
  copy.payload!.bytes[0] = 9
  spoil(copy)
  expect(original).toEqual(event())
})

test('one input under two names stays one', () => {
  const { tool } = ownEvent(toolEvent('Bash', { command: 'ls' }))
  expect(tool?.nativeInput).toBe(tool?.input)
})

function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  Object.values(value).forEach(spoil)
  for (const key of Object.keys(value)) Reflect.deleteProperty(value, key)
  Object.assign(value, { spoilt: true })
}
