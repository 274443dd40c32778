/** Files that hold keys, passwords or tokens, by their path. */
const SECRET_PATHS: readonly RegExp[] = [
  /(?:^|\/)\.ssh(?:\/(?!known_hosts|config$|.*\.pub$)[^/]*)?$/i,
  /(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)(?:_\w+)?$/i,
  /(?:^|\/)\.env(?!\.(?:example|sample|template|dist|defaults)$)(?:\.[\w.-]+|\*)?$/i,
  /(?:^|\/)[^/]*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|ovpn)$/i,
  /(?:^|\/)\.(?:aws|gnupg|kube|azure|docker)(?:\/(?:[^/]*|.*credentials.*|config(?:\.json)?))?$/i,
  /(?:^|\/)\.(?:netrc|npmrc|pypirc|pgpass|my\.cnf|git-credentials|htpasswd|vault-token|boto|s3cfg|dockercfg|terraformrc|yarnrc\.yml|password-store.*)$/i,
  /(?:^|\/)\.config\/(?:gh|hub|gcloud|rclone|op|doctl|sops|age|containers)(?:\/.*)?$/i,
  /(?:^|\/)\.(?:bash_history|zsh_history|psql_history|mysql_history|python_history|node_repl_history)$/i,
  /(?:^|\/)(?:credentials|secrets?|service[-_]?account[\w-]*|client_secret[\w-]*|\w*[-_]?credentials)(?:\.(?:json|ya?ml|txt|ini|toml|env))?$/i,
  /(?:^|\/)terraform\.tfstate/i,
  /^\/etc\/(?:shadow|gshadow|passwd|sudoers|ssl\/private|ssh\/ssh_host\w*key)/,
  /^\/proc\/(?:\d+|self|\*)\/environ$/,
  /(?:^|\/)(?:Login Data|Cookies|key4\.db|logins\.json|cookies\.sqlite|login\.keychain(?:-db)?|wallet\.dat)$/i,
  /^\/(?:var\/run|run)\/secrets\//,
  /(?:^|\/)\.git\/config$/,
]

/** True for a path that may hold a secret. */
export function holdsSecret(path: string): boolean {
  const bare = path
    .replaceAll('\\', '/')
    .replaceAll('\n', ' ')
    .replace(/["']/g, '')
    .replace(/\/{1,9}$/, '')
  return bare.length < 4_096 && SECRET_PATHS.some((pattern) => pattern.test(bare))
}
