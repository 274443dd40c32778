import type { Model } from './model.ts'

export type ModelSettings = {
  readonly provider: 'anthropic' | 'openai'
  /** As the provider's own SDK takes it. Default: the provider's. */
  readonly baseUrl?: string
  /** Absent: no key is sent, as to a server on this machine. */
  readonly apiKey?: string
  /** For hooks that name none. Default: a small and fast one of the provider. */
  readonly model?: string
}

export type ProviderSettings = {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly model: string | undefined
}

type Provider = {
  readonly baseUrl: string
  readonly load: () => Promise<(settings: ProviderSettings) => Model>
}

const PROVIDERS: Readonly<Record<ModelSettings['provider'], Provider>> = {
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    load: async () => (await import('./model-anthropic.ts')).anthropicModel,
  },
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    load: async () => (await import('./model-openai.ts')).openaiModel,
  },
}

/** A model behind an HTTP endpoint. Throws a TypeError for a bad setting, without showing the key. */
export function createModel(settings: ModelSettings): Model {
  const { provider, apiKey, model } = settings
  if (!Object.hasOwn(PROVIDERS, provider))
    throw new TypeError(
      `"${provider as string}" is no provider; accepted: ${Object.keys(PROVIDERS).join(', ')}.`,
    )
  // fetch would quote the value of a header it refuses.
  if (apiKey !== undefined && !/^[\x21-\x7E]+$/.test(apiKey))
    throw new TypeError('The API key is empty or has characters that no header can carry.')
  const { baseUrl, load } = PROVIDERS[provider]
  const client = { baseUrl: checkUrl(settings.baseUrl ?? baseUrl), apiKey, model }
  let loaded: Promise<Model> | undefined
  return async (request, options) => {
    loaded ??= load().then((create) => create(client))
    return (await loaded)(request, options)
  }
}

/** Keys and payloads go out encrypted, or stay on this machine. */
function checkUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined) throw new TypeError('The base URL of the model is no URL.')
  if (url.username !== '' || url.password !== '')
    throw new TypeError('The base URL of the model holds a user name or password; pass the key as `apiKey`.')
  if (url.search !== '' || url.hash !== '')
    throw new TypeError('The base URL of the model has a query or a fragment.')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw new TypeError(`The model's URL ${url.origin} is neither https nor on this machine.`)
  return url.href.replace(/\/+$/, '')
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
