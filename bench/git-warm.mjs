// `git run` many times in one process, as a resident one calls it: the floor of what a daemon can reach.
// node bench/git-warm.mjs [CASE] [FILES]: the first call, then the median and the best of twenty.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsdown'
import { CASES, preCommitConfig } from './git-cases.mjs'
import { makeRepository } from './git-repository.mjs'
import { median } from './measure.mjs'

const CALLS = 20
const [caseName = 'one', files = '20000'] = process.argv.slice(2)
const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-bench-warm-')))
try {
  const repository = makeRepository(base, Number(files))
  const config = join(base, 'config.yaml')
  writeFileSync(config, preCommitConfig(CASES[caseName]))
  await bundle()
  const caller = join(base, 'caller.mjs')
  writeFileSync(caller, callerText(config))
  const said = execFileSync(process.execPath, [caller], { cwd: repository.root, env: repository.env })
  const [first, ...times] = JSON.parse(said.toString())
  const [middle, best] = [median(times), Math.min(...times)].map((ms) => ms.toFixed(1))
  console.log(
    `${caseName}: first ${first.toFixed(1)} ms, then median ${middle} and best ${best} ms of ${CALLS}`,
  )
} finally {
  rmSync(base, { recursive: true, force: true })
}

/** The functions that the command line hands to its daemon, by themselves. */
async function bundle() {
  const source = (path) => new URL(`../src/${path}`, import.meta.url).pathname
  await build({
    config: false,
    entry: {
      run: source('cli/git/run.ts'),
      args: source('cli/args.ts'),
      commands: source('cli/git/commands.ts'),
    },
    outDir: join(base, 'bundle'),
    format: 'esm',
    dts: false,
    logLevel: 'error',
    tsconfig: new URL('../tsconfig.json', import.meta.url).pathname,
  })
}

function callerText(config) {
  return `
import { parseArgs } from './bundle/args.mjs'
import { gitCommands } from './bundle/commands.mjs'
import { run } from './bundle/run.mjs'
const { options } = gitCommands.find(({ name }) => name === 'run')
const args = parseArgs(['--all-files', '-c', ${JSON.stringify(config)}], options)
const variables = { ...process.env }
const env = { platform: process.platform, home: variables.HOME, cwd: process.cwd(), variables, accountHome: () => variables.HOME }
const times = []
for (let call = 0; call <= ${CALLS}; call += 1) {
  let text = ''
  const io = { colour: false, watched: false, shown: false, out: (each) => void (text += each), err: (each) => void (text += each), readInput: () => new Uint8Array() }
  const start = performance.now()
  const code = await run({ args, io, env, signal: new AbortController().signal })
  times.push(performance.now() - start)
  if (code !== 0 || !text.includes('Passed')) throw new Error(text)
}
console.log(JSON.stringify(times))
`
}
