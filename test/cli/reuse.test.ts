import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { pathOf, write, type Caller, type World } from '../helpers/callers.ts'
import { config, payload, saying } from '../helpers/hooks.ts'
import { reuseOneProcess } from '../helpers/reused.ts'

/*
 * A process that serves many calls answers each of them as a process of its own would. All tests of a file share one
 * such process, so that each call comes after those of other tests.
 */

const USER = '~/.config/hookwright/hookwright.json'
const PROJECT = 'hookwright.json'
const { alike } = reuseOneProcess()

const call = (fields: object = {}): object => payload('PreToolUse', fields)
const prompt = payload('UserPromptSubmit', { prompt: 'hi' })
/** Files with one time and one size cannot be told apart by their stamps. */
const past = new Date(Date.now() - 60_000)
const LATE = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'tests are red' },
})

/** What is said too late is kept by another process. */
const kept = (from: Caller): Promise<void> =>
  vi.waitFor(
    () => {
      const names = readdirSync(join(from.home, 'state/hookwright/pending'))
      expect(names).toEqual([expect.stringMatching(/\.json$/)])
    },
    { timeout: 20_000, interval: 50 },
  )

describe('each caller gets', { timeout: 60_000 }, () => {
  test('their own variables, folder and umask', async () => {
    const replies = await alike(async ({ alice, bob, event }) => {
      const text = 'env | grep -v ^_= | sort; pwd; umask; touch made; ls -l made | cut -c1-10'
      for (const each of [alice, bob]) write(each, USER, config('PreToolUse', saying(text)))
      for (let round = 0; round < 3; round += 1)
        for (const each of [alice, bob])
          await event(each, call(), { env: { ROUND: `${each.name} ${round}`, [`ONLY_${round}`]: '' } })
    })
    expect(replies[0]?.stdout).toContain('ROUND=alice 0')
    expect(replies[5]?.stdout).toMatch(/ROUND=bob 2.*0077.*-rw-------/)
  })

  test('the programs of their own PATH', async () => {
    const replies = await alike(async ({ alice, bob, event }) => {
      for (const each of [alice, bob, alice]) {
        const text = `#!/bin/sh\necho of ${each.name} >&2; exit 2\n`
        const bin = dirname(write(each, '~/bin/guard', text))
        write(each, USER, config('PreToolUse', { command: 'guard' }))
        await event(each, call(), { env: { PATH: `${bin}:${each.env['PATH']}` } })
        await event(each, call())
      }
    })
    expect(replies[2]?.stdout).toContain('of bob')
  })

  test('temporary files in their own places, and none is left', async () => {
    await alike(async ({ alice, bob, event }) => {
      const hook = saying('echo "$0 $TMPDIR"; ls "$TMPDIR"', { shell: 'bash' })
      for (const each of [alice, bob]) {
        write(each, USER, config('PreToolUse', hook))
        await event(each, call())
        // Where the state folder is not used, the temporary one is.
        await event(each, call(), { env: { XDG_STATE_HOME: join(each.project, 'state') } })
        expect(readdirSync(join(each.home, 'state/hookwright/scratch'))).toEqual([])
      }
    })
  })

  test('the variables of their own session', async () => {
    await alike(async ({ alice, bob, event }) => {
      const say = saying('echo "session: $COLOUR"')
      for (const each of [alice, bob]) {
        const command = `echo "export COLOUR=${each.name}-red" >> "$CLAUDE_ENV_FILE"; echo "$CLAUDE_ENV_FILE"`
        const hooks = { SessionStart: [{ shell: 'sh', command }], PreToolUse: [say] }
        write(each, USER, JSON.stringify({ version: 1, hooks }))
        const env = { CLAUDE_ENV_FILE: join(each.home, 'env.sh') }
        await event(each, payload('SessionStart', { source: 'startup' }), { env })
      }
      for (const session_id of ['s', 'other'])
        for (const each of [alice, bob]) await event(each, call({ session_id }))
    })
  })

  test('what their hooks said too late', async () => {
    const replies = await alike(async ({ alice, bob, event }) => {
      const late = { shell: 'sh', command: `cat > /dev/null; echo '${LATE}'`, async: true }
      for (const each of [alice, bob])
        write(each, USER, config('PostToolUse', late, { shell: 'sh', command: 'true' }))
      for (const each of [alice, bob]) await event(each, payload('PostToolUse'))
      for (const each of [alice, bob]) await kept(each)
      for (const each of [bob, alice, alice, bob]) await event(each, prompt)
    })
    const told = replies.map(({ stdout }) => stdout.includes('red'))
    expect(told).toEqual([false, false, true, true, false, false])
  })

  test('what a hook said that had declared itself async', async () => {
    const replies = await alike(async ({ alice, event }) => {
      const command = `cat > /dev/null; echo '{"async":true}'; sleep 0.3; echo '${LATE}'`
      const entries = [
        { shell: 'sh', command },
        { shell: 'sh', command: 'true' },
      ]
      write(alice, USER, config('PostToolUse', ...entries))
      await event(alice, payload('PostToolUse'))
      await kept(alice)
      await event(alice, prompt)
    })
    expect(replies[1]?.stdout).toContain('red')
  })

  test('what all hooks say where none is waited for', async () => {
    await alike(async ({ alice, bob, event }) => {
      for (const each of [alice, bob]) {
        write(each, USER, config('PostToolUse', { shell: 'sh', command: `echo '${LATE}'`, async: true }))
        await event(each, payload('PostToolUse'))
      }
      for (const each of [alice, bob, alice]) {
        const command = `echo ${each.name} >&2; exit 2`
        write(each, USER, config('PostToolUse', { shell: 'sh', command, asyncRewake: true }))
        await event(each, payload('PostToolUse'))
        await kept(each)
      }
    })
  })
})

describe('between two calls may change', { timeout: 60_000 }, () => {
  test('a config, within one tick of the clock and with the same size', async () => {
    const replies = await alike(async ({ alice, event }) => {
      for (const text of ['one', 'two', 'six', 'ten']) {
        write(alice, USER, config('PreToolUse', { deny: text }), past)
        await event(alice, call())
      }
    })
    const reasons = replies.map(({ stdout }) => /one|two|six|ten/.exec(stdout)?.[0])
    expect(reasons).toEqual(['one', 'two', 'six', 'ten'])
  })

  test('a script', async () => {
    const replies = await alike(async ({ alice, event }) => {
      write(alice, USER, config('PreToolUse', { command: pathOf(alice, '~/guard.sh') }))
      for (const text of ['one', 'two']) {
        write(alice, '~/guard.sh', `#!/bin/sh\necho ${text} >&2; exit 2\n`, past)
        await event(alice, call())
      }
    })
    expect(replies[1]?.stdout).toContain('two')
  })

  test('a module, and what it imports', async () => {
    const guard = `import { text } from './text.mjs'
export default (event) =>
  ({ decision: 'deny', reason: [text(), process.env.WHO, process.cwd(), event.tool.name].join() })\n`
    const replies = await alike(async ({ alice, bob, event }) => {
      for (const text of ['one', 'two', 'six'])
        for (const each of [alice, bob]) {
          const imported = `let count = 0\nexport const text = () => '${text} ' + ++count\n`
          write(each, '~/.config/hookwright/text.mjs', imported, past)
          write(each, '~/.config/hookwright/guard.mjs', guard, past)
          write(each, USER, config('PreToolUse', { type: 'module', module: './guard.mjs' }))
          await event(each, call())
          await event(each, call({ session_id: text }))
        }
    })
    expect(replies.at(-1)?.stdout).toContain('six 1,bob')
  })

  test('what is approved of a project', async () => {
    const replies = await alike(async ({ alice, bob, event, cli }) => {
      const ask = async (): Promise<void> => {
        for (const each of [alice, bob]) await event(each, call())
      }
      for (const each of [alice, bob]) {
        write(each, 'guard.sh', '#!/bin/sh\necho first >&2; exit 2\n')
        write(each, PROJECT, config('PreToolUse', { id: 'guard', command: './guard.sh' }))
      }
      await ask()
      approve(alice, cli)
      await ask()
      write(alice, 'guard.sh', '#!/bin/sh\necho other >&2; exit 2\n')
      await ask()
      approve(alice, cli)
      approve(bob, cli)
      await ask()
      cli(alice, 'trust', 'revoke', '--yes')
      await ask()
    })
    const reasons = replies.map(({ stdout }) => /first|other/.exec(stdout)?.[0] ?? '')
    expect(reasons).toEqual(['', '', 'first', '', '', '', 'other', 'first', '', 'first'])
  })

  test('whether a hook is switched off', async () => {
    const replies = await alike(async ({ alice, bob, event, cli }) => {
      const hooks = [
        { id: 'guard', deny: 'no' },
        { id: 'second', ask: 'sure?' },
      ]
      const ask = async (): Promise<void> => {
        for (const each of [alice, bob]) await event(each, call())
      }
      for (const each of [alice, bob]) write(each, USER, config('PreToolUse', ...hooks))
      await ask()
      cli(alice, 'disable', 'guard', '--yes')
      await ask()
      cli(alice, 'enable', 'guard')
      cli(bob, 'disable', 'guard', '--yes')
      await ask()
    })
    const denied = replies.map(({ stdout }) => stdout.includes('"deny"'))
    expect(denied).toEqual([true, true, false, true, true, false])
  })

  test('the state folder, from one that can be used to one that cannot, and back', async () => {
    await alike(async ({ alice, event }) => {
      write(alice, USER, config('PreToolUse', saying('echo no', { shell: 'bash' })))
      write(alice, '~/file', 'no folder')
      for (const state of ['state', 'file', 'state'])
        await event(alice, call(), { env: { XDG_STATE_HOME: join(alice.home, state) } })
    })
  })
})

function approve(from: Caller, cli: World['cli']): void {
  const { digest } = JSON.parse(cli(from, 'trust', 'show', '--json')) as { readonly digest: string }
  cli(from, 'trust', 'add', '--digest', digest)
}

describe('two calls about the same', { timeout: 60_000 }, () => {
  test('end of a turn: blocked often in a row, it may end', async () => {
    const stop = { hook_event_name: 'Stop', stop_hook_active: true, turn_id: 't' }
    const replies = await alike(async ({ alice, bob, event }) => {
      for (const each of [alice, bob]) write(each, USER, config('Stop', saying('echo go on')))
      for (let round = 0; round < 10; round += 1)
        for (const each of [alice, bob]) await event(each, stop, { host: 'codex-cli' })
    })
    const rounds = replies.flatMap(({ stdout }, at) => (stdout.includes('"block"') ? [at / 2] : []))
    expect(rounds.filter(Number.isInteger)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 9])
  })

  test('action is decided once when one follows the other closely', async () => {
    const replies = await alike(async ({ alice, event }) => {
      write(alice, USER, config('PreToolUse', saying('echo x >> ~/runs; wc -l < ~/runs')))
      const action = call({ tool_use_id: 'toolu_1' })
      await event(alice, action)
      await event(alice, action)
      await sleep(2_500)
      await event(alice, action)
    })
    expect(replies.map(({ stdout }) => /Reason":"(\d)/.exec(stdout)?.[1])).toEqual(['1', '1', '2'])
  })
})
