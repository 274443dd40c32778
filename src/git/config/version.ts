import { refuse, type Value } from './reading.ts'
import { text, type Kind } from './kinds.ts'

/** The release of prek whose config files and behaviour this runner follows. */
export const PREK_COMPATIBILITY = '0.5.3'

const NUMBER = String.raw`(0|[1-9]\d*)`
const WORDS = String.raw`[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*`
const SEMVER = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(-${WORDS})?(\\+${WORDS})?$`)

/** An empty text asks for nothing. */
export const minimumVersion: Kind<string> = {
  says: 'a version such as `0.5.0`',
  schema: { type: 'string' },
  takesNull: true,
  read(value) {
    const version = text.read(value)
    return version === undefined || version === '' ? version : checked(value, version)
  },
}

function checked(value: Value, version: string): string | undefined {
  const match = SEMVER.exec(version)
  if (match === null) return refuse(value, malformed(version))
  return isNewer(match) ? refuse(value, tooNew(version)) : version
}

function isNewer(match: RegExpExecArray): boolean {
  const ours = PREK_COMPATIBILITY.split('.').map(BigInt)
  for (const [index, own] of ours.entries()) {
    const asked = BigInt(match[index + 1] ?? '0')
    if (asked !== own) return asked > own
  }
  // As in prek: a build is more than the plain release, a pre-release less.
  return match[4] === undefined && match[5] !== undefined
}

function malformed(version: string) {
  return {
    code: 'config.version',
    message: `"${version}" is not a version with three numbers.`,
    hint: `Write it in full, such as "${PREK_COMPATIBILITY}".`,
  }
}

function tooNew(version: string) {
  return {
    code: 'config.version',
    message: `\`prek\` version \`${version}\` or newer is required, but this runner follows version \`${PREK_COMPATIBILITY}\`.`,
    hint: 'Upgrade hookwright, or ask for an older version here.',
  }
}
