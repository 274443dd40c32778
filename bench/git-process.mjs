import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 4

/** Wall time and peak memory of one process, its children left out, and what it printed. */
export function runTimed([file, ...args], { cwd, env }) {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let peak
    const look = setInterval(() => (peak = peakOf(child.pid) ?? peak), LOOK_EVERY_MS)
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      const ms = performance.now() - start
      clearInterval(look)
      resolve({ ms, peak, code, output: Buffer.concat(output).toString() })
    })
  })
}

/** MiB. The kernel keeps the highest value, so only the last moments can be missed. Undefined: no Linux, or ended. */
function peakOf(pid) {
  try {
    const [, kib] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return kib && Number(kib) / 1_024
  } catch {
    return undefined
  }
}
