import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'

/** Handlers for further formats, as an administrator has registered them. */
const REGISTRATIONS = '/proc/sys/fs/binfmt_misc'

/** Texts of all registrations; undefined where they cannot be seen, as in most containers. */
type Look = () => readonly string[] | undefined

/**
 * True when the system may be able to load the file, judged by its first bytes: a program for this machine, or a format
 * that something is registered for. Where registrations cannot be seen, programs of other machines and of Windows count
 * as loadable: a handler outside of the container may serve them.
 */
export function isLoadable(path: string, start: Buffer, look: Look = readRegistrations): boolean {
  if (process.platform === 'linux') return isElf(path, start, look) || isRegistered(path, start, look)
  if (process.platform === 'darwin') return MACH_O.has(start.toString('hex', 0, 4))
  return start.includes(0)
}

/** Mach-O of 32 and 64 bits, and universal programs. */
const MACH_O: ReadonlySet<string> = new Set(['cefaedfe', 'cffaedfe', 'cafebabe', 'cafebabf'])

/** `e_machine` of programs that a processor runs, those of its 32-bit mode included. */
const MACHINES: Readonly<Partial<Record<NodeJS.Architecture, readonly number[]>>> = {
  arm: [40],
  arm64: [183, 40],
  ia32: [3],
  loong64: [258],
  ppc64: [21],
  riscv64: [243],
  s390x: [22],
  x64: [62, 3],
}

/** The checks that Linux makes before it replaces the process. */
function isElf(path: string, start: Buffer, look: Look): boolean {
  const header = readElf(start)
  if (header === undefined) return false
  const { type, machine, tableAt, entrySize, entries, wantedSize } = header
  const isProgram = type === 2 || type === 3
  const isTableThere =
    entrySize === wantedSize && entries > 0 && tableAt + entries * entrySize <= sizeOf(path)
  if (!isProgram || !isTableThere) return false
  return MACHINES[process.arch]?.includes(machine) !== false || look() === undefined
}

function readElf(start: Buffer) {
  const is64 = start[4] === 2
  if (start.toString('latin1', 0, 4) !== '\x7fELF' || start.length < (is64 ? 64 : 52)) return undefined
  const isLittle = start[5] === 1
  const half = (at: number): number => (isLittle ? start.readUInt16LE(at) : start.readUInt16BE(at))
  const word = (at: number): number => (isLittle ? start.readUInt32LE(at) : start.readUInt32BE(at))
  const wide = (at: number): number =>
    Number(isLittle ? start.readBigUInt64LE(at) : start.readBigUInt64BE(at))
  return {
    type: half(16),
    machine: half(18),
    tableAt: is64 ? wide(32) : word(28),
    entrySize: half(is64 ? 54 : 42),
    entries: half(is64 ? 56 : 44),
    wantedSize: is64 ? 56 : 32,
  }
}

function isRegistered(path: string, start: Buffer, look: Look): boolean {
  const seen = look()
  // A text may begin with these letters too; it has no NUL.
  if (seen === undefined) return start.toString('latin1', 0, 2) === 'MZ' && start.includes(0)
  return seen.some((text) => matches(text, { path, start }))
}

function readRegistrations(): readonly string[] | undefined {
  try {
    const names = readdirSync(REGISTRATIONS)
    if (!names.includes('status')) return undefined
    const others = names.filter((name) => name !== 'register' && name !== 'status')
    return others.map((name) => readFileSync(join(REGISTRATIONS, name), 'utf8'))
  } catch {
    return undefined
  }
}

/** One registration as the kernel prints it: `extension .NAME`, or `offset N`, `magic HEX` and `mask HEX`. */
function matches(text: string, { path, start }: { readonly path: string; readonly start: Buffer }): boolean {
  const field = (name: string): string | undefined => new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  if (!text.startsWith('enabled')) return false
  const extension = field('extension')
  if (extension !== undefined) return extname(basename(path)) === extension
  const magic = Buffer.from(field('magic') ?? '', 'hex')
  const mask = Buffer.from(field('mask') ?? 'ff'.repeat(magic.length), 'hex')
  const offset = Number(field('offset') ?? 0)
  return (
    magic.length > 0 && magic.every((byte, at) => ((start[offset + at] ?? -1) & (mask[at] ?? 0xff)) === byte)
  )
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
