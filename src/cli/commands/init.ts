import * as fs from 'node:fs'
import * as path from 'node:path'
import { findEntry } from '../../dialects/registry.ts'
import { findAgents } from '../../install/agents.ts'
import { systemFiles } from '../../ports/files.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { UsageError, type ParsedArgs } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { hooksOfHosts } from '../host-hooks.ts'
import { hostsInUse } from '../host-power.ts'
import { copyScripts } from '../init/copy-scripts.ts'
import { showDeny } from '../init/show-deny.ts'
import { askPlan, type Choices, type Plan, type Wishes } from '../init/questions.ts'
import { SCRIPT_FOLDER, STARTERS, starterText, type Starter } from '../init/starter.ts'
import { saidCall } from '../bridge-call.ts'
import { checkHosts } from '../install-request.ts'
import { jsonText } from '../json.ts'
import { confirm } from '../person.ts'
import { oneLine } from '../render/issue-line.ts'
import { workspaceOptions } from '../workspace-options.ts'
import { install } from './install.ts'
import { trust } from './trust.ts'

const FILE = 'hookwright.yaml'

/** `hookwright init`: a first file, its approval, the agents that call it, and a deny to see. */
export async function init(invocation: Invocation): Promise<number> {
  const { io, args } = invocation
  const wishes = wishesOf(args)
  const workspace = await openWorkspace(workspaceOptions(invocation))
  const choices = await choicesFor(workspace)
  const plan = askPlan(io, wishes, choices)
  const refusal = confirm(invocation, { question: questionFor(plan, choices), command: 'hookwright init' })
  if (refusal !== undefined) {
    io.err(`hookwright: ${oneLine(refusal)}\n`)
    return EXIT.problem
  }
  const problem = choices.hasFile ? undefined : writeFiles(plan, workspace.places.projectDir)
  if (problem !== undefined) {
    io.err(`hookwright: ${oneLine(problem)}\n`)
    return EXIT.problem
  }
  return finish(plan, { invocation, workspace, choices })
}

type Done = { readonly invocation: Invocation; readonly workspace: Workspace; readonly choices: Choices }

/** Approves and installs, each as its own command does. */
async function finish(plan: Plan, { invocation, workspace, choices }: Done): Promise<number> {
  const { args, io } = invocation
  const isJson = args.options.has('json')
  const quiet = isJson ? { ...io, out: () => undefined } : io
  const say = (line: string): void => void quiet.out(`${oneLine(line)}\n`)
  const file = path.join(workspace.places.projectDir, FILE)
  say(choices.hasFile ? `${file} was there and stays as it is.` : `Wrote ${file}.`)
  const next = (words: readonly string[]): Invocation => ({
    ...invocation,
    io: quiet,
    args: argsOf(words, args),
  })
  const approved = await trust(next(['add']))
  const installed = plan.hosts.length === 0 ? EXIT.ok : await install(next(plan.hosts))
  if (plan.hosts.length === 0) say('No agent calls your hooks yet. When you have one: hookwright install')
  const denied = await showDeny(plan, workspace)
  if (isJson)
    io.out(
      jsonText({
        ok: approved + installed === 0,
        file,
        hooks: plan.starters.map(({ name }) => name),
        imports: plan.imports,
        hosts: plan.hosts,
        ...(denied !== undefined && { denied }),
      }),
    )
  else if (denied !== undefined) say(`Try it: "${denied.command}" → ${denied.decision}: ${denied.reason}`)
  say(
    'Next: edit the file, then hookwright check and hookwright trust add. hookwright doctor shows whether all of it works.',
  )
  return Math.max(approved, installed)
}

/** The person has agreed once, to all of it. */
function argsOf(positionals: readonly string[], { options }: ParsedArgs): ParsedArgs {
  const cwd = options.get('cwd')
  return {
    positionals,
    options: new Map([['yes', ['']], ...(cwd === undefined ? [] : [['cwd', cwd] as const])]),
  }
}

function wishesOf(args: ParsedArgs): Wishes {
  const hosts = args.options.get('host')
  const named = args.options.get('hooks')?.flatMap((each) => each.split(','))
  if (hosts !== undefined) checkHosts(hosts.filter((name) => name !== 'none'))
  return {
    ...(hosts !== undefined && { hosts: hosts.filter((name) => name !== 'none') }),
    ...(named !== undefined && { starters: startersNamed(named) }),
    ...(args.options.has('no-imports') && { imports: false }),
    ...(args.options.has('yes') && !args.options.has('no-imports') && { imports: true }),
  }
}

function startersNamed(names: readonly string[]): readonly Starter[] {
  const accepted = STARTERS.map(({ name }) => name)
  const unknown = names.find((name) => !['all', 'none', ...accepted].includes(name))
  if (unknown !== undefined)
    throw new UsageError(`--hooks: "${unknown}" is not one of ${accepted.join(', ')}, all, none.`)
  if (names.includes('none')) return []
  return STARTERS.filter(({ name }) => names.includes('all') || names.includes(name))
}

async function choicesFor({ places, loaded }: Workspace): Promise<Choices> {
  const agents = findAgents({ places, files: systemFiles }).map(({ name, title }) => ({ name, title }))
  const hosts = await hostsInUse(places, systemFiles)
  const { hooks } = await hooksOfHosts(hosts, { places, files: systemFiles, besides: new Set() })
  const own = hooks.filter(
    ({ handler }) =>
      !(handler.type === 'command' && handler.start.kind === 'inline' && saidCall(handler.start.command)),
  )
  const counts = hosts.map(({ name }) => ({
    name,
    hooks: own.filter(({ dialect }) => dialect === name).length,
  }))
  const hasFile = loaded.files.some(({ scope }) => scope === 'project') || hasAny(places.projectDir)
  return { agents, importable: counts.filter((each) => each.hooks > 0), hasFile }
}

/** Also one that cannot be loaded. */
function hasAny(projectDir: string): boolean {
  return ['yaml', 'json', 'toml'].some((ending) =>
    fs.existsSync(path.join(projectDir, `hookwright.${ending}`)),
  )
}

function questionFor({ hosts, starters }: Plan, { hasFile }: Choices): string {
  const file = hasFile ? `Approve the hooks of this project` : `Write ${FILE}, approve its hooks`
  const scripts = starters.some(({ example }) => example !== undefined)
    ? ` (scripts go to ${SCRIPT_FOLDER}/)`
    : ''
  const titles = hosts.map((name) => findEntry(name)?.title ?? name)
  const agents = titles.length === 0 ? '' : ` and let ${titles.join(', ')} call hookwright`
  return `${file}${scripts}${agents}?`
}

/** Nothing that exists is replaced. Returns why the files could not be written. */
function writeFiles({ starters, imports }: Plan, projectDir: string): string | undefined {
  const schema = fs.existsSync(path.join(projectDir, LOCAL_SCHEMA)) ? `./${LOCAL_SCHEMA}` : PUBLIC_SCHEMA
  try {
    copyScripts(starters, projectDir)
    fs.writeFileSync(path.join(projectDir, FILE), starterText({ starters, imports, schema }), { flag: 'wx' })
    return undefined
  } catch (error) {
    const { code = 'an error', path: where = FILE } = error as NodeJS.ErrnoException
    return code === 'EEXIST'
      ? `"${where}" is there already and was not replaced. Move it away, or choose other hooks with --hooks.`
      : `"${where}" could not be written (${code}).`
  }
}

const LOCAL_SCHEMA = 'node_modules/hookwright/schemas/hookwright.json'
const PUBLIC_SCHEMA = 'https://unpkg.com/hookwright/schemas/hookwright.json'
