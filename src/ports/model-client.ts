import { isLoopback } from '../core/address.ts'
import { kindOf, refuseNoText, refuseNoTexts, refuseUnknown, shown } from '../core/argument.ts'
import { readReach } from '../core/reach.ts'
import type { Model } from './model.ts'
import type { ProviderSettings } from './model-provider.ts'

/** How `createModel` reaches a language model. */
export type ModelSettings = {
  /** Which API the endpoint speaks: that of Anthropic (Messages) or of OpenAI (Chat Completions). */
  readonly provider: 'anthropic' | 'openai'
  /** Base address, as the provider's own SDK takes it. Default: that of the provider. */
  readonly baseUrl?: string
  /** Key of the API. Absent: none is sent, as to a server on this machine. */
  readonly apiKey?: string
  /** Patterns of which the base URL must fit one; its exact text there lets it be in a private network. */
  readonly allowedUrls?: readonly string[]
  /** The model for hooks that name none. Default: a small and fast one of the provider. */
  readonly model?: string
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
  refuseUnknown('createModel', settings, SETTINGS)
  const { provider, apiKey, model } = settings
  if (!Object.hasOwn(PROVIDERS, provider))
    throw new TypeError(`${shown(provider)} is no provider; accepted: ${Object.keys(PROVIDERS).join(', ')}.`)
  checkTexts(settings)
  // fetch would quote the value of a header it refuses.
  if (apiKey !== undefined && !/^[\x21-\x7E]+$/.test(apiKey))
    throw new TypeError('The API key is empty or has characters that no header can carry.')
  const { baseUrl, load } = PROVIDERS[provider]
  const client = { ...checkUrl(settings.baseUrl ?? baseUrl, settings.allowedUrls), apiKey, model }
  let loaded: Promise<Model> | undefined
  return async (request, options) => {
    loaded ??= load().then((create) => create(client))
    return (await loaded)(request, options)
  }
}

const SETTINGS: Readonly<Record<keyof ModelSettings, true>> = {
  provider: true,
  baseUrl: true,
  apiKey: true,
  allowedUrls: true,
  model: true,
}

/** The key is secret, so only its kind is told. */
function checkTexts({
  baseUrl,
  apiKey,
  allowedUrls,
  model,
}: Partial<Record<keyof ModelSettings, unknown>>): void {
  if (apiKey !== undefined && typeof apiKey !== 'string')
    throw new TypeError(`The \`apiKey\` of createModel must be a text, not ${kindOf(apiKey)}.`)
  if (baseUrl !== undefined) refuseNoText('The `baseUrl` of createModel', baseUrl)
  if (model !== undefined) refuseNoText('The `model` of createModel', model)
  if (allowedUrls !== undefined) refuseNoTexts('The `allowedUrls` of createModel', allowedUrls)
}

/** Keys and payloads go out encrypted, or stay on this machine. */
function checkUrl(
  baseUrl: string,
  allowedUrls: readonly string[] | undefined,
): Pick<ProviderSettings, 'baseUrl' | 'refuse'> {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined) throw new TypeError('The base URL of the model is no URL.')
  if (url.username !== '' || url.password !== '')
    throw new TypeError('The base URL of the model holds a user name or password; pass the key as `apiKey`.')
  if (url.search !== '' || url.hash !== '')
    throw new TypeError('The base URL of the model has a query or a fragment.')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere(url.hostname)))
    throw new TypeError(`The model's URL ${url.origin} is neither https nor on this machine.`)
  const reach = readReach(baseUrl, { allowedUrls, listName: '`allowedUrls` (HOOKWRIGHT_MODEL_ALLOWED_URLS)' })
  if (typeof reach === 'string') throw new TypeError(reach)
  return { baseUrl: url.href.replace(/\/+$/, ''), refuse: reach.refuse }
}

/** By its name; the address behind it is looked at when it is called. */
function isHere(hostname: string): boolean {
  return /^localhost\.?$/.test(hostname) || isLoopback(hostname)
}
