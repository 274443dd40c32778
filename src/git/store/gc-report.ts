import type { Garbage } from './gc.ts'

const LABELS = [
  ['repo', 'repo', 'repos'],
  ['env', 'hook env', 'hook envs'],
  ['leftover', 'leftover', 'leftovers'],
  ['scratch', 'scratch entry', 'scratch entries'],
  ['patch', 'patch', 'patches'],
] as const

/** `Removed 1 repo, 3 hook envs (11.0KiB)`. */
export function describeGarbage(
  { removed, bytes }: Garbage,
  { isDryRun }: { readonly isDryRun: boolean },
): string {
  if (removed.length === 0) return 'Nothing to clean'
  const counts = LABELS.flatMap(([kind, one, many]) => {
    const count = removed.filter((each) => each.kind === kind).length
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return `${isDryRun ? 'Would remove' : 'Removed'} ${counts.join(', ')} (${showBytes(bytes)})`
}

export function showBytes(bytes: number): string {
  const steps = ['B', 'KiB', 'MiB', 'GiB']
  const step = Math.min(steps.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return step === 0 ? `${bytes}B` : `${(bytes / 1024 ** step).toFixed(1)}${steps[step]}`
}
