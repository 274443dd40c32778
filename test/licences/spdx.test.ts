import { expect, test } from 'vitest'
import { isAccepted } from '../../scripts/licences/spdx.ts'

test.for([
  'MIT',
  '(MIT)',
  'MIT OR GPL-3.0-only',
  '(GPL-3.0-only OR Apache-2.0)',
  'MIT AND ISC',
  'GPL-2.0-only AND MIT OR ISC',
  '(MIT OR GPL-2.0-only) AND (BSD-3-Clause OR CC0-1.0)',
])('%s is accepted', (expression) => expect(isAccepted(expression)).toBe(true))

test.for([
  '',
  'GPL-3.0-only',
  'MIT AND GPL-3.0-only',
  'MIT OR GPL-2.0-only AND CC-BY-4.0 OR',
  '(MIT OR GPL-2.0-only) AND CC-BY-4.0',
  'MIT WITH something',
  'MIT ISC',
  'MIT OR (ISC',
  'MIT)',
  'AND',
  'mit-like',
  'SEE LICENSE IN LICENSE',
])('"%s" is not accepted', (expression) => expect(isAccepted(expression)).toBe(false))
