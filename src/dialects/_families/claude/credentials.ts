type Variables = Readonly<Record<string, string | undefined>>

/**
 * What `CLAUDE_CODE_SUBPROCESS_ENV_SCRUB` keeps from hooks: the keys of the model's provider and of the clouds it can
 * be reached through, and what a CI job is given to sign in with. The host does not list them; a token that work in
 * the repository itself needs, such as GITHUB_TOKEN, is none of them.
 */
const CREDENTIALS: readonly RegExp[] = [
  /^ANTHROPIC_(?:AUTH_TOKEN|CUSTOM_HEADERS|(?:\w+_)?API_KEY)$/,
  /^CLAUDE_CODE_(?:OAUTH_(?:REFRESH_)?TOKEN|SESSION_ACCESS_TOKEN|MESSAGING_TOKEN)$/,
  /^AWS_(?:\w*SECRET\w*|\w*SESSION_TOKEN|SECURITY_TOKEN|BEARER_TOKEN_\w+)$/,
  /^AWS_(?:WEB_IDENTITY_TOKEN_FILE|CONTAINER_AUTHORIZATION_TOKEN(?:_FILE)?)$/,
  /^(?:GOOGLE_APPLICATION_CREDENTIALS|GOOGLE_API_KEY|GOOGLE_OAUTH_ACCESS_TOKEN|CLOUDSDK_AUTH_ACCESS_TOKEN)$/,
  /^AZURE_(?:CLIENT_SECRET|CLIENT_CERTIFICATE_(?:PATH|PASSWORD)|PASSWORD|FEDERATED_TOKEN_FILE)$/,
  /^ACTIONS_(?:ID_TOKEN_REQUEST_(?:TOKEN|URL)|RUNTIME_(?:TOKEN|URL))$/,
]

/** Variables to take away; an action's inputs repeat them under `INPUT_`. */
export function credentialNames(inherited: Variables): readonly string[] {
  if (!isOn(inherited['CLAUDE_CODE_SUBPROCESS_ENV_SCRUB'])) return []
  return Object.keys(inherited).filter(isCredential)
}

function isCredential(name: string): boolean {
  const plain = name.toUpperCase().replace(/^INPUT_/, '')
  return CREDENTIALS.some((pattern) => pattern.test(plain))
}

function isOn(value: string | undefined): boolean {
  return /^(?:1|true|yes|on)$/i.test(value ?? '')
}
