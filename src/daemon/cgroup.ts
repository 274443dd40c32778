import * as fs from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = '/sys/fs/cgroup'
const LIMITS = ['memory.max', 'memory.high', 'memory.swap.max', 'pids.max', 'cpu.max', 'cpuset.cpus'] as const

/**
 * What the control groups of a process, by its folder in `/proc`, allow it: hooks that another process starts get the limits of that one. Groups
 * by themselves may differ, because desktops give each window of a terminal one.
 */
export function groupLimits(place: string): string {
  const lines = fs.readFileSync(`${place}/cgroup`, 'utf8').trimEnd().split('\n')
  return lines.map((line) => (line.startsWith('0::') ? effective(line.slice(3)) : limiting(line))).join(' ')
}

/** Groups of the first version that limit nothing have only a name. */
function limiting(line: string): string {
  return line.includes(':name=') ? '' : line
}

/** A group is bound by the limits of all groups above it: the texts of those that set one, the innermost first. */
function effective(group: string): string {
  const set = new Map<string, string[]>()
  for (let path = group; path !== '/' && path !== '.'; path = dirname(path))
    for (const name of LIMITS) {
      const text = textOf(join(ROOT, path, name))
      if (text !== '' && !text.startsWith('max')) set.set(name, [...(set.get(name) ?? []), text])
    }
  return [...set].map(([name, texts]) => `${name}=${[...new Set(texts)].toSorted().join(',')}`).join(' ')
}

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
