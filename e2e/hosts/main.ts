import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { compareAll } from './differential/compare-all.ts'
import { install, type Installed } from './install.ts'
import { cutNetwork } from './network.ts'
import { readOptions, USAGE, type Options } from './options.ts'
import { runCases } from './run-cases.ts'
import { runInstalled } from './run-installed.ts'
import { runInTerminal } from './run-terminal.ts'
import type { Outcome, Task } from './task.ts'
import { writeBlock } from './write-docs.ts'

/** Where the repository and the script that loaded this are. */
type Here = { readonly root: string; readonly self: string }

/** Prepares with the network, then starts itself again without it. Returns the exit code. */
export async function main(args: readonly string[], here: Here): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') {
    console.error(`${options}\n\n${USAGE}`)
    return 1
  }
  if (options.isHelp) {
    console.log(USAGE)
    return 0
  }
  if (options.prepared === undefined) return startInside(args, options, here)
  return perform(options, JSON.parse(options.prepared) as readonly Installed[], here)
}

function startInside(args: readonly string[], options: Options, { self }: Here): number {
  const prepared = options.agents.map((agent) => install(agent, options.isLatest))
  for (const each of prepared)
    if ('missing' in each) console.error(`${each.name} is not run: ${each.missing}`)
  const cut = cutNetwork()
  if (cut === undefined) {
    console.error(
      'The network was not cut: this system gives us no network namespace. Agents might reach it.',
    )
  }
  const words = [...(cut ?? []), process.execPath, self, ...args, '--prepared', JSON.stringify(prepared)]
  const { status } = spawnSync(words[0] as string, words.slice(1), { stdio: 'inherit' })
  return status ?? 1
}

async function perform(options: Options, prepared: readonly Installed[], { root }: Here): Promise<number> {
  const task = {
    prepared,
    cli: options.cli ?? join(root, 'dist/cli/cli.cjs'),
    only: options.only,
    keeps: options.keeps,
  }
  const { block, run } = kindOf(options)
  const result = await run(task)
  console.log(options.isJson ? JSON.stringify(result.json, undefined, 1) : result.text)
  if (options.writesDocs) writeBlock(root, block, result.docs)
  return result.exitCode
}

type Kind = { readonly block: string; run(task: Task): Promise<Outcome> }

function kindOf({ isDifferential, isInstalled, isTerminal }: Options): Kind {
  if (isDifferential) return { block: 'e2e:hosts -- --differential', run: compareAll }
  if (isTerminal) return { block: 'e2e:hosts -- --terminal', run: runInTerminal }
  if (isInstalled) return { block: 'e2e:hosts -- --installed', run: runInstalled }
  return { block: 'e2e:hosts', run: runCases }
}
