// A program that bridges a host by itself, held to the types like program.ts.
import { createEngine, type Verdict } from '../../src/index.ts'
import { dialects, loadDialect, type HostEvent, type Power, type Reply } from '../../src/bridge/index.ts'

export async function bridge(body: Uint8Array): Promise<Reply> {
  const host = await loadDialect('codex-cli')
  const engine = await createEngine({ sources: ['codex-cli', 'gemini-cli', 'cursor', 'windsurf'] })
  const { event, issue } = host.decodeEvent(body, { cwd: '/app' })
  // @ts-expect-error -- nothing says yet that the payload could be read
  host.encodeReply(event, await engine.dispatch({ name: 'Stop' }))
  if (issue !== undefined) return host.encodeFailure(issue)
  await engine.run(event)
  await engine.explain(event)
  engine.stream(event)
  await engine.session('s').dispatch(event)
  const verdict: Verdict = await engine.dispatch(event)
  return host.encodeReply(event, verdict)
}

export async function names(): Promise<readonly Power[]> {
  const copilot = await loadDialect('copilot', { profile: 'vscode' })
  // @ts-expect-error -- a misspelt dialect
  await loadDialect('codex')
  // @ts-expect-error -- a misspelt profile
  await loadDialect('copilot', { profile: 'vs' })
  // @ts-expect-error -- a payload without the place where its session runs
  copilot.decodeEvent('{}', {})
  // @ts-expect-error -- a payload that was parsed is no longer what the host sent
  copilot.decodeEvent({}, { cwd: '/app' })
  const engine = await createEngine()
  const plan = await engine.explain({ name: 'Stop' })
  plan.steps.map(({ hook }) => [hook.id, copilot.power(hook.event)])
  const all = await Promise.all(dialects.map(({ name }) => loadDialect(name)))
  return all.map((dialect) => dialect.power('PreToolUse'))
}

/** A newer release of a host may have other events, so a switch over the name needs a default. */
export function isStop(event: HostEvent): boolean {
  return event.name === 'Stop'
}
