import { spawnSync } from 'node:child_process'

const MIB = 1_048_576
const CHILD = new URL('memory-child.mjs', import.meta.url).pathname

/** How far memory rises while a hook prints; each size in a process of its own. */
export async function memoryFigures() {
  const small = riseFor(64)
  const large = riseFor(1_024)
  const detail = `${large.toFixed(1)} MiB for 1 GiB, ${small.toFixed(1)} MiB for 64 MiB`
  return [
    {
      name: 'memory rise for 1 GiB above that for 64 MiB',
      value: Math.max(0, large - small),
      bar: 16,
      unit: 'MiB',
      detail,
    },
    { name: 'memory rise for 1 GiB', value: large, bar: 96, unit: 'MiB', detail },
  ]
}

function riseFor(mebibytes) {
  const run = spawnSync(process.execPath, [CHILD, String(mebibytes)], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
  return Number(run.stdout) / MIB
}
