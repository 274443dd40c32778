import type { Reach } from '../core/reach.ts'

/** What a provider's client needs, checked. */
export type ProviderSettings = {
  readonly baseUrl: string
  readonly refuse: Reach['refuse']
  readonly apiKey: string | undefined
  readonly model: string | undefined
}
