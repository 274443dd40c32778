// One line per figure: a ratio measured in this run, its bar, and both medians. `--json` prints the same as JSON.
import { spawnSync } from 'node:child_process'
import { commandFigures } from './command.mjs'
import { cliFigures, otherHostFigures } from './cli.mjs'
import { daemonFigures } from './daemon.mjs'
import { functionFigures } from './function.mjs'
import { geminiFigures } from './gemini.mjs'
import { memoryFigures } from './memory.mjs'
import { scaleFigures } from './scale.mjs'
import { slotFigures } from './slots.mjs'

const json = process.argv.includes('--json')
const built = spawnSync('npm', ['run', 'build'], { stdio: 'ignore' })
if (built.status !== 0) throw new Error('npm run build failed')

const figures = []
for (const measure of [
  functionFigures,
  scaleFigures,
  commandFigures,
  geminiFigures,
  slotFigures,
  cliFigures,
  otherHostFigures,
  memoryFigures,
  daemonFigures,
]) {
  for (const figure of await measure()) {
    figures.push({ ...figure, ok: figure.value <= figure.bar })
    if (!json) console.log(line(figures.at(-1)))
  }
}
if (json) console.log(JSON.stringify(figures, undefined, 1))
process.exitCode = figures.every((figure) => figure.ok) ? 0 : 1

function line({ name, value, bar, unit, detail, ok }) {
  return `${ok ? 'ok  ' : 'OVER'} ${name}: ${value.toFixed(2)} ${unit} (${Number.isFinite(bar) ? `bar ${bar}` : 'no bar'}) · ${detail}`
}
