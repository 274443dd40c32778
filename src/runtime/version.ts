export type ContractVersion = { readonly major: number; readonly minor: number }

/** The plugin contract this follows. */
export const CONTRACT_VERSION: ContractVersion = Object.freeze({ major: 1, minor: 0 })

export function isCompatible(a: ContractVersion, b: ContractVersion = CONTRACT_VERSION): boolean {
  return a.major === b.major
}
