import { describe, expect, test } from 'vitest'
import { parseRange, readVersion } from './versions.ts'

const fits = (range: string, version: string): boolean | undefined => {
  const read = readVersion(version)
  return read && parseRange(range)?.(read)
}

describe('a range', () => {
  test.for([
    ['20', '20.20.2', true],
    ['20', '22.0.0', false],
    ['v20.20', '20.20.2', true],
    ['20.19', '20.20.2', false],
    ['20.x', '20.1.0', true],
    ['*', '1.0.0', true],
    ['>=18', '20.20.2', true],
    ['>= 18 <20', '20.20.2', false],
    ['>=3.8, <4', '3.11.7', true],
    ['>20', '20.20.2', false],
    ['>20', '21.0.0', true],
    ['<=20', '20.20.2', true],
    ['<=20.19', '20.20.2', false],
    ['^18.12.0', '18.13.0', true],
    ['^18.12.0', '18.11.9', false],
    ['^0.2.3', '0.2.9', true],
    ['^0.2.3', '0.3.0', false],
    ['^0.0.3', '0.0.4', false],
    ['~3.9', '3.9.4', true],
    ['~3.9', '3.10.0', false],
    ['~20', '20.3.0', true],
    ['~=3.9', '3.12.0', true],
    ['~=3.9.2', '3.10.0', false],
    ['!=3.9', '3.9.1', false],
    ['18 || 20', '20.0.0', true],
    ['18 || 22', '20.0.0', false],
    ['==3.11.*', '3.11.7', true],
  ] as const)('"%s" and %s: %s', ([range, version, expected]) => {
    expect(fits(range, version)).toBe(expected)
  })

  test.for(['', 'latest', 'a.b', '>=', '1 ||', '3.9 foo', '-1', '^^1'])('"%s" is none', (text) => {
    expect(parseRange(text)).toBeUndefined()
  })
})

test.for([
  ['v20.20.2', [20, 20, 2]],
  ['Python 3.11.7', [3, 11, 7]],
  ['3.13', [3, 13, 0]],
  ['none', undefined],
] as const)('the version in "%s"', ([text, expected]) => {
  expect(readVersion(text)).toEqual(expected)
})
