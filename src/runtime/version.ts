/** Version of the hook contract. A change of `major` breaks hooks, one of `minor` does not. */
export type ContractVersion = {
  /** Differs where hooks of one version do not fit the other. */
  readonly major: number
  /** Grows with additions that break no hook. */
  readonly minor: number
}

/** The plugin contract this follows. */
export const CONTRACT_VERSION: ContractVersion = Object.freeze({ major: 1, minor: 0 })

/** True when hooks of the two versions fit together. Default of `b`: the version of this package. */
export function isCompatible(a: ContractVersion, b: ContractVersion = CONTRACT_VERSION): boolean {
  return a.major === b.major
}
