import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createSandbox, type Finished, type Sandbox } from './cli.ts'
import { startRegistry, tarball, type Registry, type TarEntry } from './registry.ts'

const PACK = `name: some-pack
version: "1.2.3"
summary: Denies some commands.
options: { word: { type: text, summary: What is denied., default: zap } }
hooks:
  PreToolUse:
    - { id: words, matcher: Bash, module: ./words.mjs, guard: true, onFailure: deny }
    - { id: note, if: Bash(zap *), command: ./note.sh }
`
const MODULE = `export default ({ tool }, { options }) =>
  tool.input.command.startsWith(options.word) ? { decision: 'deny', reason: 'Not ' + options.word + '.' } : undefined
`
const NOTE = `#!/bin/sh
printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"%s"}}' "$(basename "$HOOKWRIGHT_PACK_FILE$0")"
`
export const ENTRIES: readonly TarEntry[] = [
  { path: 'package/package.json', text: '{"name":"some-pack","version":"1.2.3"}' },
  { path: 'package/pack.yaml', text: PACK },
  { path: 'package/words.mjs', text: MODULE },
  { path: 'package/note.sh', text: NOTE },
]
export const USE = 'npm:some-pack@1.2.3'
const CONFIG = `version: 1\npacks: [{ use: "${USE}" }]\n`

/** A project with a config that uses a pack, a registry that has it, and the command line. */
export type Place = {
  readonly sandbox: Sandbox
  readonly registry: Registry
  cli(...args: readonly string[]): Promise<Finished>
  /** What the agent is told about a command. */
  decide(command: string): Promise<{ readonly decision?: string; readonly reason?: string }>
  /** Folder of the unpacked package. */
  content(): string
}

export async function place(entries: readonly TarEntry[] = ENTRIES): Promise<Place> {
  const sandbox = createSandbox()
  const registry = await startRegistry()
  registry.publish('some-pack', '1.2.3', tarball(entries))
  const env = {
    npm_config_registry: registry.url,
    npm_config_cache: join(sandbox.root, 'npm'),
    npm_config_update_notifier: 'false',
    npm_config_fetch_retries: '0',
  }
  sandbox.write('hookwright.yaml', CONFIG)
  return {
    sandbox,
    registry,
    cli: (...args) => sandbox.cli(args, { env }),
    async decide(command) {
      const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } }
      const { stdout } = await sandbox.event(payload, [], { env })
      const reply = (stdout === '' ? {} : JSON.parse(stdout)) as {
        hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string }
      }
      const { permissionDecision: decision, permissionDecisionReason: reason } =
        reply.hookSpecificOutput ?? {}
      return { ...(decision && { decision }), ...(reason && { reason }) }
    },
    content: () => join(sandbox.state, 'packs', readdirSync(join(sandbox.state, 'packs'))[0] ?? ''),
  }
}

/** Added and approved. */
export async function added(): Promise<Place> {
  const here = await place()
  expect(await here.cli('packs', 'add', USE, '--yes')).toMatchObject({ code: 0 })
  expect(await here.cli('trust', 'add', '--yes')).toMatchObject({ code: 0 })
  return here
}
