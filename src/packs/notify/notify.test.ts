import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  callPack,
  packEvent,
  packPlace,
  promptEvent,
  type PackCallOptions,
  type PackPlace,
} from '../../../test/helpers/pack-context.ts'
import { ALNUM, drawer } from '../../../test/packs/secrets/samples.ts'
import type { Event } from '../../core/event.ts'
import { notify as code } from './code.ts'
import { desktopCall, ringTerminal, soundCalls } from './desktop.ts'
import { notify as manifest } from './manifest.ts'
import { isQuiet } from './quiet.ts'

const TOKEN = `hf_${drawer(5)(ALNUM, 34)}`

/** A place with programs of its own that write down how they were called. */
function placeWith(
  ...programs: readonly string[]
): PackPlace & { readonly variables: Record<string, string>; calls(): readonly string[][] } {
  const place = packPlace()
  const bin = join(place.home, 'bin')
  const log = join(place.home, 'calls')
  mkdirSync(bin)
  for (const name of programs) {
    const file = join(bin, name)
    writeFileSync(file, `#!/bin/sh\n{ printf '%s\\n' "${name}" "$@"; cat; printf '\\n==\\n'; } >> '${log}'\n`)
    chmodSync(file, 0o755)
  }
  return {
    ...place,
    variables: { PATH: [bin, '/usr/bin', '/bin'].join(delimiter) },
    calls: () =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '')
        .split('\n==\n')
        .filter((text) => text !== '')
        .map((text) => text.split('\n').filter((line) => line !== '')),
  }
}

async function tell(event: Event, call: PackCallOptions) {
  return callPack({ manifest, code }, event, call)
}

const isLinux = process.platform === 'linux'

describe.runIf(isLinux)('on the desktop', () => {
  test.for([
    { name: 'Stop', more: {}, title: 'project: the turn has ended' },
    {
      name: 'StopFailure',
      more: { fields: { error: 'rate_limit' } },
      title: 'project: the turn has failed (rate_limit)',
    },
    {
      name: 'Notification',
      more: { fields: { notification_type: 'idle_prompt' } },
      title: 'project: input is needed',
    },
    {
      name: 'PermissionRequest',
      more: { tool: { name: 'Bash', nativeName: 'Bash', input: {}, nativeInput: {} } },
      title: 'project: a permission is needed (Bash)',
    },
    {
      name: 'SessionEnd',
      more: { fields: { reason: 'error' } },
      title: 'project: the session has ended (error)',
    },
  ])('$name is told', async ({ name, more, title }) => {
    const place = placeWith('notify-send')
    const found = await tell(packEvent(name, place, more), { place, variables: place.variables })
    expect(place.calls()).toEqual([['notify-send', '--app-name=Hookwright', '--', title]])
    expect(found).toEqual({ decision: 'none', effects: [], issues: [], note: { desktop: 'shown' } })
  })

  test.for([
    { name: 'SessionEnd', more: { fields: { reason: 'logout' } } },
    { name: 'Notification', more: { fields: { notification_type: 'auth_success' } } },
    { name: 'SubagentStop', more: {} },
    { name: 'PreToolUse', more: {} },
  ])('$name is not told', async ({ name, more }) => {
    const place = placeWith('notify-send')
    expect(await tell(packEvent(name, place, more), { place, variables: place.variables })).toBeUndefined()
    expect(place.calls()).toEqual([])
  })

  test('a subagent is told where that is wanted', async () => {
    const place = placeWith('notify-send')
    const event = packEvent('SubagentStop', place, { agent: { type: 'Explore' } })
    await tell(event, { place, variables: place.variables, options: { subagents: true } })
    expect(place.calls()[0]?.at(-1)).toBe('project: a subagent has ended (Explore)')
  })

  test('the message is told only where that is wanted: short, in one line, without secrets and tags', async () => {
    const place = placeWith('notify-send')
    const text = `Use\n\u001b[31m${TOKEN} <b>now</b> & ${'x'.repeat(500)}`
    const event = packEvent('Stop', place, { fields: { last_assistant_message: text } })
    const call = { place, variables: place.variables, options: { message: true } }
    await tell(event, call)
    const said = place.calls()[0]?.at(-1) ?? ''
    expect(said).toMatch(/^Use \[31m\[redacted huggingface-token\] ‹b›now‹\/b› &amp; x+…$/)
    expect(said.length).toBeLessThan(220)
  })

  test('the same need for input is told once', async () => {
    const place = placeWith('notify-send')
    const call = { place, variables: place.variables }
    await tell(packEvent('PermissionRequest', place), call)
    await tell(packEvent('Notification', place, { fields: { notification_type: 'permission_prompt' } }), call)
    expect(place.calls()).toHaveLength(1)
    await tell(packEvent('Notification', place), { ...call, now: () => 1_010_000 })
    expect(place.calls()).toHaveLength(2)
  })

  test('a program that hangs is stopped, and the turn goes on', async () => {
    const place = placeWith()
    const file = join(place.home, 'bin/notify-send')
    writeFileSync(file, '#!/bin/sh\nsleep 60\n')
    chmodSync(file, 0o755)
    const start = performance.now()
    const event = packEvent('SessionEnd', place, { fields: { reason: 'error' } })
    const found = await tell(event, { place, variables: place.variables })
    expect(found?.decision).toBe('none')
    expect(performance.now() - start).toBeLessThan(4_000)
  })

  test('a program of the project is not used', async () => {
    const place = placeWith()
    const bin = join(place.projectDir, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'notify-send'), `#!/bin/sh\ntouch '${place.home}/ran'\n`)
    chmodSync(join(bin, 'notify-send'), 0o755)
    await tell(packEvent('Stop', place), { place, variables: { PATH: `${bin}:/bin` } })
    expect(existsSync(join(place.home, 'ran'))).toBe(false)
  })
})

describe('what other platforms start', () => {
  const news = { kind: 'end', event: 'Stop', project: 'p', title: 'p: "; rm -rf ~', message: '$(x)' } as const
  test('macOS gets the texts as arguments', () => {
    const { file, args } = desktopCall(news, 'darwin')
    expect(file).toBe('osascript')
    expect(args.slice(-2)).toEqual(['p: "; rm -rf ~', '$(x)'])
    expect(args.slice(0, -2).join(' ')).not.toContain('rm -rf')
  })

  test('Windows gets the texts as variables', () => {
    const { file, args, variables } = desktopCall(news, 'win32')
    expect(file).toBe('powershell')
    expect(args.join(' ')).not.toContain('rm -rf')
    expect(variables).toEqual({ HOOKWRIGHT_TITLE: 'p: "; rm -rf ~', HOOKWRIGHT_MESSAGE: '$(x)' })
  })

  test.for(['linux', 'darwin', 'win32'] as const)('%s has a sound', (platform) => {
    expect(soundCalls(platform).length).toBeGreaterThan(0)
  })

  test('the terminal is asked where there is no program', () => {
    const { home } = packPlace()
    const terminal = join(home, 'tty')
    writeFileSync(terminal, '')
    expect(ringTerminal(news, terminal)).toBe(true)
    expect(readFileSync(terminal, 'utf8')).toBe('\u001b]9;p: "; rm -rf ~\u0007')
    expect(ringTerminal(news, join(home, 'none'))).toBe(false)
  })
})

describe('after a while, and in quiet hours', () => {
  test.runIf(isLinux).for([
    { took: 5, told: 0 },
    { took: 45, told: 1 },
  ])('a turn of $took seconds', async ({ took, told }) => {
    const place = placeWith('notify-send')
    const call = { place, variables: place.variables, options: { after: 30 } }
    await tell(promptEvent('hi', place), call)
    await tell(packEvent('Stop', place), { ...call, now: () => 1_000_000 + took * 1_000 })
    expect(place.calls()).toHaveLength(told)
  })

  test.for([
    { hours: '22:00-07:30', at: '23:10', quiet: true },
    { hours: '22:00-07:30', at: '07:29', quiet: true },
    { hours: '22:00-07:30', at: '07:30', quiet: false },
    { hours: '12:00 - 13:00', at: '12:00', quiet: true },
    { hours: '12:00-13:00', at: '13:00', quiet: false },
    { hours: '', at: '13:00', quiet: false },
  ])('$at within "$hours": $quiet', ({ hours, at, quiet }) => {
    expect(isQuiet(hours, new Date(`2026-11-19T${at}:00`))).toBe(quiet)
  })

  test('hours that cannot be read are an issue', async () => {
    const place = placeWith()
    const found = await tell(packEvent('Stop', place), {
      place,
      options: { quiet: 'at night', desktop: false },
    })
    expect(found).toMatchObject({ issues: [{ code: 'pack.notify-quiet' }] })
  })
})

async function webhook(
  status = 204,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly bodies: unknown[] }> {
  const bodies: unknown[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      bodies.push(JSON.parse(text))
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path`, bodies }
}

describe('a webhook', () => {
  const at = new Date(1_000_000).toISOString()
  const title = 'project: the turn has ended'
  test.for([
    { shape: 'generic', body: { project: 'project', event: 'Stop', title, session: 's', at } },
    { shape: 'slack', body: { text: title } },
    { shape: 'discord', body: { content: title, allowed_mentions: { parse: [] } } },
  ])('gets what $shape takes', async ({ shape, body }) => {
    const { url, bodies } = await webhook()
    const place = packPlace()
    const options = { desktop: false, webhookVariable: 'HOOK_URL', webhookShape: shape }
    const found = await tell(packEvent('Stop', place), { place, options, variables: { HOOK_URL: url } })
    expect(bodies).toEqual([body])
    expect(found).toMatchObject({ decision: 'none', note: { webhook: 'status 204' } })
  })

  test.for([
    { name: 'is not set', url: '', note: 'the variable is not set' },
    {
      name: 'is not reachable',
      url: 'http://127.0.0.1:1/secret-path',
      note: 'failed: the connection failed: ECONNREFUSED',
    },
    {
      name: 'is no https',
      url: 'http://93.184.216.34/secret-path',
      note: 'failed: http: is for this machine only, write https:',
    },
    { name: 'is no address', url: 'secret-path', note: 'failed: the address is not a URL of https:' },
    { name: 'is a file', url: 'file:///secret-path', note: 'failed: the address is not a URL of https:' },
    {
      name: 'is in a private network',
      url: 'https://10.0.0.1/secret-path',
      note: 'failed: the address is in a private network',
    },
    {
      name: 'is the address of a cloud for its machines',
      url: 'https://169.254.169.254/secret-path',
      note: 'failed: the address is in a private network',
    },
  ])('that $name fails without a word of its address', async ({ url, note }) => {
    const place = packPlace()
    const options = { desktop: false, webhookVariable: 'HOOK_URL' }
    const found = await tell(packEvent('Stop', place), { place, options, variables: { HOOK_URL: url } })
    expect(found).toEqual({ decision: 'none', effects: [], issues: [], note: { webhook: note } })
  })

  test('that redirects is not followed', async () => {
    const { url, bodies } = await webhook(302, { location: '/elsewhere' })
    const place = packPlace()
    const options = { desktop: false, webhookVariable: 'HOOK_URL' }
    const found = await tell(packEvent('Stop', place), { place, options, variables: { HOOK_URL: url } })
    expect(found?.note).toEqual({ webhook: 'status 302' })
    expect(bodies).toHaveLength(1)
  })

  test('that refuses is noted', async () => {
    const { url } = await webhook(500)
    const place = packPlace()
    const options = { desktop: false, webhookVariable: 'HOOK_URL' }
    const found = await tell(packEvent('Stop', place), { place, options, variables: { HOOK_URL: url } })
    expect(found?.note).toEqual({ webhook: 'status 500' })
  })
})

describe.runIf(isLinux)('a command', () => {
  const options = { desktop: false, command: ['tell-me', '--loud', 'two words'] }
  test('of the user gets JSON on its stdin', async () => {
    const place = placeWith('tell-me')
    const found = await tell(packEvent('Stop', place), { place, options, variables: place.variables })
    expect(place.calls()).toEqual([
      [
        'tell-me',
        '--loud',
        'two words',
        '{"project":"project","event":"Stop","title":"project: the turn has ended","message":""}',
      ],
    ])
    expect(found?.note).toEqual({ command: 'exit code 0' })
  })

  test.for(['project', 'local', 'plugin', 'session'] as const)(
    'of scope %s is not started',
    async (scope) => {
      const place = placeWith('tell-me')
      const found = await tell(packEvent('Stop', place), {
        place,
        options,
        scope,
        variables: place.variables,
      })
      expect(place.calls()).toEqual([])
      expect(found).toMatchObject({ issues: [{ code: 'pack.notify-command' }] })
    },
  )
})
