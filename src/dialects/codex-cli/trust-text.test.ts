import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { trustText, type HashedHook } from './trust-text.ts'

describe('the trust hash of Codex', () => {
  const trustHash = (hook: HashedHook): string =>
    `sha256:${createHash('sha256').update(trustText(hook)).digest('hex')}`

  test('of a hook with a matcher', () =>
    expect(trustHash({ event: 'PreToolUse', matcher: '^Bash$', command: 'echo hello' })).toBe(
      'sha256:63b52e87a8a4caef01cc989b31ad95ce5f4d3470c9a00e8407847e469cd1b31f',
    ))

  test('of a hook without one', () =>
    expect(trustHash({ event: 'Stop', command: 'echo hello' })).toBe(
      'sha256:b17846e5b9fcf932448a537996b5e9e212cf40709442d6d0d9d562ed19e040be',
    ))

  test.for([
    ['PreToolUse', '231a26abff549daff85693abe58522492b53588457c99f610367cf9918239eaa'],
    ['SessionStart', 'dd16a0a4230d1f73e6ff5be1d38660623e212295215f8ef051597195da6b397b'],
    ['UserPromptSubmit', 'a90d94c345c50c8f97c47d8cd4988bf6d4501f3ae29a153abbbc2fc468c7f75f'],
  ] as const)('is the one that Codex 0.166.0 wrote for our entry of %s', ([event, hash]) => {
    const home = '/tmp/agents/tui-codex-qLjhKA/home'
    const command = `${home}/.local/state/hookwright/bin/hookwright run --host codex-cli --deadline 60`
    expect(trustHash({ event, command, timeout: 65 })).toBe(`sha256:${hash}`)
  })

  test('a matcher of an event that ignores it, and the usual limit, are not part of it', () =>
    expect(
      trustHash({ event: 'Stop', matcher: 'x', command: 'echo hello', additionalContextLimit: 2_500 }),
    ).toBe(trustHash({ event: 'Stop', command: 'echo hello' })))
})
