import { describe, expect, test } from 'vitest'
import { HARMLESS } from '../../../../test/packs/secrets/harmless.ts'
import { findSecrets } from './index.ts'

describe('a harmless text holds no secret', () => {
  test.for(HARMLESS.map((text) => ({ text, name: text.slice(0, 70) })))('$name', ({ text }) => {
    expect(findSecrets(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)).toEqual([])
  })

  test('at least 150 of them', () => expect(HARMLESS.length).toBeGreaterThanOrEqual(150))
})
