import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environment, readGroup, takesEnvFile } from '../helpers/claude-contract.ts'
import type { Event } from '../../src/core/event.ts'
import type { Hook, Owner } from '../../src/core/hook.ts'
import { isIssue } from '../../src/core/issue.ts'
import type { Outcome } from '../../src/core/outcome.ts'
import { seal } from '../../src/core/sealed.ts'
import { createHandlers } from '../../src/handlers/index.ts'
import { systemClock } from '../../src/ports/clock.ts'
import { openSessionEnv } from '../../src/ports/session-env.ts'
import { readExports } from '../../src/shells/exports.ts'
import { createEvent, createPlace, createStep, runCommand, summary, type Place } from '../shells/steps.ts'

/** Reads one handler as a plugin's, a skill's or a settings file's. */
function readHook(handler: object, { owner, projectDir, event = 'PreToolUse' }: Reading): Hook {
  const [hook] = readGroup(
    { hooks: [{ type: 'command', ...handler }] },
    {
      event,
      dialect: 'claude-code',
      wire: 'claude-code',
      file: '/plugins/hooks.json',
      scope: 'plugin',
      pointer: [],
      onFailure: 'native',
      detach: true,
      id: () => 'h',
      projectDir,
      ...(owner && { owner }),
    },
  ).hooks
  if (hook === undefined) throw new Error('the handler was refused')
  return hook
}

type Reading = { owner?: Owner; projectDir: string; event?: string }

/** Starts it for real, in the environment it would have. */
async function run(hook: Hook, place: Place, given: { envFile?: string; event?: Partial<Event> } = {}) {
  const { handler } = hook
  const event = createEvent(place, { name: hook.event, sessionId: 's', ...given.event })
  if (handler.type !== 'command') return unsupported(createStep(hook, event))
  const changes = environment(event, hook, {}, given)
  const env = { PATH: process.env['PATH'] ?? '', ...(changes as Record<string, string>) }
  const { outcome } = await runCommand(handler.start, { place, hook, event, step: { env } })
  return outcome
}

function unsupported(step: ReturnType<typeof createStep>): Promise<Outcome> {
  const never = () => Promise.reject(new Error('not in this test'))
  const late = { command: never, module: never, http: never, mcp_tool: never, model: never, pack: never }
  return createHandlers({ clock: systemClock, ...late }).unsupported(step)
}

function createPlugin(place: Place, name: string, options: Record<string, string> = {}): Owner {
  const root = join(dirname(place.projectDir), name)
  mkdirSync(root)
  writeFileSync(join(root, 'show.sh'), '#!/bin/sh\nprintf "%s|" "$0" "$@"\n')
  chmodSync(join(root, 'show.sh'), 0o755)
  return { kind: 'plugin', name: 'guard@shop', root, options: seal(options) }
}

const said = (stdout: string) => ({ exit: 0, stdout, stderr: '' })

describe.skipIf(process.platform === 'win32')('a plugin', () => {
  const NAMES = ['plain', 'with  spaces', 'a $HOME b', '$(touch p)', "it's", 'a;touch p', '`touch p`', 'ü"x']

  test.for(NAMES)('in a folder named %j runs in shell form', async (name) => {
    const place = createPlace()
    const owner = createPlugin(place, name)
    const hook = readHook({ command: '"${CLAUDE_PLUGIN_ROOT}"/show.sh a' }, { owner, ...place })
    expect(summary(await run(hook, place))).toEqual(said(`${owner.root}/show.sh|a|`))
    expect(existsSync(join(place.projectDir, 'p'))).toBe(false)
  })

  test.for(NAMES)('in a folder named %j runs in exec form', async (name) => {
    const place = createPlace()
    const owner = createPlugin(place, name)
    const hook = readHook(
      { command: '${CLAUDE_PLUGIN_ROOT}/show.sh', args: ['${CLAUDE_PLUGIN_ROOT}'] },
      { owner, ...place },
    )
    expect(summary(await run(hook, place))).toEqual(said(`${owner.root}/show.sh|${owner.root}|`))
    expect(existsSync(join(place.projectDir, 'p'))).toBe(false)
  })

  test('is found in single quotes too, where a variable would not be', async () => {
    const place = createPlace()
    const owner = createPlugin(place, 'with spaces')
    const hook = readHook({ command: `'\${CLAUDE_PLUGIN_ROOT}/show.sh'` }, { owner, ...place })
    expect(summary(await run(hook, place))).toEqual(said(`${owner.root}/show.sh|`))
  })

  test.for(['$(touch p)', '${CLAUDE_PLUGIN_ROOT}', '${user_config.x}', '; touch p', '`touch p`'])(
    'hands on the option %j as it is',
    async (value) => {
      const place = createPlace()
      const owner = createPlugin(place, 'guard', { x: value })
      const hook = readHook(
        { command: '${CLAUDE_PLUGIN_ROOT}/show.sh', args: ['${user_config.x}'] },
        { owner, ...place },
      )
      expect(summary(await run(hook, place))).toEqual(said(`${owner.root}/show.sh|${value}|`))
      expect(existsSync(join(place.projectDir, 'p'))).toBe(false)
    },
  )

  test('reads its options in variables', async () => {
    const place = createPlace()
    const owner = createPlugin(place, 'guard', { 'api-key': '$(touch p)' })
    const hook = readHook({ command: 'printf %s "$CLAUDE_PLUGIN_OPTION_API_KEY"' }, { owner, ...place })
    expect(summary(await run(hook, place))).toEqual(said('$(touch p)'))
  })

  test.for([
    ['a missing option', { command: 'touch', args: ['p', '${user_config.nope}'] }, '"nope"'],
    ['an option in a shell command', { command: 'touch p; echo ${user_config.x}' }, 'exec form'],
  ] as const)('with %s is not started, and says why', async ([, handler, why]) => {
    const place = createPlace()
    const owner = createPlugin(place, 'guard', { x: '1' })
    expect(await run(readHook(handler, { owner, ...place }), place)).toMatchObject({
      kind: 'not-started',
      issue: { message: expect.stringContaining(why) },
    })
    expect(existsSync(join(place.projectDir, 'p'))).toBe(false)
  })

  test('that is gone does not block by its interpreter’s exit 2', async () => {
    const place = createPlace()
    const owner = createPlugin(place, 'guard')
    rmSync(owner.root, { recursive: true })
    const hook = readHook({ command: 'sh "${CLAUDE_PLUGIN_ROOT}/show.sh"' }, { owner, ...place })
    expect(await run(hook, place)).toMatchObject({
      kind: 'not-started',
      issue: { code: 'plugin.missing', message: expect.stringContaining(owner.root) },
    })
  })

  test('and a skill with the same command are two hooks, two settings files one', () => {
    const place = createPlace()
    const key = (owner?: Owner) => readHook({ command: 'x' }, { ...(owner && { owner }), ...place }).dedup
    const plugin = createPlugin(place, 'guard')
    const other = createPlugin(place, 'other')
    expect(new Set([key(), key(), key(plugin), key(plugin), key(other)]).size).toBe(3)
  })
})

describe.skipIf(process.platform === 'win32')('a skill', () => {
  test('has its root in a variable', async () => {
    const place = createPlace()
    const owner: Owner = { ...createPlugin(place, 'a $x skill'), kind: 'skill' }
    const hook = readHook({ command: '"${CLAUDE_PLUGIN_ROOT}/show.sh"' }, { owner, ...place })
    expect(summary(await run(hook, place))).toEqual(said(`${owner.root}/show.sh|`))
  })
})

describe.skipIf(process.platform === 'win32')('the environment of a session', () => {
  async function fire(event: string, command: string, place: Place) {
    const sessionEnv = openSessionEnv(join(place.scratchRoot, 'session-env'), { parse: readExports })
    const hook = readHook({ command }, { event, ...place })
    const firing = createEvent(place, { name: event, sessionId: 's' })
    expect(takesEnvFile(firing, hook, {})).toBe(true)
    sessionEnv.begin('s', event)
    const envFile = sessionEnv.fileFor('s', event, 0)
    if (isIssue(envFile)) throw new Error(envFile.message)
    expect(await run(hook, place, { envFile })).toMatchObject({ kind: 'exited', code: 0 })
    return { sessionEnv, envFile }
  }

  test('is what hooks wrote, and is rebuilt when the directory changes', async () => {
    const place = createPlace()
    const append = (line: string) => `echo '${line}' >> "$CLAUDE_ENV_FILE"`
    await fire('SessionStart', append('export NODE_ENV=production'), place)
    await fire('CwdChanged', append('export HERE="a dir"'), place)
    const { sessionEnv, envFile } = await fire('CwdChanged', append('export THERE=$HOME/x'), place)
    expect(readFileSync(envFile, 'utf8')).toBe('export THERE=$HOME/x\n')
    expect(sessionEnv.read('s')).toBe('export NODE_ENV=production\nexport THERE=$HOME/x\n')
    expect(sessionEnv.variables('s')).toEqual({ NODE_ENV: 'production' })
  })
})
