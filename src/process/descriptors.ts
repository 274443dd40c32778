import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'

/** Beyond this a table of descriptors costs more than it protects. */
const MAX_DESCRIPTORS = 1_024
const O_CLOEXEC = 0o2000000

let hidden: readonly ('ignore' | number)[] | undefined

/**
 * Node marks what it inherits close-on-exec only up to the first gap above 15; what lies beyond would reach
 * every hook. Nothing in Node can mark it later, and it may be in use, so the child gets /dev/null there.
 * Returns what to put at the child's descriptors from 3 on.
 */
export function hiddenDescriptors(): readonly ('ignore' | number)[] {
  return (hidden ??= masked(leakingDescriptors()))
}

/**
 * For a program that owns its process, after it has read its arguments (`<(…)` is such a descriptor):
 * then a child has 0, 1 and 2 and nothing else.
 */
export function closeLeakingDescriptors(): void {
  leakingDescriptors().forEach((fd) => closeSync(fd))
  hidden = []
}

function masked(leaking: readonly number[]): readonly ('ignore' | number)[] {
  if (leaking.length === 0) return []
  const nowhere = openSync('/dev/null', 'r+')
  const slots = Math.max(...leaking) - 2
  return Array.from({ length: slots }, (_, at) => (leaking.includes(at + 3) ? nowhere : 'ignore'))
}

function leakingDescriptors(): number[] {
  if (process.platform !== 'linux') return []
  try {
    const end = Math.min(descriptorLimit(), MAX_DESCRIPTORS)
    const open = readdirSync('/proc/self/fd').map(Number)
    return open.filter((fd) => fd > 15 && fd < end && isLeaking(fd))
  } catch {
    return []
  }
}

/** An inherited descriptor may lie above the limit, and then nothing can be put in its place. */
function descriptorLimit(): number {
  const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1]
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
}

/** The descriptor that lists the folder is among those listed, and gone by now. */
function isLeaking(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0
  } catch {
    return false
  }
}
