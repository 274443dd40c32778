import { expect, test } from 'vitest'
import { issue, notice, warning } from '../core/issue.ts'
import { withoutAdvice } from './without-advice.ts'

test('errors, warnings and what keeps hooks from running stay', () => {
  const kept = [
    issue('config.syntax', {}, 'Broken.'),
    warning('matcher.dead', {}, 'It matches nothing.'),
    notice('config.read-by-host', {}, 'It is not imported.'),
    notice('config.disabled', {}, 'It turns hooks off.'),
  ]
  const advice = [
    notice('hook.no-matcher', {}, 'No "matcher".'),
    notice('hook.no-timeout', {}, 'No "timeoutSec".'),
    notice('config.unknown-key', {}, 'The host ignores "x".'),
  ]
  expect(withoutAdvice([...advice, ...kept])).toEqual(kept)
})
