import { issue, type Issue } from '../core/issue.ts'
import { createModel, type ModelSettings } from './model-client.ts'
import type { Model } from './model.ts'

type Variables = Readonly<Record<string, string | undefined>>

type Provider = ModelSettings['provider']

/** The variables the providers' own tools read, in the order they are tried. */
const USUAL: Readonly<Record<Provider, { readonly key: string; readonly url: string }>> = {
  anthropic: { key: 'ANTHROPIC_API_KEY', url: 'ANTHROPIC_BASE_URL' },
  openai: { key: 'OPENAI_API_KEY', url: 'OPENAI_BASE_URL' },
}

/** The endpoint the user's environment names. An issue when it names one that cannot be used. */
export function modelFromVariables(variables: Variables): Model | Issue | undefined {
  const settings = readSettings((name) => variables[name]?.trim() || undefined)
  if (settings === undefined || 'code' in settings) return settings
  try {
    const allowedUrls = variables['HOOKWRIGHT_MODEL_ALLOWED_URLS']
      ?.split(/[\s,]+/)
      .filter((url) => url !== '')
    return createModel({ ...settings, ...(allowedUrls && allowedUrls.length > 0 && { allowedUrls }) })
  } catch (error) {
    return badSettings((error as Error).message)
  }
}

type Variable = (name: string) => string | undefined

function readSettings(variable: Variable): ModelSettings | Issue | undefined {
  const model = variable('HOOKWRIGHT_MODEL')
  const named = model !== undefined && { model }
  const provider = variable('HOOKWRIGHT_MODEL_PROVIDER')
  if (provider !== undefined) return ownSettings(provider, variable, named)
  if (variable('HOOKWRIGHT_MODEL_URL') !== undefined || variable('HOOKWRIGHT_MODEL_KEY') !== undefined)
    return badSettings('HOOKWRIGHT_MODEL_PROVIDER is not set.')
  const usual = PROVIDERS.find((one) => variable(USUAL[one].key) !== undefined)
  return usual === undefined ? undefined : usualSettings(usual, variable, named)
}

const PROVIDERS: readonly Provider[] = ['anthropic', 'openai']

/** A key of another variable is never sent to an address given here: whoever can set one must not get the other. */
function ownSettings(
  provider: string,
  variable: Variable,
  named: false | { model: string },
): ModelSettings | Issue {
  if (!isProvider(provider)) return badSettings(`HOOKWRIGHT_MODEL_PROVIDER is "${provider.slice(0, 40)}".`)
  const baseUrl = variable('HOOKWRIGHT_MODEL_URL')
  const apiKey = variable('HOOKWRIGHT_MODEL_KEY')
  if (baseUrl === undefined && apiKey === undefined) return usualSettings(provider, variable, named)
  return {
    provider,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
    ...named,
  }
}

function usualSettings(
  provider: Provider,
  variable: Variable,
  named: false | { model: string },
): ModelSettings | Issue {
  const { key, url } = USUAL[provider]
  const apiKey = variable(key)
  const baseUrl = variable(url)
  if (apiKey === undefined) return badSettings(`Neither HOOKWRIGHT_MODEL_KEY nor ${key} is set.`)
  return { provider, apiKey, ...(baseUrl !== undefined && { baseUrl }), ...named }
}

function isProvider(name: string): name is Provider {
  return Object.hasOwn(USUAL, name)
}

function badSettings(problem: string): Issue {
  return issue(
    'model.settings',
    {},
    `It needs a language model, and the environment names none that can be used: ${problem}`,
    'Set HOOKWRIGHT_MODEL_PROVIDER (anthropic or openai) and HOOKWRIGHT_MODEL_KEY; HOOKWRIGHT_MODEL_URL and HOOKWRIGHT_MODEL are optional.',
  )
}
