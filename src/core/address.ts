/**
 * Networks that nothing is sent to unless the exact URL is allowed: they are not the internet, and not this machine.
 * From IANA's registries of special-purpose addresses.
 */
const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
const LOOPBACK_V4 = ['127.0.0.0', 8] as const
const PRIVATE_V6: readonly (readonly [string, number])[] = [
  ['::', 128],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['100:0:0:1::', 64],
  // Protocol assignments. One of them is Teredo, whose servers and clients are IPv4 addresses of somebody's choice.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]
const LOOPBACK_V6 = ['::1', 128] as const

/** Where an IPv6 address carries an IPv4 one: mapped, compatible, translated (RFC 2765), NAT64, 6to4. */
const CARRIERS: readonly { readonly net: readonly [string, number]; readonly at: number }[] = [
  { net: ['::ffff:0:0', 96], at: 6 },
  { net: ['::', 96], at: 6 },
  { net: ['::ffff:0:0:0', 96], at: 6 },
  { net: ['64:ff9b::', 96], at: 6 },
  { net: ['2002::', 16], at: 1 },
]

/** Why an address is not connected to, or nothing. What cannot be read is not connected to either. */
export function addressProblem(address: string): string | undefined {
  const bits = bitsOf(address)
  if (bits === undefined) return 'it is no IP address'
  if (isLoopback(address)) return undefined
  const nets = bits.length === 32 ? PRIVATE_V4 : PRIVATE_V6
  const found = nets.find((net) => isIn(bits, net))
  if (found !== undefined) return `it is in the private network ${found[0]}/${found[1]}`
  const carried = carriedV4(bits)
  if (carried === undefined) return undefined
  const why = isLoopback(carried) ? 'it is this machine, spelt so as not to look it' : addressProblem(carried)
  return why === undefined ? undefined : `it stands for ${carried}: ${why}`
}

/** This machine, by one of its plain names; an IPv6 address that carries 127.0.0.1 is none of them. */
export function isLoopback(address: string): boolean {
  const bits = bitsOf(address)
  if (bits === undefined) return false
  return isIn(bits, bits.length === 32 ? LOOPBACK_V4 : LOOPBACK_V6)
}

function carriedV4(bits: string): string | undefined {
  if (bits.length === 32) return undefined
  const carrier = CARRIERS.find(({ net }) => isIn(bits, net))
  if (carrier === undefined) return undefined
  const start = carrier.at * 16
  const bytes = [0, 8, 16, 24].map((offset) => bits.slice(start + offset, start + offset + 8))
  return bytes.map((byte) => Number.parseInt(byte, 2)).join('.')
}

function isIn(bits: string, [base, length]: readonly [string, number]): boolean {
  return bits.startsWith((bitsOf(base) ?? '').slice(0, length))
}

/** 32 or 128 characters, `0` or `1`. */
function bitsOf(address: string): string | undefined {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  return bare.includes(':') ? bitsOfV6(bare) : bitsOfV4(bare)
}

function bitsOfV4(address: string): string | undefined {
  const bytes = address.split('.')
  const isWhole = bytes.length === 4 && bytes.every((byte) => /^\d{1,3}$/.test(byte) && Number(byte) < 256)
  return isWhole ? bytes.map((byte) => Number(byte).toString(2).padStart(8, '0')).join('') : undefined
}

function bitsOfV6(address: string): string | undefined {
  const halves = address.split('::').map(groupsOf)
  const [head = [], tail] = halves
  if (halves.length > 2) return undefined
  const missing = 8 - head.length - (tail?.length ?? 0)
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...head, ...Array<string>(missing).fill('0'), ...(tail ?? [])]
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined
  return groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('')
}

/** The last group may be an IPv4 address, which is two groups. */
function groupsOf(half: string): readonly string[] {
  if (half === '') return []
  return half.split(':').flatMap((group) => {
    const bits = group.includes('.') ? bitsOfV4(group) : undefined
    return bits === undefined ? [group] : [bits.slice(0, 16), bits.slice(16)].map(hexOf)
  })
}

function hexOf(bits: string): string {
  return Number.parseInt(bits, 2).toString(16)
}
