/**
 * What the host keeps from hooks when it is told to scrub their environment: the keys of the model's provider and of
 * the clouds it can be reached through, and what a CI job is given to sign in with. The host does not list them; a
 * token that work in the repository itself needs, such as GITHUB_TOKEN, is not among them.
 */
export const CREDENTIALS: readonly RegExp[] = [
  /^ANTHROPIC_(?:AUTH_TOKEN|CUSTOM_HEADERS|(?:\w+_)?API_KEY)$/,
  /^CLAUDE_CODE_(?:OAUTH_(?:REFRESH_)?TOKEN|SESSION_ACCESS_TOKEN|MESSAGING_TOKEN)$/,
  /^AWS_(?:\w*SECRET\w*|\w*SESSION_TOKEN|SECURITY_TOKEN|BEARER_TOKEN_\w+)$/,
  /^AWS_(?:WEB_IDENTITY_TOKEN_FILE|CONTAINER_AUTHORIZATION_TOKEN(?:_FILE)?)$/,
  /^(?:GOOGLE_APPLICATION_CREDENTIALS|GOOGLE_API_KEY|GOOGLE_OAUTH_ACCESS_TOKEN|CLOUDSDK_AUTH_ACCESS_TOKEN)$/,
  /^AZURE_(?:CLIENT_SECRET|CLIENT_CERTIFICATE_(?:PATH|PASSWORD)|PASSWORD|FEDERATED_TOKEN_FILE)$/,
  /^ACTIONS_(?:ID_TOKEN_REQUEST_(?:TOKEN|URL)|RUNTIME_(?:TOKEN|URL))$/,
]
