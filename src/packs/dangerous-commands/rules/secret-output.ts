import type { Program } from '../../../analyze/line.ts'

/** A variable whose name says that its value is a secret. */
export const SECRET_VARIABLE =
  /\$\{?(?:env:)?\w{0,60}(?:SECRET|PASSWORD|PASSWD|PRIVATE_KEY|ACCESS_KEY|SESSION_TOKEN|GITHUB_TOKEN|GH_TOKEN|NPM_TOKEN|OPENAI_API_KEY|ANTHROPIC_API_KEY|DATABASE_URL)\w{0,60}\}?/
const MOST_ARGUMENTS = 1

/** True for a program that prints secrets: variables, keys, what was typed. */
export function dumps({ name, words }: Program): boolean {
  if (name === 'printenv' || name === 'env') return words.length <= MOST_ARGUMENTS
  if (name === 'history' || name === 'fc') return !words.some(({ text }) => /^-[cdwas]/.test(text))
  if (name === 'echo' || name === 'printf')
    return words.some(({ text, known }) => !known && SECRET_VARIABLE.test(text.slice(0, 4_096)))
  if (name === 'export' || name === 'declare')
    return words.length <= 2 && (words[1]?.text ?? '-p').startsWith('-')
  if (name === 'set') return words.length === 1
  if (/^(?:get-childitem|gci|dir|ls)$/i.test(name)) return /^env:/i.test(words[1]?.text ?? '')
  if (name === 'security') return /^(?:find-\w+-password|dump-keychain|export)$/.test(words[1]?.text ?? '')
  if (name === 'gh') return words[1]?.text === 'auth' && words[2]?.text === 'token'
  if (name === 'aws')
    return words[1]?.text === 'configure' && /^(?:get|export-credentials)$/.test(words[2]?.text ?? '')
  if (name === 'gcloud') return words.some(({ text }) => /^print-(?:access|identity)-token$/.test(text))
  return (name === 'gpg' || name === 'gpg2') && words.some(({ text }) => text.startsWith('--export-secret'))
}

/** Programs that print a token, and the machines that it is for. */
const ISSUERS: readonly (readonly [string, RegExp])[] = [
  ['gh auth token', /^https:\/\/(?:[\w-]+\.)?(?:github\.com|ghcr\.io|githubusercontent\.com)(?:[/?#]|$)/i],
  ['gcloud auth print-', /^https:\/\/(?:[\w-]+\.)+(?:googleapis\.com|pkg\.dev|run\.app)(?:[/?#]|$)/i],
]

/** `curl -H "Authorization: Bearer $(gh auth token)" https://api.github.com/user` sends it where it is from. */
export function goesToIssuer({ words }: Program, texts: readonly string[]): boolean {
  const line = words.map(({ text }) => text).join(' ')
  const [, machine] = ISSUERS.find(([start]) => line.startsWith(start)) ?? []
  const addresses = texts.filter((text) => text.includes('://'))
  const holders = texts.filter((text) => /[$`]/.test(text))
  return (
    machine !== undefined &&
    addresses.length > 0 &&
    addresses.every((text) => machine.test(text)) &&
    holders.every((text) => /^Authorization: (?:Bearer|token) \S/i.test(text)) &&
    !texts.some((text) =>
      /^(?:-x|-K|-L|--proxy\b.*|--config|--connect-to|--resolve|--location.*)$/.test(text),
    )
  )
}
