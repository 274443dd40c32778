import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const sealed = seal({ token: 'secret' })

test('what was sealed comes out again', () => expect(unseal(sealed)).toEqual({ token: 'secret' }))

test.for([
  ['JSON', JSON.stringify(sealed)],
  ['inspection', inspect({ sealed }, { depth: 9, showHidden: true })],
  ['its keys', String(Reflect.ownKeys(sealed))],
])('%s shows nothing of it', ([, text]) => expect(text).not.toContain('secret'))

test('a copy holds nothing', () => {
  expect(unseal({ ...sealed })).toBeUndefined()
  expect(unseal(structuredClone(sealed))).toBeUndefined()
})
