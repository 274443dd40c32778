import type { ConfigEntry } from '../repository/config-listing.ts'

const PLAIN = 0o755
const GROUP = 0o660
const EVERYBODY = 0o664
const NAMES: Readonly<Record<string, number>> = {
  umask: 0,
  false: 0,
  no: 0,
  off: 0,
  group: GROUP,
  true: GROUP,
  yes: GROUP,
  on: GROUP,
  all: EVERYBODY,
  world: EVERYBODY,
  everybody: EVERYBODY,
}

/** The mode of a hook: git's for programs in a repository that several users share. */
export function hookMode(config: readonly ConfigEntry[]): number {
  const entry = config.findLast(({ key }) => key === 'core.sharedrepository')
  if (entry === undefined) return PLAIN
  const { value = 'true' } = entry
  if (!/^[0-7]+$/.test(value)) return PLAIN | executable(NAMES[value.toLowerCase()] ?? 0)
  const number = Number.parseInt(value, 8)
  if (number <= 2) return PLAIN | executable([0, GROUP, EVERYBODY][number] ?? 0)
  // Such a mode is the whole of it, not an addition.
  return (number & 0o600) === 0o600 ? executable(number & 0o777) : PLAIN
}

/** Who may read it may run it. */
function executable(mode: number): number {
  return mode | ((mode & 0o444) >> 2)
}
