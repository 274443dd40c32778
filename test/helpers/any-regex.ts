import fc from 'fast-check'

/** Random regexes of a few letters, so that random texts have a chance to match. */
export function anyRegex(atoms: readonly string[], groups: readonly string[]): fc.Arbitrary<string> {
  const quantifiers = [
    '',
    '',
    '',
    '*',
    '+',
    '?',
    '{2}',
    '{1,2}',
    '{,2}',
    '*?',
    '+?',
    '??',
    '*+',
    '++',
    '?+',
    '{1,}',
  ]
  const { regex } = fc.letrec<{ regex: string; sequence: string; item: string }>((tie) => ({
    regex: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((options) => options.join('|')),
    sequence: fc.array(tie('item'), { maxLength: 4 }).map((items) => items.join('')),
    item: fc
      .tuple(
        fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          fc.constantFrom(...atoms),
          fc.tuple(fc.constantFrom(...groups), tie('regex')).map(([open, body]) => `${open}${body})`),
        ),
        fc.constantFrom(...quantifiers),
      )
      .map(([atom, quantifier]) => atom + quantifier),
  }))
  return regex
}
