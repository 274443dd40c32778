// One line per figure: a ratio measured in this run, its bar, and both medians. `--json` prints the same as JSON, and
// `--only PART` measures a part: function, scale, command, gemini, slots, cli, hosts, memory, daemon.
import { spawnSync } from 'node:child_process'
import { commandFigures } from './command.mjs'
import { cliFigures, otherHostFigures } from './cli.mjs'
import { daemonFigures } from './daemon.mjs'
import { functionFigures } from './function.mjs'
import { geminiFigures } from './gemini.mjs'
import { memoryFigures } from './memory.mjs'
import { scaleFigures } from './scale.mjs'
import { slotFigures } from './slots.mjs'

const PARTS = {
  function: functionFigures,
  scale: scaleFigures,
  command: commandFigures,
  gemini: geminiFigures,
  slots: slotFigures,
  cli: cliFigures,
  hosts: otherHostFigures,
  memory: memoryFigures,
  daemon: daemonFigures,
}

const args = process.argv.slice(2)
const json = args.includes('--json')
const only = args.flatMap((arg, index) => (args[index - 1] === '--only' ? [arg] : []))
const unknown = only.find((part) => !Object.hasOwn(PARTS, part))
if (unknown !== undefined)
  throw new Error(`--only ${unknown}: there is no such part; accepted: ${Object.keys(PARTS).join(', ')}`)
const isBuilt =
  args.includes('--no-build') || spawnSync('npm', ['run', 'build'], { stdio: 'ignore' }).status === 0
if (!isBuilt) throw new Error('npm run build failed')

const figures = []
for (const part of Object.keys(PARTS).filter((name) => only.length === 0 || only.includes(name))) {
  for (const figure of only.length === 1 ? await PARTS[part]() : alone(part)) {
    figures.push({ part, ...figure, ok: figure.bar === undefined || figure.value <= figure.bar })
    if (!json) console.log(line(figures.at(-1)))
  }
}
if (json) console.log(JSON.stringify(figures, undefined, 1))
process.exitCode = figures.every((figure) => figure.ok) ? 0 : 1

/** Each part in a process of its own: one that has grown takes five times as long to start another. */
function alone(part) {
  const { stdout } = spawnSync(process.execPath, [process.argv[1], '--only', part, '--json', '--no-build'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(stdout)
}

function line({ name, value, bar, unit, detail, ok }) {
  const told = bar === undefined ? 'no bar' : `bar ${bar}`
  return `${ok ? 'ok  ' : 'OVER'} ${name}: ${value.toFixed(2)} ${unit} (${told}) · ${detail}`
}
