import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { isIssue } from '../../core/issue.ts'
import type { Run } from '../../engine/run.ts'
import type { Env } from '../../ports/env.ts'
import { EXIT, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { demoConfig, SCENES, type Scene } from '../demo-scenes.ts'
import { renderSteps } from '../render/plan.ts'
import { createStyle, type Style } from '../render/style.ts'
import { watchSignals } from '../signals.ts'
import { renderVerdict } from '../render/verdict.ts'

type Played = { readonly scene: Scene; readonly run: Run; readonly reply: string }

/** A tour in a folder of its own: nothing of the user's is read or written. */
export async function demo({ args, io, env }: Invocation): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-demo-'))
  const interruption = watchSignals(async () => rmSync(folder, { recursive: true, force: true }))
  try {
    const config = demoConfig(process.execPath)
    const workspace = await openDemo(folder, { env, config })
    const style = createStyle(io.colour)
    const json = args.options.has('json')
    if (!json) io.out(intro(config, style))
    const played: Played[] = []
    for (const scene of SCENES) {
      const one = await play(scene, workspace, interruption.signal)
      if (interruption.by) return EXIT.interrupted
      played.push(one)
      if (!json) io.out(`${show(one, style).join('\n')}\n`)
    }
    if (json) io.out(jsonText({ scenes: played.map(toJson) }))
    else io.out(outro(style))
    return EXIT.ok
  } finally {
    interruption.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function openDemo(
  folder: string,
  { env, config }: { readonly env: Env; readonly config: string },
): Promise<Workspace> {
  const project = join(folder, 'project')
  mkdirSync(join(project, '.git'), { recursive: true })
  writeFileSync(join(project, 'hookwright.yaml'), config)
  const variables = {
    ...env.variables,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    CI: '',
  }
  const demoEnv: Env = { ...env, home: folder, cwd: project, variables }
  return openWorkspace({ env: demoEnv, trustProject: true, host: HOST })
}

const HOST = 'claude-code'

async function play(
  scene: Scene,
  { core, places, clock, dialects }: Workspace,
  signal: AbortSignal,
): Promise<Played> {
  const dialect = dialects.get(HOST)
  if (dialect === undefined) throw new Error(`no dialect named ${HOST}`)
  const bytes = new TextEncoder().encode(
    JSON.stringify({ session_id: 'demo', cwd: places.startDir, ...scene.payload }),
  )
  const event = dialect.decodeEvent({
    bytes,
    startDir: places.startDir,
    projectDir: places.projectDir,
    at: clock.now(),
  })
  if (isIssue(event)) throw new Error(event.message)
  const run = await core.run(event, { signal })
  return { scene, run, reply: dialect.encodeReply(event, run.verdict).stdout.trim() }
}

function show({ scene, run, reply }: Played, style: Style): readonly string[] {
  return [
    style.bold(`── ${scene.title}`),
    style.dim(`payload  ${JSON.stringify(scene.payload)}`),
    ...renderSteps(run.plan, style),
    ...renderVerdict(run.verdict, style),
    style.dim(`reply    ${reply === '' ? '(nothing: Claude Code goes on)' : reply}`),
    '',
  ]
}

function intro(config: string, style: Style): string {
  const lines = config
    .trimEnd()
    .split('\n')
    .map((line) => `  ${style.cyan(line)}`)
  return ['Four events as Claude Code would send them, through these hooks:', '', ...lines, '', ''].join('\n')
}

function outro(style: Style): string {
  return [
    'Nothing was installed and nothing of yours was touched. Next:',
    `  ${style.bold('write')}  a hookwright.yaml in your project`,
    `  ${style.bold('check')}  it with: hookwright check`,
    `  ${style.bold('trust')}  it with: hookwright trust show, then hookwright trust add`,
    `  ${style.bold('try')}    it with: hookwright explain --host claude-code payload.json`,
    '',
  ].join('\n')
}

function toJson({ scene, run, reply }: Played): unknown {
  return {
    title: scene.title,
    payload: scene.payload,
    verdict: run.verdict,
    reply: reply === '' ? null : JSON.parse(reply),
  }
}
