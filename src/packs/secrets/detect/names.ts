/** Last parts of a name that say that its value is a password. */
const PASSWORD = /(?:password|passwd|passphrase|passcode|pwd|pass|pw)$/

/** Last parts of a name that say that its value is another secret. */
const SECRET =
  /(?:secret|token|api_?key|apikey|app_?key|access_?key|secret_?key|private_?key|auth_?key|signing_?key|encryption_?key|master_?key|service_?key|license_?key|subscription_?key|account_?key|storage_?key|shared_?key|client_?key_?data|credentials?|authorization|auth_?token|_auth|bearer|api_?secret|webhook_?url|salt|pepper|dsn)$/

/** Names that end like a secret's and have another meaning. */
const OTHER =
  /(?:public|pub|publishable|foreign|primary|partition|sort|cache|csrf_?param|next_?page|page|continuation|sync|cancell?ation|abort|eos|bos|pad|unk|mask|stop|start|end|max|min|num|count|prompt|completion|input|output|total|by|compass|bypass|sub)_?(?:secret|token|key|pass)s?$|(?:_|^)(?:has|is|no|show|hide|forgot|reset|confirm_?)_?(?:password|secret|token)$|(?:^|_)(?:by|com|sub|sur|tres|en)pass$/

/** What stands behind the part that says it: an environment, a number, how the value is written. */
const SUFFIX =
  /_?(?:prod|production|dev|development|stag|staging|test|live|main|default|old|new|current|value|val|str|string|text|base|b64|base64|hex|\d{1,3})$/

/** What the value of a name is. */
export type Meaning = 'password' | 'secret'

/** What every such name has in it: most names of a text are told apart by this alone. */
const HINT = /pass|pwd|pw|secret|token|key|cred|auth|bearer|salt|pepper|dsn|webhook/i

/** A text has few names, each of them many times. */
const KNOWN = new Map<string, Meaning | undefined>()
const MOST_KNOWN = 500

/** Whether the value of a name is a password, another secret, or neither. */
export function meaningOf(name: string): Meaning | undefined {
  if (!HINT.test(name)) return undefined
  if (!KNOWN.has(name)) {
    if (KNOWN.size >= MOST_KNOWN) KNOWN.clear()
    KNOWN.set(name, readName(name))
  }
  return KNOWN.get(name)
}

function readName(name: string): Meaning | undefined {
  const plain = plainName(name)
  const short = plain.replace(SUFFIX, '')
  for (const one of short === '' ? [plain] : [plain, short]) {
    if (OTHER.test(one)) return undefined
    if (PASSWORD.test(one)) return 'password'
    if (SECRET.test(one)) return 'secret'
  }
  return undefined
}

/** `dbPassword`, `DB-PASSWORD` and `db.password` become `db_password`. */
function plainName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.]/g, '_')
    .toLowerCase()
}
