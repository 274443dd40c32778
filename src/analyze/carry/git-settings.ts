import type { Carried } from '../carried.ts'
import type { Word } from '../line.ts'
import { runsText } from './carrier.ts'
import { reports } from './reports.ts'
import { joinWords, knownWord, quoted, withoutStart } from './words.ts'

/** Settings whose value a shell runs. */
const RUNS =
  /^(?:core\.(?:pager|editor|sshcommand|askpass|gitproxy|fsmonitor|alternaterefscommand)|sequence\.editor|diff\.external|(?:diff|difftool|mergetool|merge|filter|trailer|browser|man|guitool)\..*(?:cmd|command|textconv|driver|clean|smudge|process|path)|pager\..*|interactive\.difffilter|gpg(?:\..*)?\.program|uploadpack\.packobjectshook|remote\..*\.(?:uploadpack|receivepack|vcs)|submodule\..*\.update|sendemail\..*cmd|sendemail\.smtpserver|web\.browser|receive\.procreceiverefs|ssh\.variant|imap\.tunnel|tar\..*\.command|credential(?:\..*)?\.helper|notes\..*command|hook\..*\.command)$/i
/** Settings that name files which git runs or reads as settings. */
const LOADS = /^(?:core\.hookspath|include(?:if\..*)?\.path|init\.templatedir|core\.worktree-hooks)$/i
/** Names that stand for something else than a command. */
const PLAIN_VALUE =
  /^(?:|true|false|yes|no|on|off|0|1|store|cache(?:\s.*)?|osxkeychain|manager(?:-core)?|libsecret|wincred|checkout|merge|rebase|none)$/

/**
 * Returns what a setting makes git run. Undefined value: it is only known at run time. The words are those of the git
 * command that follows, for an alias that it may call.
 */
export function carriedBySetting(
  key: string,
  value: Word | undefined,
  words: readonly string[],
): readonly Carried[] {
  if (key.toLowerCase().startsWith('alias.')) return carriedByAlias(key.slice('alias.'.length), value, words)
  if (LOADS.test(key)) return loads(key, value?.text)
  if (!RUNS.test(key)) return []
  if (value === undefined) return reports('run-time-script')
  if (PLAIN_VALUE.test(value.text)) return []
  return runsText(value.text.startsWith('!') ? withoutStart(value, 1) : value)
}

/** Folders of the project in which its hooks are usual. */
const OWN_HOOKS = /^(?:\.\/)?\.(?:husky(?:\/_)?|githooks)\/?$/

function loads(key: string, value: string | undefined): readonly Carried[] {
  if (value === '/dev/null') return []
  const isOwn = /hookspath$/i.test(key) && value !== undefined && OWN_HOOKS.test(value)
  return reports(isOwn ? 'project-code' : 'loaded-code')
}

/** An alias is shell text behind `!`, and otherwise words of git. */
function carriedByAlias(name: string, value: Word | undefined, words: readonly string[]): readonly Carried[] {
  if (value === undefined) return reports('run-time-script')
  const at = words.findIndex((word) => word.toLowerCase() === name.toLowerCase())
  const behind =
    at === -1
      ? ''
      : words
          .slice(at + 1)
          .map((word) => quoted(knownWord(word)).text)
          .join(' ')
  const text = value.text.startsWith('!') ? withoutStart(value, 1) : joinWords([knownWord('git'), value])
  return runsText(behind === '' ? text : joinWords([text, knownWord(behind)]), { certain: at !== -1 })
}
