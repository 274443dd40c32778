import { describe, expect, test } from 'vitest'
import { drawer, NAMED_SAMPLES, SAMPLES } from '../../../../test/packs/secrets/samples.ts'
import { findSecrets, redact } from './index.ts'
import { TOKEN_KINDS } from './tokens.ts'

const ALL = [...SAMPLES, ...NAMED_SAMPLES]

const rows = ALL.map(([kind, make], index) => ({ kind, index, make }))

describe('a secret of each kind is found', () => {
  test.for(rows)('$index $kind', ({ kind, make, index }) => {
    for (let seed = 1; seed <= 5; seed++) {
      const text = make(drawer(index * 7919 + seed))
      expect(
        findSecrets(text).map((one) => one.kind),
        `seed ${seed}`,
      ).toContain(kind)
    }
  })

  test('at least 150 samples', () => expect(rows.length).toBeGreaterThanOrEqual(150))

  test('every kind that is told by its form has a sample', () => {
    const have = new Set(SAMPLES.map(([kind]) => kind))
    expect(TOKEN_KINDS.filter((kind) => !have.has(kind))).toEqual([])
  })
})

describe('redact', () => {
  test.for(rows)('$index $kind leaves nothing to find', ({ make, index }) => {
    const text = `before ${make(drawer(index + 1))} after`
    const redacted = redact(text)
    expect(redacted).toContain('[redacted ')
    expect(findSecrets(redacted)).toEqual([])
    for (const { start, end } of findSecrets(text)) expect(redacted).not.toContain(text.slice(start, end))
  })

  test('a text without secrets stays as it is', () => expect(redact('git status')).toBe('git status'))
})
