import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answer } from '../../test/helpers/builders.ts'
import { emptyVerdict, type Effect, type Verdict } from '../core/decision.ts'
import { issue } from '../core/issue.ts'
import { cutMark, exceeds, type TextCaps } from '../core/long-text.ts'
import { shortenAnswer, shortenVerdict, type KeepText } from './long-texts.ts'

const caps: TextCaps = { most: 1_000, head: 200, tail: 100 }
const context = (text: string): Effect => ({ kind: 'add-context', text })
const verdict = (effects: readonly Effect[]): Verdict => ({ ...emptyVerdict, effects })

/** Keeps texts in memory. */
function keeper(): { keep: KeepText; kept: string[] } {
  const kept: string[] = []
  return { kept, keep: (text) => `/kept/${kept.push(text)}.txt` }
}

function textsOf({ effects }: { readonly effects: readonly Effect[] }): readonly string[] {
  return effects.flatMap((effect) => ('text' in effect ? effect.text : []))
}

describe('a text that is too long', () => {
  const text = `HEAD${'x'.repeat(5_000)}TAIL`

  test.for(['add-context', 'keep-going', 'message', 'initial-message'] as const)(
    'of kind %s is kept whole, and shows both ends and the file',
    (kind) => {
      const { keep, kept } = keeper()
      const short = shortenAnswer(answer('none', undefined, [{ kind, text }]), 'h', { caps, keep })
      const [shown = ''] = textsOf(short)
      expect(kept).toEqual([text])
      expect(shown.length).toBeLessThan(500)
      expect(shown).toMatch(/5,008 characters, whole in \/kept\/1\.txt\]\nHEADx+\n\[… 4,708 .*\n.*TAIL$/)
      expect(short.issues).toMatchObject([{ code: 'output.kept', place: { hook: 'h' }, severity: 'notice' }])
    },
  )

  test('that was cut before says that the file has what was kept', () => {
    const { keep } = keeper()
    const cut = `HEAD${'x'.repeat(2_000)}${cutMark(99)}${'x'.repeat(2_000)}TAIL`
    const short = shortenAnswer(answer('none', undefined, [context(cut)]), 'h', { caps, keep })
    expect(textsOf(short)[0]).toMatch(
      /^\[hookwright: a longer text, of which 4,0\d\d characters were kept, in \/kept\/1\.txt\]\nHEAD/,
    )
    expect(textsOf(short)[0]).not.toContain('whole')
    expect(short.issues[0]?.message).toContain('what was kept of it is in "/kept/1.txt"')
  })

  test('says that the rest is lost when no file can be written', () => {
    const keep: KeepText = () => issue('state.unwritable', {}, 'The disk is full.', 'Make room.')
    const short = shortenAnswer(answer('none', undefined, [context(text)]), 'h', { caps, keep })
    expect(textsOf(short)[0]).toMatch(/the rest is lost.*\nHEAD.*TAIL$/s)
    expect(short.issues).toMatchObject([
      { code: 'output.cut', severity: 'warning', message: expect.stringContaining('The disk is full.') },
    ])
  })

  test('leaves the reason, the rewrite and short texts alone', () => {
    const { keep, kept } = keeper()
    const given = answer('deny', text, [
      context('short'),
      { kind: 'rewrite-input', input: { command: text } },
    ])
    expect(shortenAnswer(given, 'h', { caps, keep })).toBe(given)
    expect(kept).toEqual([])
  })

  test('is cut between characters', () => {
    const { keep } = keeper()
    const smile = answer('none', undefined, [context(`x${'🙂'.repeat(2_000)}x`)])
    const [shown = ''] = textsOf(shortenAnswer(smile, 'h', { caps, keep }))
    expect(() => encodeURIComponent(shown)).not.toThrow()
  })
})

describe('texts that are too long together', () => {
  test('the longest goes to a file, the others stay whole', () => {
    const { keep, kept } = keeper()
    const short = shortenVerdict(verdict([context('a'.repeat(900)), context('b'.repeat(300))]), {
      caps,
      keep,
    })
    expect(kept).toEqual(['a'.repeat(900)])
    expect(textsOf(short)[1]).toBe('b'.repeat(300))
    expect(exceeds(short.effects, caps)).toBe(false)
  })

  test('very many short ones go to one file', () => {
    const { keep, kept } = keeper()
    const all = Array.from({ length: 50 }, (_, index) => context(`${index} ${'x'.repeat(50)}`))
    const short = shortenVerdict(verdict(all), { caps, keep })
    expect(kept).toEqual([textsOf({ effects: all }).join('\n\n')])
    expect(short.effects).toHaveLength(1)
  })

  test('whatever hooks say fits afterwards, and nothing of it is lost', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            kind: fc.constantFrom('add-context', 'message', 'keep-going', 'initial-message'),
            length: fc.integer({ min: 0, max: 3_000 }),
          }),
          { maxLength: 12 },
        ),
        (parts) => {
          const effects = parts.map(({ kind, length }, index): Effect => ({
            kind,
            text: `${index}|`.padEnd(length, 'x'),
          }))
          const { keep, kept } = keeper()
          const short = shortenVerdict(verdict(effects), { caps, keep })
          expect(exceeds(short.effects, caps)).toBe(false)
          const everything = [...textsOf(short), ...kept].join('\n')
          for (const text of textsOf({ effects })) expect(everything).toContain(text)
        },
      ),
    ))
})
