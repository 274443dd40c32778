import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

export type Resolve = (
  host: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

export const systemResolve: Resolve = (host, done) => systemLookup(host, { all: true }, done)

/** A look-up that ends the connection when one address is refused; what it was asked about is what is connected to. */
export function guardedLookup<Refusal>(
  refuse: (address: string) => Refusal | undefined,
  resolve: Resolve,
  onRefusal: (refusal: Refusal) => void,
): LookupFunction {
  return (host, options, done) =>
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) return done(error ?? notFound(host), '', 0)
      const refusal = addresses.map(({ address }) => refuse(address)).find((found) => found !== undefined)
      if (refusal !== undefined) {
        onRefusal(refusal)
        return done(new Error('address refused'), '', 0)
      }
      return options.all ? done(null, [...addresses]) : done(null, first.address, first.family)
    })
}

function notFound(host: string): Error {
  return Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' })
}
