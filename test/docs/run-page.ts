import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { dialectOfFile, OWN_DIALECT } from '../../src/dialects/registry.ts'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { shellOnTerminal } from '../helpers/terminal.ts'
import { directive, placeOf, type Block } from './blocks.ts'
import { kindOf, shownFile } from './files.ts'
import { differences } from './output.ts'

const root = join(import.meta.dirname, '../..')

/** What became of a page: what is wrong with it, and what was not tried, with the reason. */
export type PageResult = { readonly problems: readonly string[]; readonly skipped: readonly string[] }

type State = { readonly sandbox: Sandbox; last: string }

/** Characters of one problem: some programs print their whole manual. */
const MOST_SHOWN = 1_500

const SHELL = new Set(['sh', 'bash'])
const CONFIG = new Set(['yaml', 'json', 'jsonc', 'toml'])
/** Checked as one program by types.test.ts. */
const ELSEWHERE = new Set(['ts'])

/** Runs the blocks of a page in order, in one folder, as a reader would who follows it. */
export async function runPage(blocks: readonly Block[]): Promise<PageResult> {
  const state: State = { sandbox: createProject(), last: '' }
  const problems: string[] = []
  const skipped: string[] = []
  for (const block of blocks) {
    const reason = directive(block, 'skip')
    if (reason !== undefined) {
      if (reason.length < 10) problems.push(`${placeOf(block)}: \`test: skip\` needs a reason.`)
      else skipped.push(`${placeOf(block)}: ${reason}`)
      continue
    }
    const found = [...(await setUp(block, state)), ...(await tryBlock(block, state))]
    problems.push(...found.map((problem) => `${placeOf(block)}: ${problem.slice(0, MOST_SHOWN)}`))
  }
  return { problems, skipped }
}

/** A repository whose programs find the package, and no way out to the network. */
function createProject(): Sandbox {
  const sandbox = createSandbox()
  rmSync(sandbox.path('.git'), { recursive: true })
  sandbox.write(
    '~/.gitconfig',
    '[user]\n\tname = Ann\n\temail = ann@example.com\n[init]\n\tdefaultBranch = main\n',
  )
  execFileSync('git', ['init', '-q', sandbox.project], { env: { ...process.env, HOME: sandbox.home } })
  mkdirSync(join(sandbox.root, 'node_modules'))
  symlinkSync(root, join(sandbox.root, 'node_modules/hookwright'))
  return sandbox
}

const OFFLINE = {
  GIT_ALLOW_PROTOCOL: 'file',
  npm_config_offline: 'true',
  http_proxy: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
}

/** What a reader has done already, and the page does not show. */
async function setUp({ directives }: Block, { sandbox }: State): Promise<readonly string[]> {
  const problems: string[] = []
  for (const { rest } of directives.filter(({ verb }) => verb === 'setup')) {
    const { code, stderr } = await sandbox.shell(`set -e\n${rest}`, { env: OFFLINE })
    if (code !== 0) problems.push(`the setup "${rest}" exits with ${code}: ${stderr}`)
  }
  return problems
}

async function tryBlock(block: Block, state: State): Promise<readonly string[]> {
  const { language } = block
  if (directive(block, 'output') !== undefined) return differences(block.text, state.last)
  if (ELSEWHERE.has(language)) return []
  if (CONFIG.has(language)) return tryFile(block, state)
  if (SHELL.has(language))
    return directive(block, 'file') === undefined ? tryShell(block, state) : tryFile(block, state)
  if (language === 'console') return tryConsole(block, state)
  if (language === 'js') return tryProgram(block, state)
  return [
    `a block of "${language}" must say what it is: sh, console, yaml, json, toml, ts or js, or a comment \`test: output\` or \`test: skip REASON\`.`,
  ]
}

async function tryShell(block: Block, state: State): Promise<readonly string[]> {
  const wanted = Number(directive(block, 'exit') ?? 0)
  const answer = directive(block, 'answer')
  const { code, stdout, stderr } = await (answer === undefined
    ? state.sandbox.shell(`set -e\n${block.text}`, { env: OFFLINE })
    : typed(block.text, answer, state.sandbox))
  state.last = stdout
  return code === wanted ? [] : [`exits with ${code}, not ${wanted}: ${stderr}${stdout}`]
}

type Printed = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** As a person runs the block: on a terminal, with one answer to every question. */
async function typed(text: string, answer: string, sandbox: Sandbox): Promise<Printed> {
  sandbox.write('../block.sh', `set -e\n${text}`)
  const typing = { question: /\[y\/N\] /, answer: () => `${answer}\n`, env: OFFLINE }
  const { code, screen } = await shellOnTerminal(sandbox, 'sh ../block.sh', typing)
  return { code, stdout: screen, stderr: '' }
}

/** `$ command`, and what it prints below it. */
async function tryConsole(block: Block, state: State): Promise<readonly string[]> {
  const [, ...parts] = `\n${block.text}`.split(/\n(?=\$ )/)
  const problems: string[] = []
  for (const part of parts) {
    const [command = '', ...shown] = part.trimEnd().split('\n')
    const { stdout, stderr } = await state.sandbox.shell(command.slice(2), { env: OFFLINE })
    state.last = stdout
    problems.push(...differences(shown.join('\n'), `${stdout}${stderr}`).map((each) => `${command}: ${each}`))
  }
  return parts.length === 0 ? ['has no line that begins with "$ ".'] : problems
}

async function tryProgram(block: Block, { sandbox }: State): Promise<readonly string[]> {
  sandbox.write('block.mjs', block.text)
  const { code, stderr } = await sandbox.shell('node block.mjs', { env: OFFLINE })
  return code === 0 ? [] : [`exits with ${code}: ${stderr}`]
}

async function tryFile(block: Block, { sandbox }: State): Promise<readonly string[]> {
  const shown = shownFile(block)
  if (shown === undefined)
    return [
      'the page does not say which file this is: name it in the sentence before, or in a comment `test: file PATH`.',
    ]
  sandbox.write(shown.path, shown.text)
  if (SHELL.has(block.language)) return parses(shown.path, sandbox)
  const kind = kindOf(shown.path)
  if (kind === 'git') return accepted(['git', 'validate-config', sandbox.path(shown.path)], sandbox)
  const dialect = kind === 'own' ? OWN_DIALECT : dialectOfFile(sandbox.path(shown.path))
  if (kind === 'own' || dialect !== OWN_DIALECT)
    return accepted(['check', '--source', sandbox.path(shown.path)], sandbox)
  return block.language.startsWith('json') ? parsed(shown.text) : []
}

async function parses(path: string, sandbox: Sandbox): Promise<readonly string[]> {
  const { code, stderr } = await sandbox.shell(`chmod +x ${path} && sh -n ${path}`)
  return code === 0 ? [] : [stderr]
}

function parsed(text: string): readonly string[] {
  try {
    JSON.parse(text)
    return []
  } catch (error) {
    return [String(error)]
  }
}

/**
 * A page may name programs, servers and models that are not on this machine. What agents were told before the file was
 * written is mended by `hookwright sync`, which has tests of its own.
 */
const OF_THE_MACHINE = /^(?:program|script|shell|model|mcp|server|bridge|env|imports?|timeout\.bridge)\b/

type Told = { readonly code: string; readonly severity: string; readonly message: string }

async function accepted(args: readonly string[], sandbox: Sandbox): Promise<readonly string[]> {
  const { stdout, stderr } = await sandbox.cli([...args, '--json'])
  if (stdout === '') return [stderr]
  const { issues, error } = JSON.parse(stdout) as { issues?: readonly Told[]; error?: { message: string } }
  if (error !== undefined) return [error.message]
  const wrong = (issues ?? []).filter(
    ({ code, severity }) => severity !== 'notice' && !OF_THE_MACHINE.test(code),
  )
  return wrong.map(({ code, message }) => `${code}: ${message}`)
}
